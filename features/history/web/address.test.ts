import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asCustom,
  fittingZoom,
  isAddressOutdated,
  hasMovedOn,
  misreadParts,
  readAddress,
  type Address,
  wholeRange,
  writeAddress,
} from './address.ts'

test('HI8 an address survives being written and read', () => {
  const address = fc.record<Address>({
    thing: fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{3,20}$/)),
    sensor: fc.option(fc.string({ minLength: 1 })),
    period: fc.constantFrom<Address['period']>('today', 'last-week', '30-days', {
      from: '2026-11-20T06:00',
      to: '2026-11-20T14:30',
    }),
    zoom: fc.constantFrom(null, { from: 1_763_600_000_000, to: 1_763_600_500_000 }),
  })
  fc.assert(
    fc.property(address, (wanted) => {
      expect(readAddress({ ...writeAddress(wanted) })).toEqual(wanted)
      expect(isAddressOutdated({ ...writeAddress(wanted) })).toBe(false)
    }),
  )
})

test.each([
  [{}, 'today'],
  [{ period: 'forever' }, 'today'],
  [{ from: '2026-11-20T06:00' }, 'today'],
  [{ from: '2026-11-21T06:00', to: '2026-11-20T06:00' }, 'today'],
  [{ from: '2026-02-30T06:00', to: '2026-03-20T06:00', period: '7-days' }, '7-days'],
])('HI8 %j shows %s', (search, period) => {
  expect(readAddress(search).period).toBe(period)
  expect(readAddress({ ...search, zoom: '5-3' }).zoom).toBeNull()
})

test.each([
  [{ period: '2013-07-04..2014-06-01' }, { from: '2013-07-04T00:00', to: '2014-06-02T00:00' }],
  [{ period: 'garbage' }, { period: 'today' }],
  [{ period: '2014-06-01..2013-07-04' }, { period: 'today' }],
  [{ period: '2014-02-30..2014-03-01' }, { period: 'today' }],
  [{ period: 7 }, { period: 'today' }],
  [{ from: '2026-11-20T06:00', period: '7-days' }, { period: '7-days' }],
  [{ period: 'today', zoom: '5-3' }, { period: 'today' }],
  [{ from: '2026-11-20T06:00', to: '9999-11-20T06:00' }, { period: 'today' }],
])('HI8 the address %j becomes %j', (search, written) => {
  expect(isAddressOutdated(search)).toBe(true)
  expect(writeAddress(readAddress(search))).toEqual(written)
  expect(isAddressOutdated(written)).toBe(false)
})

test('HI8 an address that says nothing of the period is left alone', () => {
  expect(isAddressOutdated({ thing: 'BOILER-1', sensor: 'flame' })).toBe(false)
})

test('HI8 a custom period is read on the wall clock of the site', () => {
  const range = wholeRange({ from: '2026-11-20T06:00', to: '2026-11-20T14:30' }, 'Asia/Taipei', 0)
  expect(range).toEqual({
    from: Date.parse('2026-11-19T22:00:00Z'),
    to: Date.parse('2026-11-20T06:30:00Z'),
  })
  expect(asCustom(range, 'Asia/Taipei')).toEqual({
    from: '2026-11-20T06:00',
    to: '2026-11-20T14:30',
  })
})

test('HI9 a zoom stays inside the period', () => {
  const moment = fc.integer({ min: -1e6, max: 2e6 })
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const whole = { from: 0, to: 1_000_000 }
      const zoom = fittingZoom({ from: Math.min(one, other), to: Math.max(one, other) }, whole)
      if (zoom === null) {
        expect(Math.abs(one - other)).toBeGreaterThanOrEqual(whole.to)
        return
      }
      expect(zoom.from).toBeGreaterThanOrEqual(whole.from)
      expect(zoom.to).toBeLessThanOrEqual(whole.to)
      expect(zoom.to - zoom.from).toBeGreaterThanOrEqual(999)
    }),
  )
})

test('HI8 what no chart can show is named', () => {
  const fine = { thing: 'A', sensor: 'b', from: '2026-01-01T00:00', to: '2026-01-02T00:00' }
  expect(misreadParts(fine)).toEqual([])
  expect(misreadParts({ period: '2026-01-01..2026-01-31', zoom: '1-2', utm: 'x' })).toEqual([])
  expect(misreadParts({ period: 'x', zoom: '2-1', from: '2026-01-01T00:00' })).toEqual([
    'period',
    'from',
    'zoom',
  ])
  expect(misreadParts({ sensor: 'b' })).toEqual(['sensor'])
  expect(misreadParts({ thing: ['A', 'B'], sensor: '', to: fine.from, from: fine.to })).toEqual([
    'thing',
    'from',
    'to',
  ])
})

test('HI33 a period named after today means other days after the midnight of the site', () => {
  const midnight = Date.UTC(2026, 10, 22, 16)
  const moved = (period: Parameters<typeof hasMovedOn>[0], from: number, to: number) =>
    hasMovedOn(period, midnight + from, midnight + to, 'Asia/Taipei')
  for (const period of ['today', 'this-week', '7-days'] as const) {
    expect(moved(period, -1, 0)).toBe(true)
    expect(moved(period, 0, 86_399_999)).toBe(false)
    expect(moved(period, -86_400_000, -1)).toBe(false)
    // Somebody refreshed since the minute that was last looked at.
    expect(moved(period, 0, -1)).toBe(false)
  }
  expect(moved({ from: '2026-11-22T00:00', to: '2026-11-22T12:00' }, -1, 0)).toBe(false)
})
