import { expect, test } from 'vitest'
import { maximumSheetRows } from '#kit/model/exported-names.ts'
import { packageOf, partsOf } from '#testing/made-files.ts'
import { long } from '#testing/sites/import-site.ts'
import { inspect } from '../inspection/inspect.ts'
import { Names } from './names.ts'
import { openRows } from './open-rows.ts'

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

/** The names of sensors in a workbook of these sheets, each with rows up to a line. */
async function namesOf(sheets: readonly (readonly [name: string, lines: number])[]) {
  const parts = partsOf('')
  const listed = sheets.map(([name], at) => `<sheet name="${name}" r:id="rId${at}"/>`)
  const relations = sheets.map(
    (_, at) => `<Relationship Id="rId${at}" Target="worksheets/${at}.xml"/>`,
  )
  const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>Time</t></is></c></row>'
  const tables = sheets.map(([, lines], at) => [
    `xl/worksheets/${at}.xml`,
    `<worksheet><sheetData>${head}${dated(lines)}</sheetData></worksheet>`,
  ])
  const path = await packageOf({
    ...parts,
    'xl/workbook.xml': `<workbook><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...(Object.fromEntries(tables) as Record<string, string>),
  })
  const time = { column: 0, clockColumn: null, offsetColumn: null, format: 'serial' } as const
  const mapping = long(
    { sensorColumn: null, valueColumn: 1 },
    { sheet: sheets[0]?.[0] ?? '', time },
  )
  if (mapping.shape.kind !== 'long') throw new Error('the table is long')
  const names = new Names(await openRows(path, mapping), mapping.shape)
  const found: string[] = []
  for (let isLast = false; !isLast;) {
    const batch = await names.next()
    found.push(...batch.names.map(({ name }) => name))
    isLast = batch.isLast
  }
  return found
}

test('IM45 a sheet goes on in the next only where it is full', async () => {
  expect(
    await namesOf([
      ['Level', maximumSheetRows],
      ['Level (2)', maximumSheetRows],
      ['Level (3)', 7],
      ['Level (4)', 2],
      ['Flow', maximumSheetRows],
      ['Level (5)', 2],
    ]),
  ).toEqual(['Level', 'Level (4)', 'Flow', 'Level (5)'])
})
