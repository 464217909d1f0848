import type uPlot from 'uplot'
import { afterEach, expect, it, vi } from 'vitest'
import { chartData, type TimeRange } from '../data/model.ts'
import { paintCurves, type GroupColours } from './group-paint.ts'
import { groupPicture, type GroupCurve } from './group-picture.ts'

const range: TimeRange = { from: 0, to: 1_000 }
const bbox = { left: 40, top: 10, width: 500, height: 200 }

const curve = (own: Partial<GroupCurve>): GroupCurve => ({
  data: chartData({ kind: 'raw', time: [100, 900], value: [1, 9], quality: [0, 0] }, range, 10),
  ...{ side: 0, pen: '--pen-1', dash: [], comparison: null, levels: [] },
  limits: { lower: null, upper: null },
  ...own,
})
const level = (value: number, label: string) => ({
  ...{ key: label, sensorId: 1, value, label, colour: '--warning' },
})
const curves = [
  curve({ limits: { lower: 2, upper: 8 }, levels: [level(7, 'High of the first')] }),
  curve({ side: 1, limits: { lower: null, upper: 6 }, levels: [level(5, 'High of the other')] }),
  curve({}),
]

interface Stroke {
  readonly from: readonly number[]
  readonly to: readonly number[]
  readonly dash: readonly number[]
  readonly alpha: number
}

/** A canvas that lists the straight lines and the texts that are drawn. */
function canvas() {
  const [lines, texts, order]: [Stroke[], string[], string[]] = [[], [], []]
  let [from, to, dash]: [number[], number[], number[]] = [[], [], []]
  const context = {
    ...{ canvas: { width: 600 }, globalAlpha: 1 },
    measureText: () => ({ width: 50 }),
    setLineDash: (lengths: number[]) => void (dash = lengths),
    beginPath: () => void ([from, to] = [[], []]),
    moveTo: (x: number, y: number) => void (from = [x, y]),
    lineTo: (x: number, y: number) => void (to = [x, y]),
    stroke(path?: unknown) {
      if (path !== undefined) return
      lines.push({ from, to, dash, alpha: context.globalAlpha })
      order.push('line')
    },
    fillText: (text: string) => void (texts.push(text), order.push(text)),
    ...Object.fromEntries(
      ['save', 'restore', 'rect', 'clip', 'arc', 'fill', 'fillRect'].map((name) => [
        name,
        () => {},
      ]),
    ),
  }
  return { context, lines, texts, order }
}

/** Limits and names that are drawn while a curve stands out; each axis has its own heights. */
function drawnWith(emphasis: number | null, gapName = '') {
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
    },
  )
  const { context, lines, texts, order } = canvas()
  const plot = {
    ...{ ctx: context, bbox, width: 600, over: { clientWidth: 500 } },
    valToPos: (value: number, scale: string) =>
      value * (scale === 'x' ? 0.5 : scale === 'y2' ? 20 : 10),
  } as unknown as uPlot
  const picture = groupPicture({
    ...{ curves, range, emphasis, hasRight: true, gapName, spans: [], chosenSpan: null },
    format: { offsetAt: () => 0, tick: String, moment: String, axisValue: String },
  })
  const colours = { pens: [], font: '11px x', token: (name: string) => name }
  paintCurves(plot, picture, colours as unknown as GroupColours)
  return { lines, texts, order }
}

const [left, right] = [bbox.left, bbox.left + bbox.width]
const limitAt = (y: number) => ({ from: [left, y + 0.5], to: [right, y + 0.5], dash: [5, 4] })
afterEach(() => void vi.unstubAllGlobals())

it('CH24 of a group the curve that stands out has its limits, on its own axis', () => {
  const first = drawnWith(0)
  expect(first.lines.filter(({ dash }) => dash[0] === 5)).toMatchObject([limitAt(80), limitAt(20)])
  expect(first.lines.every(({ alpha }) => alpha === 1)).toBe(true)
  expect(first.texts).toEqual(['High of the first'])
  const other = drawnWith(1)
  expect(other.lines.filter(({ dash }) => dash[0] === 5)).toMatchObject([limitAt(120)])
  expect(other.lines.filter(({ dash }) => dash[0] === 2)).toMatchObject([
    { from: [left, 100.5], to: [right, 100.5] },
  ])
  expect(other.texts).toEqual(['High of the other'])
})

it('CH24 no limit crosses the name of a span without readings', () => {
  const { order } = drawnWith(0, 'No data')
  expect(order.filter((each) => each === 'line').length).toBeGreaterThan(2)
  expect(order.at(-1)).toBe('No data')
})

it('CH24 a curve without limits has none, and while none stands out no limits are drawn', () => {
  for (const emphasis of [2, null])
    expect(drawnWith(emphasis)).toMatchObject({ lines: [], texts: [] })
})
