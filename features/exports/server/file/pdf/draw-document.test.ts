import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { Block, Figure, Mark } from '../../../contract/report/document.ts'
import { colours } from './colours.ts'
import { drawDocument } from './draw-document.ts'

const left = 40
const right = 595.28 - 40
const width = right - left

interface Node {
  readonly role: string
  readonly alt?: string
  readonly children: readonly (Node | { readonly type: string })[]
}

/** A text, how far it is from the left edge of its page, and its base line from the upper one. */
interface Text {
  readonly text: string
  readonly page: number
  readonly size: number
  readonly font: string
  readonly left: number
  readonly right: number
  readonly base: number
}

/** The content of each page as it is drawn, and what of it a reader finds. */
async function drawn(groups: readonly (readonly Block[])[], details: readonly Figure[] = []) {
  const path = join(temporaryDirectory(), 'document.pdf')
  const { pages } = await drawDocument({
    ...{ path, paper: 'A4', language: 'en', title: 'The file', author: 'Ann', site: 'Plant' },
    document: { title: 'Shift report', details, groups },
  })
  const content = await readFile(path)
  const drawings = [...content.toString('latin1').matchAll(/\/Length (\d+)[^]{0,60}?stream\n/g)]
    .map(({ 0: head, 1: length, index }) => {
      const begin = index + head.length
      return content.subarray(begin, begin + Number(length))
    })
    .filter((bytes) => bytes[0] === 0x78)
    .map((bytes) => inflateSync(bytes).toString('latin1'))
    .filter((text) => text.includes(' Tf'))
  const pdf = await getDocumentProxy(new Uint8Array(content))
  expect(drawings).toHaveLength(pages)
  const texts: Text[] = []
  const trees: Node[] = []
  for (let number = 1; number <= pages; number++) {
    const page = await pdf.getPage(number)
    const [, , , height = 0] = page.view
    trees.push((await page.getStructTree()) as Node)
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [size = 0, , , , x = 0, y = 0] = item.transform as number[]
      const place = { left: x, right: x + item.width, base: height - y }
      texts.push({ text: item.str, page: number, size, font: item.fontName, ...place })
    }
  }
  const find = (text: string) => {
    const found = texts.find((each) => each.text === text)
    if (!found) throw new Error(`${text} is not in ${texts.map((each) => each.text).join()}`)
    return found
  }
  return { pdf, pages, drawings, texts, trees, find }
}

const lines = (count: number): Block => ({
  ...{
    kind: 'text',
    text: Array.from({ length: count }, (_, index) => `line ${index}`).join('\n'),
  },
})
const picture = (height: number, marks: readonly Mark[] = [], text = 'A picture'): Block => ({
  ...{ kind: 'drawing', drawing: { width: 720, height, marks, text } },
})
const label = (text: string, x: number, y: number, anchor: 'start' | 'middle' | 'end'): Mark => ({
  ...{ kind: 'text', text, x, y, anchor, tone: 'soft' },
})
/** As a PDF has a colour. */
const colourOf = (hex: string) =>
  [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16) / 255).join(' ')

const rolesOf = (node: Node | { readonly type: string }): string =>
  'role' in node ? `${node.role}(${node.children.map(rolesOf).join('')})` : ''

test('EX64 readers aloud find headings, tables and figures, and no ornament', async () => {
  const { trees, pdf } = await drawn([
    [
      { kind: 'heading', text: 'Alarms', detail: 'All of them' },
      { kind: 'figures', figures: [{ name: 'Mean', value: '1' }] },
      { kind: 'table', name: 'Alarms', head: ['Name'], rows: [['Oven']], words: 1 },
    ],
    [picture(20, [], 'The line rises'), { kind: 'notes', name: 'Notes', text: null }],
    [{ kind: 'shares', shares: [{ tone: 'on', name: 'On', time: '1 h', percent: '5 %' }] }],
  ])
  const [tree] = trees
  expect(tree && rolesOf(tree)).toBe(
    'Root(Document(H1()Sect(H2()P()P()Table(TR(TH())TR(TD())))Sect(Figure()H2())Sect(P())))',
  )
  expect(JSON.stringify(tree)).toContain('"alt":"The line rises"')
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: 'The file', Author: 'Ann' })
  expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })
})

