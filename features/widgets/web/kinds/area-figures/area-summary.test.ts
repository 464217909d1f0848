import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import type { LiveSource } from '#kit/web/live/values/freshness.ts'
import type { LiveDeviceStatus, LiveValue } from '#kit/web/live/values/live-state.ts'
import { testView, viewNow } from '#testing/widgets/views.ts'
import { areaSummary } from './area-summary.ts'

const { sensor } = testView()
const sensors: readonly Sensor[] = [1, 2, 3, 4, 5, 6].map((id) => ({
  ...{ ...sensor, id, deviceId: id },
  ...{ lowerAlarm: 0, upperAlarm: 10 },
}))
const reading = (parts: Partial<LiveValue> = {}): LiveValue => ({
  ...{ time: viewNow, value: 5, quality: 0, previous: undefined },
  ...{ since: viewNow, isSinceExact: false, ...parts },
})
const sourceOf = (
  readings: Readonly<Record<number, LiveValue>>,
  devices: Readonly<Record<number, LiveDeviceStatus>> = {},
  unknown: readonly number[] = [],
): LiveSource => ({
  reading: (id) => readings[id],
  device: (id) => devices[id],
  isKnown: (id) => !unknown.includes(id),
})
const summaryOf = (...input: Parameters<typeof sourceOf>) =>
  areaSummary(sensors, sourceOf(...input), viewNow)

test('WD46 each sensor is counted by its condition, one beyond a limit also as live', () => {
  const { counts, loading } = summaryOf(
    {
      ...{ 1: reading(), 2: reading({ quality: 1 }), 3: reading({ value: 12 }) },
      ...{ 4: reading({ time: viewNow - 60_000 }), 5: reading({ quality: 2 }) },
    },
    { 6: { status: 'offline', since: 1 } },
  )
  expect(counts).toEqual({ live: 3, stale: 1, offline: 1, bad: 1, waiting: 0, beyond: 1 })
  expect(loading).toBe(0)
})

test('WD46 what the server has not reported yet is not counted as anything', () => {
  const { counts, loading } = summaryOf({ 1: reading() }, {}, [2, 3])
  expect(counts).toMatchObject({ live: 1, waiting: 3 })
  expect(loading).toBe(2)
})

test('WD46 the worst is the furthest beyond its limit, in widths of its band', () => {
  const { worst } = summaryOf({
    ...{ 1: reading({ value: 11 }), 2: reading({ value: -4 }), 3: reading({ value: 12 }) },
    4: reading({ quality: 2 }),
  })
  expect(worst).toMatchObject({ sensor: { id: 2 }, condition: 'good' })
})

test('WD46 else a bad value is the worst, else the one offline for the longest, else stale', () => {
  const offline = {
    5: { status: 'offline', since: viewNow - 100_000 },
    6: { status: 'offline', since: viewNow - 200_000 },
  } as const
  const stale = { 3: reading({ time: viewNow - 40_000 }), 4: reading({ time: viewNow - 90_000 }) }
  expect(summaryOf({ 1: reading({ quality: 2 }), ...stale }, offline).worst?.sensor.id).toBe(1)
  expect(summaryOf(stale, offline).worst?.sensor.id).toBe(6)
  expect(summaryOf(stale).worst?.sensor.id).toBe(4)
  expect(summaryOf({ 1: reading() }).worst).toBeNull()
})
