import { expect, test } from 'vitest'
import { createTrend } from '#kit/web/live/values/trend.ts'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { wordsOf } from '#testing/widgets/words.tsx'
import { tipRows } from './tip-rows.ts'

const words = wordsOf()
const day = {
  ...{ minimum: 20, maximum: 30, average: 25, first: 20, last: 25, accumulated: null },
  ...{ lastTime: viewNow, from: viewNow - 60_000, until: viewNow + 1 },
}
const hour = 3_600_000

const figuresOf = (view: Parameters<typeof testView>[0], median?: number | null) =>
  Object.fromEntries(tipRows(testView(view), words, median).slice(1))

test('WD16 the tip says whose sensor it is: those of several devices are called alike', () => {
  const [name, device] = tipRows(testView({ sensor: { lesiId: 'TANK-7' } }), words)
  expect([name?.length, device]).toEqual([1, ['Device', 'TANK-7']])
})

test('WD16 the present value is within the extremes of today', () => {
  const low = figuresOf({ reading: { value: 12 }, view: { day } })
  expect(low).toMatchObject({ "Today's minimum": '12.0 m³/h', "Today's maximum": '30.0 m³/h' })
  const bad = figuresOf({ reading: { value: 12, quality: 2 }, view: { day } })
  expect(bad).toMatchObject({ "Today's minimum": '20.0 m³/h' })
})

test('WD16 so is what was seen since the server was asked, and nothing of before midnight', () => {
  const trend = createTrend(5_000, 100)
  trend.push(viewNow - 90_000, 1)
  trend.push(viewNow - 62_000, 2)
  trend.push(viewNow - 30_000, 44)
  expect(figuresOf({ view: { day, trend } })).toMatchObject({
    ...{ "Today's minimum": '20.0 m³/h', "Today's maximum": '44.0 m³/h' },
  })
})

test('WD16 the median is between them as soon as it is there', () => {
  const labels = tipRows(testView({ view: { day } }), words).map(([label]) => label)
  expect(labels.slice(-4)).toEqual(
    ['minimum', 'median', 'average', 'maximum'].map((name) => `Today's ${name}`),
  )
  expect(figuresOf({ view: { day } })["Today's median"]).toBe('…')
  expect(figuresOf({ view: { day } }, 24)["Today's median"]).toBe('24.0 m³/h')
  expect(figuresOf({ view: { day } }, null)["Today's median"]).toBe('–')
})

test('WD20 the limits of running hours are hours', () => {
  const sensor = { type: 'timer', lowerAlarm: 3_600, upperAlarm: 360_000 } as const
  expect(figuresOf({ sensor })['Limits']).toBe('1\u00a0h 00\u00a0min … 100\u00a0h 00\u00a0min')
})

const from = viewNow - 10 * hour
const stored = {
  ...{ from, to: viewNow, until: viewNow + 1 },
  ...{ before: '1', truncated: false, activity: null },
  quality: { before: null, time: [], quality: [] },
}
const changed = { time: [viewNow - 4 * hour, viewNow - 3 * hour], state: ['0', '1'] }

test('WD15 a lamp has its availability and its time in each colour, a detector its time on', () => {
  const states = {
    1: { colour: 'green', word: 'Running' },
    0: { colour: 'red', word: 'Fault' },
  } as const
  const reading = { value: 1, since: viewNow - 3 * hour, isSinceExact: true }
  const view = { dayStates: { ...stored, ...changed } }
  expect(figuresOf({ sensor: { type: 'lamp', states }, reading, view })).toMatchObject({
    ...{
      'Availability today': '90.0\u00A0%',
      Running: '9\u00a0h 00\u00a0min',
      Fault: '1\u00a0h 00\u00a0min',
    },
  })
  expect(figuresOf({ sensor: { type: 'detector' }, reading, view })).toMatchObject({
    ...{ 'Changes today': '2', 'Time on today': '9\u00a0h 00\u00a0min' },
  })
  const cut = { dayStates: { ...stored, ...changed, truncated: true } }
  expect(figuresOf({ sensor: { type: 'detector' }, reading, view: cut })).not.toHaveProperty(
    'Changes today',
  )
})
