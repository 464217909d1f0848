import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { unzipped } from '#testing/workbook.ts'
import { style } from './workbook-parts.ts'
import { XlsxFile } from './xlsx-file.ts'
import { ZoneOffsets } from './zone-offsets.ts'

/** The parts of a workbook with three sheets, as texts. */
async function parts(): Promise<ReadonlyMap<string, string>> {
  const path = join(temporaryDirectory(), 'file.xlsx')
  const file = new XlsxFile({ path, offsets: new ZoneOffsets('UTC'), bad: 'bad' })
  for (const name of ['A & B', 'Other', 'Third']) {
    file.table(name, [{ header: 'Level', kind: 'value', width: 9 }])
    for (const cell of [1, 'x', '=1', { value: 1, quality: 'bad' as const }]) file.row([cell])
  }
  await file.end()
  return new Map([...unzipped(readFileSync(path))].map(([name, part]) => [name, String(part)]))
}

/** Elements of this name with their attributes. */
const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}((?: [\\w:]+="[^"]*")*)/?>`, 'g'))].map(
    ([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value = '']) => [key, value]),
      ),
  )

test('EX61 every part of a workbook is whole, has its type and is found', async () => {
  const all = await parts()
  for (const [name, xml] of all) {
    const open: string[] = []
    const rest = xml.replaceAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g, (_, end, element, empty) => {
      if (end) expect(open.pop(), name).toBe(element)
      else if (!empty) open.push(element)
      return ''
    })
    expect(open, name).toEqual([])
    const texts = ['\n', '']
    if (!/sharedStrings|sheet\d/.test(name))
      expect(texts, name).toContain(rest.replace(/<\?xml[^>]*>/, ''))
  }
  const types = elements(all.get('[Content_Types].xml') ?? '', 'Override')
  const typed = new Map(types.map((each) => [each['PartName'], each['ContentType'] ?? '']))
  const [office] = elements(all.get('_rels/.rels') ?? '', 'Relationship')
  expect(typed.get(`/${office?.['Target']}`)).toMatch(/spreadsheetml\.sheet\.main\+xml$/)

  const relations = elements(all.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship')
  expect(new Set(relations.map(({ Id }) => Id)).size).toBe(relations.length)
  for (const { Type = '', Target } of relations) {
    const kind = Type.split('/').at(-1)
    expect(all.has(`xl/${Target}`)).toBe(true)
    expect(typed.get(`/xl/${Target}`)).toMatch(new RegExp(`spreadsheetml\\.${kind}\\+xml$`))
  }
  const sheets = elements(all.get('xl/workbook.xml') ?? '', 'sheet')
  const targets = sheets.map(
    (sheet) => relations.find(({ Id }) => Id === sheet['r:id'])?.['Target'],
  )
  expect(sheets.map(({ name }) => name)).toEqual(['A &amp; B', 'Other', 'Third'])
  expect(targets).toEqual([1, 2, 3].map((number) => `worksheets/sheet${number}.xml`))
  const selected = targets.map((target) => all.get(`xl/${target}`)?.includes('tabSelected="1"'))
  expect(selected).toEqual([true, false, false])
})

test('EX4 EX5 each format of a cell looks as it is meant', async () => {
  const xml = (await parts()).get('xl/styles.xml') ?? ''
  const listed = (list: string, item: string) => {
    const [, count, inner = ''] =
      new RegExp(`<${list} count="(\\d+)">(.*?)</${list}>`).exec(xml) ?? []
    const items = inner.match(new RegExp(`<${item}(?: [^>]*)?(?:/>|>.*?</${item}>)`, 'g')) ?? []
    expect(items, list).toHaveLength(Number(count))
    return items
  }
  const [fonts, formats] = [listed('fonts', 'font'), listed('cellXfs', 'xf')]
  for (const [list, item] of [
    ['fills', 'fill'],
    ['borders', 'border'],
    ['numFmts', 'numFmt'],
  ] as const)
    listed(list, item)
  const looks = Object.entries(style).map(([name, place]) => {
    const format = formats[place] ?? ''
    const font = fonts[Number(/fontId="(\d+)"/.exec(format)?.[1] ?? 0)] ?? ''
    const marks = [/<b\/>/, /<strike\/>/, /<i\/>/].map((mark) => Number(mark.test(font))).join('')
    const isText = format.includes('quotePrefix="1"')
    return [name, marks, isText, format.includes('numFmtId="164"')]
  })
  expect(looks).toEqual([
    ['plain', '000', false, false],
    ['time', '000', false, true],
    ['head', '100', false, false],
    ['guarded', '000', true, false],
    ['bad', '010', false, false],
    ['uncertain', '001', false, false],
    ['guardedHead', '100', true, false],
  ])
})
