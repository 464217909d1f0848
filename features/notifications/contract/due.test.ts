import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { localText } from '#kit/model/time/zone.ts'
import { dueOf, isOfRoute } from './due.ts'

const route = {
  ...{
    isEnabled: true,
    priorities: [1, 2, 3] as (1 | 2 | 3)[],
    devices: [],
    areas: [],
    shifts: [],
  },
  ...{ afterMinutes: 0, digestMinutes: 0, quiet: null },
}
const site = {
  timezone: 'Europe/Berlin',
  shifts: [
    { name: 'Day', start: '06:00' },
    { name: 'Night', start: '18:00' },
  ],
}
const noon = Date.UTC(2026, 10, 20, 11)
const areas = { site: 'North', zone: '', product: 'pump' }
const alarm = { priority: 2, lesiId: 'PUMP-1', areas }

test('NT1 a route takes alarms of its priorities, devices and shifts alone', () => {
  const takes = (more: Partial<Parameters<typeof isOfRoute>[0]>, time = noon) =>
    isOfRoute({ ...route, ...more }, alarm, site, time)
  expect(takes({})).toBe(true)
  expect(takes({ isEnabled: false })).toBe(false)
  expect(takes({ priorities: [1, 3] })).toBe(false)
  expect([takes({ devices: ['PUMP-2'] }), takes({ devices: ['PUMP-2', 'PUMP-1'] })]).toEqual([
    ...[false, true],
  ])
  expect([takes({ shifts: ['Night'] }), takes({ shifts: ['Day'] })]).toEqual([false, true])
  expect(takes({ shifts: ['Night'] }, noon + 6 * 3_600_000)).toBe(true)
  expect(isOfRoute({ ...route, shifts: ['Day'] }, alarm, { ...site, shifts: [] }, noon)).toBe(false)
})

test('NT1 a route takes devices that it names and those that lie in its areas', () => {
  const takes = (more: Partial<Parameters<typeof isOfRoute>[0]>) =>
    isOfRoute({ ...route, ...more }, alarm, site, noon)
  const of = (kind: 'site' | 'zone' | 'product', name: string) => ({ areas: [{ kind, name }] })
  expect([takes(of('site', 'North')), takes(of('product', 'pump'))]).toEqual([true, true])
  expect([takes(of('site', 'pump')), takes(of('zone', 'North'))]).toEqual([false, false])
  expect(takes({ ...of('site', 'South'), devices: ['PUMP-1'] })).toBe(true)
  expect(takes({ ...of('site', 'South'), devices: ['PUMP-2'] })).toBe(false)
})

test('NT2 a delay, a digest and quiet hours say when a notice leaves', () => {
  const due = (more: Partial<Parameters<typeof dueOf>[0]>, time = noon + 60_000) =>
    localText(dueOf({ ...route, ...more }, site, time), site.timezone).slice(5)
  expect(due({})).toBe('11-20T12:01')
  expect(due({ afterMinutes: 10 })).toBe('11-20T12:11')
  expect(due({ digestMinutes: 60 })).toBe('11-20T13:00')
  expect(due({ digestMinutes: 1_440 })).toBe('11-21T00:00')
  expect(due({ quiet: { from: '12:00', to: '13:30' } })).toBe('11-20T13:30')
  expect(due({ quiet: { from: '12:02', to: '12:00' } })).toBe('11-20T12:01')
  expect(due({ quiet: { from: '22:00', to: '12:30' } })).toBe('11-20T12:30')
  expect(due({ afterMinutes: 30, quiet: { from: '12:30', to: '07:00' } })).toBe('11-21T07:00')
})

test('NT2 a notice never leaves before its alarm, nor within quiet hours', () => {
  const hour = fastCheck
    .integer({ min: 0, max: 23 })
    .map((each) => `${String(each).padStart(2, '0')}:00`)
  const times = fastCheck.record({
    quiet: fastCheck.option(fastCheck.record({ from: hour, to: hour })),
    afterMinutes: fastCheck.integer({ min: 0, max: 1_440 }),
    digestMinutes: fastCheck.integer({ min: 0, max: 1_440 }),
  })
  const moment = fastCheck.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) })
  const check = (more: Partial<Parameters<typeof dueOf>[0]>, time: number) => {
    const due = dueOf({ ...route, ...more }, site, time)
    expect(due).toBeGreaterThanOrEqual(time)
    expect(due - time).toBeLessThanOrEqual(3.2 * 86_400_000)
    const { quiet } = more
    if (!quiet) return
    const at = localText(due, site.timezone).slice(11)
    const { from, to } = quiet
    const isInside = from < to ? at >= from && at < to : from > to && (at >= from || at < to)
    expect(isInside).toBe(false)
  }
  fastCheck.assert(fastCheck.property(times, moment, check), { numRuns: 500 })
})