test('EX65 figures of a table end at the edge of their column, its words begin there', async () => {
  const row = ['Oven', 'Hall', '12.5', '7']
  const head = ['Name', 'Place', 'Mean', 'Gaps']
  const { find } = await drawn([[{ kind: 'table', name: 'All', head, rows: [row], words: 2 }]])
  expect(find('Oven').left).toBeCloseTo(left)
  expect(find('Name').left).toBeCloseTo(left)
  expect(find('Place').left).toBeCloseTo(find('Hall').left)
  expect(find('7').right).toBeCloseTo(right, 0)
  expect(find('Gaps').right).toBeCloseTo(right, 0)
  expect(find('12.5').right).toBeCloseTo(find('Mean').right, 0)
  // Each column is as wide as its head, and there is room between two of them.
  expect(find('Mean').right).toBeCloseTo(find('Gaps').left - 8, 0)
  expect(find('Oven').font).not.toBe(find('Name').font)
  expect(find('Oven').base - find('Name').base).toBeGreaterThan(12)
})

test('EX65 shares have the colour of their state, and percents at the edge', async () => {
  const shares = [
    { tone: 'lamp-red', name: 'Stopped', time: '3 h', percent: '40 %' },
    {
      tone: 'lamp-green',
      name: `Running${' on and on'.repeat(40)}`,
      time: '5 h 15 min',
      percent: '60 %',
    },
  ] as const
  const { find, drawings, texts } = await drawn([[{ kind: 'shares', shares }]])
  expect([find('40 %').right, find('60 %').right]).toEqual([
    ...[expect.closeTo(right, 0), expect.closeTo(right, 0)],
  ])
  expect(find('3 h').right).toBeCloseTo(find('5 h 15 min').right, 0)
  expect(find('3 h').right).toBeLessThan(find('40 %').left)
  expect(find('Stopped').left).toBeCloseTo(left + 16)
  const running = texts.filter(({ text }) => text.startsWith('Running'))
  expect(running).toHaveLength(1)
  // A name that is too long ends before its time.
  expect(running[0]?.right).toBeLessThan(find('5 h 15 min').left)
  expect((running[0]?.base ?? 0) - find('Stopped').base).toBeGreaterThan(11)
  for (const { tone } of shares) expect(drawings[0]).toContain(`${colourOf(colours[tone])} scn`)
})

test('EX65 figures stand four in a row below their names, remarkable ones bold', async () => {
  const figures = ['a', 'b', 'c', 'd', 'e'].map((name, index) => ({
    name: index === 0 ? `a ${'long name '.repeat(12)}` : name,
    value: `${index}.5`,
    isRemarkable: index === 1,
  }))
  const { find, texts } = await drawn([[{ kind: 'figures', figures }]])
  const columns = [0, 1, 2, 3].map((index) => left + (index * width) / 4)
  for (const [index, column] of columns.entries())
    expect(find(`${index}.5`).left).toBeCloseTo(column)
  expect(find('4.5').left).toBeCloseTo(left)
  expect(find('4.5').base).toBeGreaterThan(find('e').base)
  // A long name moves the next row down, whichever figure of the row has it.
  expect(find('e').base).toBeGreaterThan(find('0.5').base)
  expect(find('0.5').base - find('1.5').base).toBeGreaterThan(10)
  expect(find('1.5').font).toBe(find('Shift report').font)
  expect(find('2.5').font).not.toBe(find('1.5').font)
  for (const { left: begin, right: end, text } of texts.filter(({ text }) => text.includes('long')))
    expect(end - begin, text).toBeLessThanOrEqual(width / 4)
})

