import { expect, test } from 'vitest'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { ageTexts, plateTexts } from './frame-marks.tsx'
import type { SensorView } from './sensor-view.ts'
import { tipRows } from './tip-rows.ts'

const words = wordsOf()
const day = 86_400_000
const offline = { status: 'offline', since: viewNow - 60_000 } as const

test.each([
  [{ quality: 0 }, '0\u00a0s', []],
  [{ quality: 1 }, 'uncertain', ['uncertain']],
  [{ quality: 2 }, 'bad', ['bad']],
  [{ quality: 2, value: null }, 'no value', ['bad']],
  [{ quality: 0, time: viewNow - 300_000 }, 'stale 5\u00a0min', ['stale']],
  [{ quality: 1, time: viewNow - 300_000 }, 'stale 5\u00a0min · uncertain', ['stale', 'uncertain']],
  [{ quality: 2, time: viewNow - 300_000 }, 'stale 5\u00a0min · bad', ['stale', 'bad']],
] as const)('WD12 the mark of %j is "%s"', (reading, text, marks) => {
  expect(ageTexts(testView({ reading }), words)).toMatchObject({ text, marks })
})

test('CA24 a value that stays the same for longer than its sensor allows is marked', () => {
  const since = viewNow - 3_600_000
  const marked = (noChangeMs: number | null, view: Partial<SensorView> = {}, reading = {}) =>
    ageTexts(
      testView({
        sensor: { noChangeMs },
        reading: { since, isSinceExact: true, ...reading },
        view,
      }),
      words,
    )
  const mark = { text: 'no change since 11:00:00', marks: ['unchanged'], brief: '1\u00a0h' }
  expect(marked(3_599_999)).toEqual(mark)
  expect(marked(3_600_000)).toMatchObject({ text: '0\u00a0s', marks: [] })
  expect(marked(null)).toMatchObject({ marks: [] })
  const stored = [{ time: since, previous: 20, current: 21.4 }]
  expect(marked(1_000, { stored }, { since: viewNow, isSinceExact: false })).toEqual(mark)
  expect(marked(1_000, {}, { quality: 2 })).toMatchObject({ marks: ['bad'] })
  expect(marked(1_000, {}, { time: viewNow - 300_000 })).toMatchObject({ marks: ['stale'] })
})

test.each([
  [{ quality: 0 }, 'last 21.4 m³/h'],
  [{ quality: 1 }, 'last 21.4 m³/h · uncertain'],
  [{ quality: 2 }, 'last 21.4 m³/h · bad'],
  [{ quality: 2, value: null, previous: 20 }, 'last 20.0 m³/h · no value'],
  [{ quality: 2, value: null }, 'no value'],
] as const)('WD12 the plate of an offline device says of %j "%s"', (reading, last) => {
  expect(plateTexts(testView({ reading, device: offline }), words).last).toBe(last)
})

test('WD13 the plate and the tip say the day of what is not of today', () => {
  const since = viewNow - 40 * day
  const view = testView({ reading: { time: since }, device: { status: 'offline', since } })
  expect(plateTexts(view, words).since).toBe('since Oct 11, 12:00')
  expect(tipRows(view, words)).toContainEqual(['Last reading', 'Oct 11, 12:00'])
  expect(tipRows(testView(), words)).toContainEqual(['Last reading', '12:00:00'])
})
