import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOfText } from '#kit/model/time/zone.ts'
import { detailOfHref } from '#kit/web/detail/detail-address.ts'
import { chartAddress, citationTarget } from './citation-address.ts'

const place = { thing: 'OVEN-2', sensor: 'zone 3/temp&°' }
const searchOf = (href: string) => Object.fromEntries(new URLSearchParams(href.split('?')[1]))

test('AB5 a range of whole minutes is the period of its chart', () => {
  const from = Date.UTC(2026, 10, 22, 16)
  const href = chartAddress({ ...place, from, to: from + 86_400_000 }, 'Asia/Taipei')
  expect(searchOf(href)).toEqual({
    ...place,
    ...{ from: '2026-11-23T00:00', to: '2026-11-24T00:00' },
  })
})

test('AB5 a chart shows exactly the range that was read, on any wall clock', () => {
  const zones = fc.constantFrom('Asia/Taipei', 'Europe/Berlin', 'America/St_Johns', 'UTC')
  // The nights in which clocks are changed among them.
  const start = fc.oneof(
    fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2027, 0) }),
    fc.integer({ min: Date.UTC(2026, 9, 24, 22), max: Date.UTC(2026, 9, 25, 4) }),
    fc.integer({ min: Date.UTC(2026, 10, 1, 0), max: Date.UTC(2026, 10, 1, 8) }),
  )
  const length = fc.integer({ min: 1_000, max: 40 * 86_400_000 })
  const wanted = fc.record({ start, length, zone: zones, isWhole: fc.boolean() })
  fc.assert(
    fc.property(wanted, ({ start, length, zone, isWhole }) => {
      const from = isWhole ? Math.floor(start / 60_000) * 60_000 : start
      const to = from + (isWhole ? Math.ceil(length / 60_000) * 60_000 : length)
      const shown = searchOf(chartAddress({ ...place, from, to }, zone))
      const whole = [shown['from'], shown['to']].map((text) => instantOfText(text ?? '', zone) ?? 0)
      expect(whole[0]).toBeLessThanOrEqual(from)
      expect(whole[1]).toBeGreaterThanOrEqual(to)
      if (shown['zoom'] === undefined) expect(whole).toEqual([from, to])
      else expect(shown['zoom']).toBe(`${from}-${to}`)
    }),
  )
})

test('AB5 a citation leads to the details, the alarm, the device or the article it names', () => {
  const target = (citation: Parameters<typeof citationTarget>[0]) =>
    citationTarget(citation, 'Asia/Taipei').href
  const present = { ...place, kind: 'sensor', label: 'Zone 3', from: null, to: null } as const
  expect(detailOfHref(target(present))).toMatchObject({ lesiId: 'OVEN-2', key: place.sensor })
  const alarm = { ...place, kind: 'alarm', id: 41, label: 'Too hot', priority: 1, at: 0 } as const
  expect(target(alarm)).toBe('/sensoralarm/alarmlist?alarm=41')
  expect(target({ kind: 'device', thing: 'OVEN-2', label: 'Oven 2' })).toBe(
    '/cognito/cognito-info?device=OVEN-2',
  )
  expect(target({ kind: 'article', id: 9, label: 'Sticking valve' })).toBe('/articles/9')
  const devices = { kind: 'devices', label: 'Devices' } as const
  expect(target({ ...devices, status: null })).toBe('/cognito/cognito-info')
  expect(target({ ...devices, status: 'offline' })).toBe('/cognito/cognito-info?state=offline')
  const alarms = { kind: 'alarms', label: 'Alarms' } as const
  expect(target({ ...alarms, from: null, to: null })).toBe('/sensoralarm/alarmlist')
  const from = Date.UTC(2026, 10, 21, 16)
  const href = target({ ...alarms, from, to: from + 86_400_000 })
  expect(searchOf(href)).toEqual({
    ...{ tab: 'history', period: 'custom', from: '2026-11-22T00:00', to: '2026-11-23T00:00' },
  })
})
