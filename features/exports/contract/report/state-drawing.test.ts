import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import type { Mark } from './document.ts'
import type { ReportFormat } from './format.ts'
import { stateDrawing, stateStyle } from './state-drawing.ts'
import { reportWords } from './words.ts'

const lamp: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'PUMP-1', key: 'mode', alias: 'Mode', type: 'lamp', unit: '' },
  ...{ decimals: 0, lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 60_000, states: {}, isNew: false },
}
const hour = 3_600_000
const range = { from: 0, to: 8 * hour }
const format = { timezone: 'UTC', tick: () => '' } as unknown as ReportFormat

function marksOf(segments: readonly Segment[], sensor = lamp): readonly Mark[] {
  const styleOf = stateStyle(sensor, reportWords('en'))
  const { marks } = stateDrawing({
    ...{ segments, gaps: [], bad: [], annotations: [], range, styleOf, format, text: 'States' },
  })
  return marks
}
const words = (marks: readonly Mark[]) =>
  marks.flatMap((mark) => (mark.kind === 'text' && mark.text !== '' ? [mark.text] : []))
const divisions = (marks: readonly Mark[]) =>
  marks.flatMap((mark) => (mark.kind === 'path' && mark.tone === 'paper' ? [mark.d] : []))

test('EX22 neighbouring states of one colour are divided, and named where there is room', () => {
  const marks = marksOf([
    { from: 0, to: 3 * hour, state: '7' },
    { from: 3 * hour, to: 6 * hour, state: '8' },
    { from: 6 * hour, to: 6 * hour + 60_000, state: '9' },
    { from: 7 * hour, to: 8 * hour, state: '10' },
  ])
  expect(words(marks)).toEqual(['7', '8', '10'])
  expect(divisions(marks)).toEqual(['M303.3 6V34', 'M548.5 6V34'])
})

test('EX22 states of two colours meet without a line; their words are in the language', () => {
  const sensor = { ...lamp, states: { 1: { word: 'Running', colour: 'green' as const } } }
  const marks = marksOf(
    [
      { from: 0, to: 4 * hour, state: '1' },
      { from: 4 * hour, to: 6 * hour, state: '8' },
      { from: 6 * hour, to: 8 * hour, state: null },
    ],
    sensor,
  )
  expect(words(marks)).toEqual(['Running', '8'])
  expect(divisions(marks)).toEqual([])
})

test('EX22 lines between many short states leave their colour to be seen', () => {
  const segments = Array.from({ length: 4_000 }, (_, index) => ({
    ...{ from: index * 7_200, to: (index + 1) * 7_200, state: String(7 + (index % 2)) },
  }))
  const marks = marksOf(segments)
  expect(words(marks)).toEqual([])
  expect(divisions(marks).length).toBeLessThan(250)
})
