import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asCustom,
  dayPeriod,
  fittingZoom,
  hasGrown,
  isAddressOutdated,
  hasMovedOn,
  misreadParts,
  neighbourOf,
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
    compare: fc.constantFrom(null, 'day', 'year', '2026-11-16'),
    isTable: fc.boolean(),
    group: fc.option(
      fc.uniqueArray(
        fc.record({
          thing: fc.stringMatching(/^[A-Za-z0-9_-]{3,20}$/),
          sensor: fc.string({ minLength: 1, unit: 'grapheme' }),
        }),
        { maxLength: 12, selector: ({ thing, sensor }) => `${thing}:${sensor}` },
      ),
    ),
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
  [{ period: 'today', view: 'chart' }, { period: 'today' }],
  [{ from: '2026-11-20T06:00', to: '9999-11-20T06:00' }, { period: 'today' }],
])('HI8 the address %j becomes %j', (search, written) => {
  expect(isAddressOutdated(search)).toBe(true)
  expect(writeAddress(readAddress(search))).toEqual(written)
  expect(isAddressOutdated(written)).toBe(false)
})

test('HI8 an address without a period is left as it is', () => {
  expect(isAddressOutdated({ thing: 'BOILER-1', sensor: 'flame' })).toBe(false)
})

test('HI8 a custom period is read on the wall clock of the site', () => {
  const period = { from: '2026-11-20T06:00', to: '2026-11-20T14:30' }
  const range = wholeRange(period, 'Asia/Taipei', { zoom: null, now: 0 })
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
  expect(misreadParts({ view: 'table' })).toEqual([])
  expect(misreadParts({ view: 'pie' })).toEqual(['view'])
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

test.each([
  ['PUMP-1:flow,PUMP-1:flow', 'PUMP-1:flow'],
  ['PUMP-1:flow,nonsense,PUMP-2:a%2Cb', 'PUMP-1:flow,PUMP-2:a%2Cb'],
  ['PUMP-1:%E0%A4%A', undefined],
  ['', undefined],
  [
    Array.from({ length: 20 }, (_, index) => `PUMP-1:k${index}`).join(','),
    Array.from({ length: 12 }, (_, index) => `PUMP-1:k${index}`).join(','),
  ],
])('HI8 of the group %j stays %j', (group, written) => {
  expect(writeAddress(readAddress({ group })).group).toBe(written)
  expect(isAddressOutdated({ group })).toBe(true)
})

test('HI70 nothing chosen for a group is a group all the same, and named by nobody', () => {
  expect(readAddress({ group: '-' }).group).toEqual([])
  expect(misreadParts({ group: '-' })).toEqual([])
  expect(misreadParts({ group: 'PUMP-1:flow,nonsense' })).toEqual(['group'])
})

const zone = 'Europe/Berlin'
/** The clocks of the zone went back an hour on the morning of the 25th. */
const noon = Date.parse('2026-10-26T11:00:00Z')
const place = (period: Address['period'], now = noon) => ({
  ...{ timezone: zone, now },
  whole: wholeRange(period, zone, { zoom: null, now }),
})

test.each<[Address['period'], -1 | 1, Address['period'] | null]>([
  ['today', -1, { from: '2026-10-25T00:00', to: '2026-10-26T00:00' }],
  [
    { from: '2026-10-25T00:00', to: '2026-10-26T00:00' },
    -1,
    {
      ...{ from: '2026-10-24T00:00', to: '2026-10-25T00:00' },
    },
  ],
  [{ from: '2026-10-25T00:00', to: '2026-10-26T00:00' }, 1, 'today'],
  ['today', 1, null],
  ['7-days', 1, null],
  ['this-week', -1, { from: '2026-10-19T00:00', to: '2026-10-26T00:00' }],
  ['last-week', -1, { from: '2026-10-12T00:00', to: '2026-10-19T00:00' }],
  [
    { from: '2026-10-26T02:30', to: '2026-10-26T03:00' },
    1,
    {
      ...{ from: '2026-10-26T03:00', to: '2026-10-26T03:30' },
    },
  ],
])('HI73 beside %j in direction %j lies %j', (period, direction, expected) => {
  const next = neighbourOf({ period, zoom: null }, direction, place(period))
  expect(next?.period ?? null).toEqual(expected)
})

test.each([60, 30, 40, 90, 1])(
  'HI168 steps of %i minutes pass an hour that clocks skip',
  (minutes) => {
    const length = minutes * 60_000
    const skipped = Date.parse('2026-03-29T01:00:00Z')
    const walk = (from: string, direction: -1 | 1) => {
      const start = Date.parse(`${from}Z`)
      const text = (at: number) => new Date(at).toISOString().slice(0, 16)
      let period: Address['period'] = { from: text(start), to: text(start + length) }
      for (let steps = 0; steps < 400; steps++) {
        const range = wholeRange(period, zone, { zoom: null, now: noon })
        expect(range.to - range.from).toBeGreaterThanOrEqual(60_000)
        if (direction === 1 ? range.from > skipped : range.to < skipped) return range
        period = neighbourOf({ period, zoom: null }, direction, place(period))?.period ?? 'today'
      }
      return null
    }
    const later = walk('2026-03-29T00:00', 1)
    const earlier = walk('2026-03-29T05:00', -1)
    expect([later, earlier].map((range) => range && range.to - range.from)).toEqual([
      length,
      length,
    ])
  },
)

test('HI168 from within the hour that clocks skip steps lead out of it', () => {
  const period = { from: '2026-03-29T02:00', to: '2026-03-29T03:00' }
  const step = (direction: -1 | 1) =>
    neighbourOf({ period, zoom: null }, direction, place(period))?.period
  expect(step(1)).toEqual({ from: '2026-03-29T03:00', to: '2026-03-29T04:00' })
  expect(step(-1)).toEqual({ from: '2026-03-29T01:00', to: '2026-03-29T02:00' })
})

test('HI73 a zoom goes through its period, to its ends and no further', () => {
  const { whole } = place('today')
  const last = { from: whole.to - 90_000, to: whole.to - 30_000 }
  const step = (zoom: Address['zoom'], direction: -1 | 1) =>
    neighbourOf({ period: 'today', zoom }, direction, place('today'))?.zoom
  expect(step(last, -1)).toEqual({ from: whole.to - 150_000, to: whole.to - 90_000 })
  const end = { from: whole.to - 60_000, to: whole.to }
  expect(step(last, 1)).toEqual(end)
  expect(step(end, 1)).toBeUndefined()
})

test('HI74 a period that reaches to the present grows when that can be seen', () => {
  expect(hasGrown('today', noon, noon + 60_000)).toBe(false)
  expect(hasGrown('today', noon, noon + 90_000)).toBe(true)
  expect(hasGrown('30-days', noon, noon + 90_000)).toBe(false)
  expect(hasGrown('last-week', noon, noon + 90_000_000)).toBe(false)
  expect(hasGrown({ from: '2026-10-25T00:00', to: '2026-10-26T00:00' }, 0, noon)).toBe(false)
})

test('HI153 the day of a moment is that of the site; the present one is called today', () => {
  const now = Date.UTC(2026, 10, 20, 20)
  const dayOf = (time: number) => dayPeriod(time, 'Asia/Taipei', now)
  expect(dayOf(now - 3_600_000)).toBe('today')
  expect(dayOf(Date.UTC(2026, 10, 20, 15, 59))).toEqual({
    ...{ from: '2026-11-20T00:00', to: '2026-11-21T00:00' },
  })
  expect(dayPeriod(Date.UTC(2025, 2, 30, 12), 'Europe/Berlin', now)).toEqual({
    ...{ from: '2025-03-30T00:00', to: '2025-03-31T00:00' },
  })
})
