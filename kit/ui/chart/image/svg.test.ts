import { createRequire } from 'node:module'
import fc from 'fast-check'
import { openSync } from 'fontkit'
import { expect, it } from 'vitest'
import { textWidth } from '#kit/model/text/text-width.ts'
import { lineOf } from '../data/line.ts'
import type { ChartImage } from './chart-image.ts'
import { svgDocument } from './svg-document.ts'
import { escaped, svg, wrapped } from './svg.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom('</text><script>alert(1)</script>', '" onload="x', ']]>', '&#0;', '\ud800'),
)

const line = lineOf(
  {
    ...{ length: 3, firstTime: [0, 10, 20], lastTime: [0, 10, 20], first: [1, 5, 3] },
    ...{ minimum: [1, 5, 3], maximum: [1, 5, 3], last: [1, 5, 3] },
    ...{ count: null, uncertain: null, badCount: null },
  },
  [],
)

const imageOf = (text: string): ChartImage => ({
  ...{ title: text, lines: [text], range: { from: 0, to: 20 }, gaps: [{ from: 4, to: 8 }] },
  curves: [
    {
      ...{ name: text, line, comparison: line, side: 0, colour: 'var(--pen-1)', dash: [] },
      ...{ bad: [{ from: 12, to: 13 }], uncertain: [] },
    },
  ],
  timelines: [
    {
      ...{ name: text, gaps: [], bad: [] },
      blocks: [{ from: 0, to: 20, colour: 'var(--lamp-green)', word: text }],
    },
  ],
  axes: [{ unit: text, range: [0, 6] }, null],
  limits: [{ value: 4, text }],
  ...{ gapName: text, comparedName: text, badName: text, uncertainName: text, footer: text },
  spans: [{ key: 'a', from: 5, to: 9, label: text, sign: '1', colour: '--ink-2' }],
  format: { offsetAt: () => 0, tick: () => text, axisValue: String },
})

const style = { token: () => '#123456', fontFamily: '"Inter", sans-serif' }
const elements = 'svg|title|defs|pattern|rect|clipPath|g|path|text|circle'
const tag = new RegExp(`</?(?:${elements})(?: [\\w-]+="[^"<&]*(?:&[\\w#]+;[^"<&]*)*")*/?>`, 'g')

it('CH31 whatever a text holds is text: no other markup, and nothing that XML cannot hold', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = svgDocument(imageOf(text), style).text
      const rest = written.replaceAll(tag, '')
      expect(rest).not.toMatch(/[<>"]/)
      expect(rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
      // oxlint-disable-next-line no-control-regex
      expect(written).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
      expect(written.isWellFormed()).toBe(true)
    }),
  )
})

it('CH31 title, period, unit, limit, legend, annotation and footer are in the file', () => {
  const image = imageOf('x')
  const words = { title: 'Boiler · Pressure', lines: ['2026-11-20, Europe/Berlin'], footer: 'Made' }
  const { text } = svgDocument({ ...image, ...words }, style)
  for (const each of ['Boiler · Pressure', '2026-11-20, Europe/Berlin', 'Made', '>x</text>'])
    expect(text).toContain(each)
})

const unitText = /<text x="([\d.-]+)" text-anchor="(start|end)"[^>]*font-weight="600"[^>]*>(.*?)</g

it.each([
  ['m³/h', 'A, bar, L/min, V'],
  ['pieces per minute', '°C, mm/s, м³/ч, 立方公尺/小時'],
  ['units without an end '.repeat(20), 'units without an end '.repeat(20)],
])('CH31 units of the axes stay in the picture: %s and %s', (left, right) => {
  const axes: ChartImage['axes'] = [
    { unit: left, range: [0, 6] },
    { unit: right, range: [0, 6] },
  ]
  const { text } = svgDocument({ ...imageOf('x'), axes }, style)
  const spans = [...text.matchAll(unitText)].map(([, x, anchor, unit = '']) => {
    const width = textWidth(unit, 12)
    const from = Number(x) - (anchor === 'end' ? width : 0)
    return { from, to: from + width }
  })
  expect(spans).toHaveLength(2)
  for (const { from, to } of spans) {
    expect(from).toBeGreaterThanOrEqual(0)
    expect(to).toBeLessThanOrEqual(1_200)
  }
  expect(spans[0]?.to).toBeLessThan(spans[1]?.from ?? 0)
})

it('CH14 texts of a timeline are divided, and shortened where they do not fit', () => {
  const blocks = ['A short one', 'One that is '.repeat(20)].map((word, index) => ({
    ...{ from: index * 10, to: index * 10 + 10, colour: 'grey', word, isText: true as const },
  }))
  const timelines = [{ name: 'Recipe', gaps: [], bad: [], blocks }]
  const named = { ...style, token: (name: string) => name }
  const { text } = svgDocument({ ...imageOf('x'), timelines }, named)
  expect(text).toContain('>A short one</text>')
  expect(text).toMatch(/>One that is [^<]*…<\/text>/)
  expect([...text.matchAll(/stroke="--surface" stroke-width="1"/g)]).toHaveLength(2)
})

it('CH31 letters of all languages stay as they are', () => {
  for (const text of ['Насос', '冷卻水幫浦', 'Máy bơm nước', '🛠', 'a\nb'])
    expect(escaped(text)).toBe(text)
  expect(svg('text', { x: 1.23456 }, 'a < b').text).toBe('<text x="1.23">a &lt; b</text>')
})

it('CH31 no line is wider than the picture, and no letter is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const lines = wrapped(text, 12, 120)
      for (const each of lines) expect(textWidth(each, 12)).toBeLessThanOrEqual(120 + 12)
      expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
    }),
  )
})

const bold = openSync(
  createRequire(import.meta.url).resolve(
    '@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf',
  ),
)

it.each([
  'Насосная станция второго подъёма, северная площадка, ёмкость № 12, щит управления '.repeat(2),
  'ЩИТ УПРАВЛЕНИЯ ЖИДКИМ ТОПЛИВОМ, ШКАФ ФЫЮЖ '.repeat(4),
  'Wastewater plant MMWW, common pumps & mixers, 100 % of the load @ night '.repeat(3),
  'Trạm bơm nước thải đô thị, phòng điều khiển trung tâm, đường ống xả '.repeat(3),
  '鍋爐溫度感測器（進水口）廠區水處理 '.repeat(10),
])('CH31 a long title is broken before the edge, and its sensor stays: %s', (device) => {
  if (!('layout' in bold)) throw new Error('the font is a collection')
  const widthOf = (line: string) => (bold.layout(line).advanceWidth / bold.unitsPerEm) * 20
  const { text } = svgDocument({ ...imageOf('x'), title: `${device}· Давление на выходе` }, style)
  const lines = [...text.matchAll(/font-size="20"[^>]*>([^<]*)</g)].map(([, line = '']) =>
    line.replaceAll('&amp;', '&'),
  )
  expect(lines.join(' ')).toMatch(/Давление на выходе$/)
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(1_200 - 2 * 28)
})
