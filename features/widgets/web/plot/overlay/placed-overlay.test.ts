import { expect, test } from 'vitest'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { overlayLevels, overlayMarks, overlaySpans, remarksOf } from './overlay-items.ts'

const range = { from: 1_000, to: 2_000 }
const span = (key: string, from: number, to: number, more: Partial<ChartSpan> = {}): ChartSpan => ({
  ...{ key, from, to, label: `${key} label`, sign: key, colour: '--p1', ...more },
})
const level = (value: number) => ({
  ...{ key: `l${value}`, sensorId: 1, value, label: `Limit ${value}`, colour: '--p2' },
})
const axis = { low: 0, high: 100, ticks: [], decimals: 0 }

test('WD51 what goes on reaches to the right edge, and what is over is not drawn', () => {
  const spans = [span('a', 0, 900), span('b', 500, 1_250), span('c', 1_500, Infinity)]
  const drawn = overlaySpans(spans, range, 12)
  expect(drawn.map(({ left, width }) => [left, width])).toEqual([
    [0, 0.25],
    [0.5, 0.5],
  ])
  expect(overlaySpans(spans, range, 1)).toEqual(drawn.slice(1))
})

test('WD51 alarms of readings that came late do not become a hatch', () => {
  const late = [0, 5, 10, 40, 45].map((ms) =>
    span(`late ${ms}`, 1_500 + ms, 1_500 + ms, { isHollow: true }),
  )
  expect(overlaySpans(late, range, 12).map(({ left }) => left)).toEqual([0.5, 0.54])
})

test('WD51 signs that would lie on each other are one, the most important one', () => {
  const spans = [span('x', 1_400, 1_400), span('p', 1_410, 1_500, { rank: 1, colour: '--p3' })]
  const marks = overlayMarks([...spans, span('y', 1_900, 1_900)], range, 8)
  expect(marks.map(({ sign }) => sign)).toEqual(['p+', 'y'])
  expect(marks[0]).toMatchObject({ colour: '--p3', label: 'x label\np label' })
  expect(marks[0]?.left).toBeCloseTo(0.4)
})

test('WD51 limits of rules are lines within the scale; no name lies on another', () => {
  const levels = overlayLevels([level(20), level(50), level(55), level(120)], axis, 6)
  expect(levels.map(({ top, name }) => [Math.round(top * 100), name])).toEqual([
    [45, 'Limit 55'],
    [50, ''],
    [80, 'Limit 20'],
  ])
})

test('WD51 the tip lists all lines, and the spans in view', () => {
  const spans = [span('a', 0, 900), span('b', 1_100, 1_100)]
  expect(remarksOf({ spans, levels: [level(120)] }, range)).toEqual(['Limit 120', 'b label'])
})
