import { describe, expect, it } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import type { LiveValue } from '#kit/web/live/values/live-state.ts'
import { severityOf } from '#kit/web/live/values/severity.ts'
import { isSameSummary, summarise } from './summary.ts'

const sensor = (id: number, deviceId: number) =>
  ({
    ...{ id, deviceId, intervalMs: 1_000, type: 'analog', scaleLow: null, scaleHigh: null },
    ...{ lowerAlarm: null, upperAlarm: 0.5 },
  }) as Sensor
const device = (id: number) =>
  ({
    id,
    lesiId: `D-${id}`,
    name: '',
    relation: null,
    contractStart: null,
    contractEnd: null,
    access: 'open',
    status: 'online',
    statusSince: null,
    lastSeen: null,
    sensorCount: 1,
  }) as const
const value = (time: number, quality: 0 | 1 | 2): LiveValue => ({
  time,
  value: 1,
  quality,
  previous: undefined,
  since: 0,
  isSinceExact: false,
})

describe('summary', () => {
  const values = new Map([
    [1, value(9_000, 0)],
    [2, value(9_000, 2)],
    [3, value(1_000, 0)],
    [5, value(9_000, 0)],
    [6, value(9_000, 1)],
  ])
  const live = {
    reading: (id: number) => values.get(id),
    isKnown: (id: number) => id !== 7,
    device: (id: number) => (id === 2 ? ({ status: 'offline', since: 5 } as const) : undefined),
  }
  const sensors = [1, 2, 3, 4, 6].map((id) => sensor(id, 1)).concat(sensor(5, 2))

  it('DB4 counts each sensor once and lists which are not live', () => {
    const summary = summarise(sensors, [device(1), device(2)], live, 10_000)
    expect(summary.counts).toEqual({
      offline: 1,
      loading: 0,
      waiting: 1,
      bad: 1,
      stale: 1,
      uncertain: 1,
      good: 1,
    })
    expect([...summary.notLive].toSorted()).toEqual([2, 3, 4, 5])
    expect(summary.online).toEqual([true, false])
  })
  it('DB12 what has not arrived yet is counted as nothing else', () => {
    const summary = summarise([sensor(1, 1), sensor(7, 1)], [device(1)], live, 10_000)
    expect(summary.counts).toMatchObject({ loading: 1, waiting: 0, good: 1 })
    expect(summary.notLive.size).toBe(0)
  })
  it('DB4 sees which sensor it is, not only how many', () => {
    const one = summarise([sensor(1, 1), sensor(3, 1)], [], live, 10_000)
    const other = summarise(
      [sensor(1, 1), sensor(3, 1)],
      [],
      { ...live, reading: (id) => values.get(id === 1 ? 3 : 1) },
      10_000,
    )
    expect(isSameSummary(one, one)).toBe(true)
    expect(isSameSummary(one, other)).toBe(false)
  })
  it('DB11 counts beyond limits only what is good and current', () => {
    const summary = summarise(sensors, [device(1), device(2)], live, 10_000)
    // Of those with the same value beyond the same limit: bad, stale, offline, uncertain, waiting.
    expect([...summary.beyond]).toEqual([1])
    expect(summary.limited).toBe(6)
    const atLimit = sensors.map((own) => ({ ...own, upperAlarm: 1, lowerAlarm: 1 }))
    expect(summarise(atLimit, [], live, 10_000).beyond.size).toBe(0)
  })
  it('DB11 names the stalest sensor and the device with most in trouble, else none', () => {
    const summary = summarise(sensors, [device(2), device(1)], live, 10_000)
    expect(summary.oldestStale).toEqual({ sensor: sensors[2], time: 1_000 })
    expect(summary.worstDevice).toMatchObject({ device: { id: 1 }, troubled: 4, sensors: 5 })
    const well = summarise([{ ...sensor(1, 1), upperAlarm: 2 }], [device(1)], live, 10_000)
    expect([well.oldestStale, well.worstDevice]).toEqual([null, null])
  })
  it('DB10 severity is finite and greater the farther beyond, whatever the numbers', () => {
    const limited = (own: Partial<Sensor>) => ({ ...sensor(1, 1), ...own })
    const at = (own: Partial<Sensor>, number: number) =>
      severityOf(
        limited(own),
        { ...live, reading: () => ({ ...value(9_000, 0), value: number }) },
        10_000,
      )
    expect(at({ lowerAlarm: 10, upperAlarm: 20 }, 25)).toBeCloseTo(0.5)
    expect(at({ lowerAlarm: 10, upperAlarm: 20 }, 5)).toBeCloseTo(0.5)
    expect(at({ upperAlarm: 0 }, 3)).toBeCloseTo(3)
    const ends = [-Number.MAX_VALUE, -1, -5e-324, 0, 5e-324, 1, Number.MAX_VALUE]
    for (const upperAlarm of ends)
      for (const number of ends.filter((end) => end > upperAlarm)) {
        expect(at({ upperAlarm }, number)).toBeGreaterThan(0)
        expect(at({ upperAlarm }, number)).toBeLessThan(Infinity)
      }
  })

  it('DB30 says of devices in the past what was known then, and not how they are now', () => {
    const past = summarise(sensors, [device(1), device(2)], live, 10_000, true)
    expect([past.online, past.isOnlineKnown]).toEqual([[false, false], true])
    const coming = { ...live, device: () => undefined }
    expect(summarise(sensors, [device(1)], coming, 10_000, true).isOnlineKnown).toBe(false)
    expect(summarise(sensors, [device(1)], coming, 10_000).online).toEqual([true])
  })
})
