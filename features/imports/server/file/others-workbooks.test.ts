import { expect, test } from 'vitest'
import { packageOf, partsOf } from '#testing/made-files.ts'
import { inspect } from '../inspection/inspect.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const dated = (line: number, text = '') =>
  `<row r="${line}"><c r="A${line}" s="1"><v>${46_115 + line}.5</v></c>${text}</row>`

test('IM46 parts of a workbook are found by relations, whatever they are called', async () => {
  const parts = partsOf(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${dated(2)}`,
    { texts: '<si><t>Time</t></si><si><t>Level</t></si>' },
  )
  const book = parts['xl/workbook.xml']
    ?.replaceAll('r:id', 'rel:id')
    .replace('xmlns:r=', 'xmlns:rel=')
  const path = await packageOf({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${office}/officeDocument"
      Target="/Book/main.xml"/></Relationships>`,
    'Book/main.xml': book ?? '',
    'book/_rels/main.xml.rels': `<Relationships>
      <Relationship Id="rId1" Type="${office}/worksheet" Target="../Tables/One.xml"/>
      <Relationship Id="b" Type="${office}/sharedStrings" Target="texts.xml"/>
      <Relationship Id="c" Type="${office}/styles" Target="./formats.xml"/></Relationships>`,
    'book/Texts.xml': parts['xl/sharedStrings.xml'] ?? '',
    'book/formats.xml': parts['xl/styles.xml'] ?? '',
    'tables/one.xml': parts['xl/worksheets/sheet1.xml'] ?? '',
  })
  expect((await inspect(path, {})).tables).toMatchObject([
    { sheet: 'Data', head: ['Time', 'Level'], rows: [['2026-04-05 12:00:00.000']] },
  ])
})

test.each([
  [27, '', true],
  [31, '', true],
  [36, '', true],
  [50, '', true],
  [58, '', true],
  [14, '', true],
  [31, '#,##0.0', false],
  [49, '', false],
  [59, '', false],
])('IM46 a cell of the format %d %s is a date: %s', async (id, code, isDate) => {
  const format = code === '' ? '' : `<numFmt numFmtId="${id}" formatCode="${code}"/>`
  const styles = `<styleSheet><numFmts>${format}</numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`
  const path = await packageOf({ ...partsOf(dated(1)), 'xl/styles.xml': styles })
  const [table] = (await inspect(path, { headRows: 0 })).tables
  expect(table?.rows).toEqual([[isDate ? '2026-04-04 12:00:00.000' : '46116.5']])
})