test('EX65 a figure of several lines has them below each other, before the next row', async () => {
  const figures = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...{ name, value: name === 'a' ? `first ${'word '.repeat(40)}last` : name.toUpperCase() },
  }))
  const { texts, find } = await drawn([[{ kind: 'figures', figures }]])
  const value = texts.filter(({ text }) => /word|last/.test(text)).map(({ base }) => base)
  expect(value.length).toBeGreaterThan(3)
  expect(new Set(value).size).toBe(value.length)
  expect(find('e').base).toBeGreaterThan(Math.max(...value))
})

test('EX65 a drawing has its lines, dashes, grounds and texts at their places', async () => {
  const marks: Mark[] = [
    { kind: 'path', d: 'M0 10H100', tone: 'pen', width: 2, dash: [4, 3] },
    { kind: 'path', d: 'M0 20H200', tone: 'limit', width: 1.5 },
    { kind: 'box', x: 10, y: 20, width: 30, height: 40, tone: 'gap' },
    ...[label('begin', 360, 50, 'start'), label('amid', 360, 80, 'middle')],
    label('close', 360, 80, 'end'),
  ]
  const { find, drawings } = await drawn([[picture(100, marks), lines(1)]])
  const scale = width / 720
  const middle = left + 360 * scale
  expect(find('begin').left).toBeCloseTo(middle, 0)
  expect((find('amid').left + find('amid').right) / 2).toBeCloseTo(middle, 0)
  expect(find('close').right).toBeCloseTo(middle, 0)
  expect(find('begin').size).toBeCloseTo(10 * scale)
  // Heights are those of base lines, from the upper edge of the drawing.
  const [, top = ''] = /1 0 0 1 40 ([\d.]+) cm/.exec(drawings[0] ?? '') ?? []
  expect(find('begin').base).toBeCloseTo(Number(top) + 50 * scale, 0)
  expect(find('amid').base - find('begin').base).toBeCloseTo(30 * scale, 1)
  expect(find('line 0').base).toBeGreaterThan(Number(top) + 100 * scale + 4)
  const path = (hex: string, end: string) =>
    new RegExp(`q\n([^q]*)${end}\n/DeviceRGB CS\n${colourOf(hex)} SCN\nS\nQ\n`)
  const [, dashed] = path(colours.pen, '0 10 m\n100 10 l').exec(drawings[0] ?? '') ?? []
  expect(dashed).toBe('2 w\n1 j\n1 J\n0 J\n[4 3] 0 d\n')
  const [, solid] = path(colours.limit, '0 20 m\n200 20 l').exec(drawings[0] ?? '') ?? []
  expect(solid).toBe('1.5 w\n1 j\n1 J\n')
  expect(drawings[0]).toContain(`10 20 30 40 re\n/DeviceRGB cs\n${colourOf(colours.gap)} scn\nf\n`)
  expect(drawings[0]).toContain(`${colourOf(colours.soft)} scn`)
  expect(drawings[0]?.match(/^q$/gm)?.length).toBe(drawings[0]?.match(/^Q$/gm)?.length)
})

test('EX66 what belongs together begins on the page where all of it fits', async () => {
  const heading: Block = { kind: 'heading', text: 'The second' }
  const together = await drawn([
    [lines(40)],
    [heading, picture(400, [label('in it', 9, 9, 'start')])],
  ])
  expect(together.find('line 39').page).toBe(1)
  expect([together.find('The second').page, together.find('in it').page]).toEqual([2, 2])
  // What fits no page begins where it is.
  const long = await drawn([[lines(5)], [heading, lines(90)]])
  expect([long.find('The second').page, long.pages]).toEqual([1, 2])
  const figures = Array.from({ length: 60 }, (_, index) => ({ name: `n${index}`, value: 'v' }))
  const shares = Array.from({ length: 20 }, (_, index) => ({
    ...{ tone: 'on' as const, name: `s${index}`, time: '', percent: '' },
  }))
  const several: Block[][] = [[{ kind: 'figures', figures }], [{ kind: 'shares', shares }]]
  for (const [block] of several) {
    if (!block) continue
    const { find } = await drawn([[lines(35)], [heading, block]])
    expect(find('The second').page, block.kind).toBe(2)
  }
})

