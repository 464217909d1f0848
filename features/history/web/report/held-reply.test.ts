import { expect, test } from 'vitest'
import { ApiError, type FailureCode } from '#kit/web/calls/api-error.ts'
import { behindSince, heldOutcome } from './held-reply.ts'
import type { ReceivedReport } from './query-report.ts'

const minute = 60_000
const hour = 60 * minute
const midnight = 1_795_132_800_000
const failure = (status: number, code: FailureCode) => new ApiError({ status, code, message: '' })
const away = failure(0, 'no_response')
const wanted = (from: number, to: number, sensor = 'flow') => ({
  ...{ thing: 'PUMP-1', sensor, from, to, width: 800 },
})

/** What came at `receivedAt` of a range. */
const reply = (from: number, to: number, receivedAt = to + 200) =>
  ({
    report: { from, to, sensor: { lesiId: 'PUMP-1', key: 'flow' } },
    receivedAt,
  }) as ReceivedReport

const shown = reply(midnight, midnight + hour)
const grown = wanted(midnight, midnight + hour + 2 * minute)

test('HI165 while the server is away a period that goes on stays as it was shown', () => {
  for (const error of [away, failure(502, 'unreadable'), failure(503, 'starting')]) {
    const held = { data: shown, error: null }
    expect(heldOutcome({ data: undefined, error }, shown, grown)).toEqual(held)
    // Asked for again without having grown.
    expect(heldOutcome({ data: shown, error }, undefined, grown)).toEqual(held)
  }
  const week = reply(midnight - 168 * hour, midnight)
  const later = wanted(midnight - 167 * hour, midnight + hour)
  expect(heldOutcome({ data: undefined, error: away }, week, later).data).toBe(week)
})

test.each([
  ['a refusal', failure(403, 'forbidden'), grown],
  ['a sensor that is gone', failure(404, 'not_found'), grown],
  ['a fault of the server', failure(500, 'internal'), grown],
  ['another sensor', away, { ...grown, sensor: 'level' }],
  ['an earlier period', away, wanted(midnight - 24 * hour, midnight)],
  ['a part that is zoomed to', away, wanted(midnight + minute, midnight + hour)],
  ['a period that is over by then', away, wanted(midnight + 2 * hour, midnight + 3 * hour)],
])('HI165 of %s the failure is shown', (_, error, after) => {
  const failed = { data: undefined, error }
  expect(heldOutcome(failed, shown, after)).toEqual(failed)
})

test('HI165 what was no period of the present says nothing of a longer one', () => {
  const old = reply(midnight, midnight + hour, midnight + 9 * hour)
  const failed = { data: undefined, error: away }
  expect(heldOutcome(failed, old, wanted(midnight, midnight + 8 * hour))).toEqual(failed)
})

test('HI165 a rights failure takes away what is there', () => {
  const closed = { data: shown, error: failure(403, 'forbidden') }
  expect(heldOutcome(closed, shown, grown)).toEqual(closed)
})

test('HI175 of a period that goes on it is said since when it was not brought up to date', () => {
  const before = reply(midnight, midnight + hour)
  const longer = wanted(midnight, midnight + 2 * hour)
  expect(behindSince(before, longer.to)).toBeNull()
  heldOutcome({ data: undefined, error: away }, before, longer)
  expect(behindSince(before, longer.to)).toBe(before.receivedAt)
  // While it is asked for again as well.
  heldOutcome({ data: before, error: null }, undefined, longer)
  expect(behindSince(before, longer.to)).toBe(before.receivedAt)
  // There is nothing to add to what had ended when it came.
  expect(behindSince(before, before.report.to)).toBeNull()
  expect(behindSince(reply(midnight, midnight + hour), longer.to)).toBeNull()
})

test('HI175 a failure that is not shown, of a later question, is stated as well', () => {
  const today = reply(midnight, midnight + hour)
  heldOutcome({ data: today, error: failure(500, 'internal') }, undefined, grown)
  expect(behindSince(today, grown.to)).toBe(today.receivedAt)
})
