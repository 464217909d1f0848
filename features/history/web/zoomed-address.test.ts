import fc from 'fast-check'
import { expect, test } from 'vitest'
import { presets } from '#kit/model/time/period.ts'
import { day } from '#kit/model/time/zone.ts'
import { fittingZoom, neighbourOf, wholeRange } from './address.ts'

const hour = 3_600_000
const zone = 'Europe/Berlin'
/** The clocks of the zone went back on the 25th; this is a Thursday. */
const noon = Date.parse('2026-10-29T12:00:00+01:00')
const at = (text: string) => Date.parse(`2026-10-${text}`)

test.each([
  ['today', '28T09:00+01:00', '28T00:00+01:00', '29T00:00+01:00'],
  ['today', '25T22:00+01:00', '25T00:00+02:00', '26T00:00+01:00'],
  ['this-week', '20T09:00+02:00', '19T00:00+02:00', '21T00:00+02:00'],
  ['last-week', '18T23:00+02:00', '12T00:00+02:00', '19T00:00+02:00'],
  ['7-days', '12T10:00+02:00', '12T10:00+02:00', '19T10:00+02:00'],
  // Of a period that still holds it nothing changes.
  ['today', '29T09:00+01:00', '29T00:00+01:00', '29T12:00+01:00'],
] as const)('HI164 %s, zoomed to an hour from %s, is from %s to %s', (period, zoomed, from, to) => {
  const zoom = { from: at(zoomed), to: at(zoomed) + hour }
  const whole = wholeRange(period, zone, { zoom, now: noon })
  expect(whole).toEqual({ from: at(from), to: at(to) })
})

test('HI164 steps and zooms stay beside what a link of another day shows', () => {
  const zoom = { from: at('28T09:00+01:00'), to: at('28T10:00+01:00') }
  const whole = wholeRange('today', zone, { zoom, now: noon })
  const step = (direction: -1 | 1) =>
    neighbourOf({ period: 'today', zoom }, direction, { whole, timezone: zone, now: noon })?.zoom
  expect(step(-1)).toEqual({ from: zoom.from - hour, to: zoom.from })
  expect(step(1)).toEqual({ from: zoom.to, to: zoom.to + hour })
  const half = { from: zoom.from, to: zoom.from + hour / 2 }
  expect(fittingZoom(half, whole)).toEqual(half)
})

test('HI9 HI164 a named period holds whatever of the past is zoomed to', () => {
  const past = fc.integer({ min: noon - 40 * day, max: noon - 2 * hour })
  const length = fc.integer({ min: 1_000, max: 40 * day })
  fc.assert(
    fc.property(fc.constantFrom(...presets), past, length, (period, from, ms) => {
      const zoom = { from, to: Math.min(from + ms, noon) }
      const whole = wholeRange(period, zone, { zoom, now: noon })
      expect(whole.from).toBeLessThanOrEqual(zoom.from)
      expect(whole.to).toBeLessThanOrEqual(noon)
      if (period !== 'last-week') expect(whole.to).toBeGreaterThanOrEqual(zoom.to)
    }),
  )
})