test('EX66 no heading is left alone at the end of a page, and no part of a drawing', async () => {
  const heading: Block = { kind: 'heading', text: 'The second' }
  for (let count = 48; count < 62; count += 2) {
    const group = [lines(count), heading, lines(20)]
    const { texts, find } = await drawn([group])
    const { page, base } = find('The second')
    const below = texts.filter((each) => each.page === page && each.base > base + 1)
    expect(
      below.some(({ text }) => text.startsWith('line')),
      `${count}`,
    ).toBe(true)
  }
  const group = [
    lines(60),
    picture(300, [label('high', 9, 9, 'start'), label('low', 9, 299, 'end')]),
  ]
  const { find } = await drawn([group, [lines(60)]])
  expect([find('high').page, find('low').page]).toEqual([2, 2])
})

test('EX66 figures and shares that are more than a page has go on at the next', async () => {
  const shares = Array.from({ length: 90 }, (_, index) => ({
    ...{ tone: 'on' as const, name: `s${index}`, time: '1 h', percent: '1 %' },
  }))
  const figures = Array.from({ length: 150 }, (_, index) => ({ name: `n${index}`, value: 'v' }))
  for (const block of [
    { kind: 'shares', shares } as const,
    { kind: 'figures', figures } as const,
  ]) {
    const { texts, pages } = await drawn([[block]])
    expect(pages).toBe(2)
    const shown = texts.filter(({ text }) => /^[sn]\d+/.test(text))
    expect(shown).toHaveLength(block.kind === 'shares' ? 90 : 150)
    for (const { base, text } of shown) expect(base, text).toBeLessThan(841.89 - 40 - 22)
  }
})

test('EX66 empty lines to write on are six, together, far enough apart', async () => {
  const rules = (drawing = '') =>
    [...drawing.matchAll(/^0\.5 w\n40 ([\d.]+) m\n555\.28 \1 l$/gm)].map(([, y]) => Number(y))
  const notes: Block = { kind: 'notes', name: 'Notes', text: null }
  const first = rules((await drawn([[notes]])).drawings[0])
  expect(first.map((y, index) => Math.round(y - (first[index - 1] ?? y)))).toEqual([
    ...[0, 22, 22, 22, 22, 22],
  ])
  const { drawings, find } = await drawn([[lines(48)], [notes]])
  expect(drawings.map((drawing) => rules(drawing).length)).toEqual([0, 6])
  expect(find('Notes').page).toBe(2)
  const written = await drawn([[{ ...notes, text: 'All is well' }]])
  expect(rules(written.drawings[0])).toEqual([])
  expect(written.find('All is well').base).toBeGreaterThan(written.find('Notes').base)
})

test('EX66 each page has its number and the site, and all but the first the title', async () => {
  const { texts, pages, find } = await drawn([[lines(130)]], [{ name: 'Site', value: 'Hall 3' }])
  expect(pages).toBe(3)
  const on = (text: string) => texts.filter((each) => each.text === text).map(({ page }) => page)
  expect([on('Plant'), on('The file'), on('Shift report')]).toEqual([[1, 2, 3], [2, 3], [1]])
  for (const page of [1, 2, 3]) expect(on(`Page ${page} of 3`)).toEqual([page])
  expect(find('Page 1 of 3').right).toBeCloseTo(right, 0)
  expect(find('Plant').left).toBeCloseTo(left)
  expect(find('Hall 3').base).toBeGreaterThan(find('Shift report').base)
})
