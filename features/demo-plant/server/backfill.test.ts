import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSilenceMs } from '#features/devices/contract/device-description.ts'
import { staleAfterIntervals } from '#kit/model/sensor.ts'
import { maximumMessageBytes, maximumValuesPerMessage } from '#kit/model/limits.ts'
import { simulatePlant } from '../contract/simulation.ts'
import { BackfillDocuments, intervalsOf } from './backfill.ts'
import { LiveDocuments } from './documents.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 10, 20, 14, 32, 8, 123)
const devices = simulatePlant({ seed: 7 })

interface Sent {
  readonly lesiId: string
  readonly key: string
  readonly time: number
  readonly value: number | string
  readonly quality: string
}

type RawValue = number | string | { v: number | string; q: string }

function readingsOf(lesiId: string, payload: string): Sent[] {
  const entries: { ts: number; values: Record<string, RawValue> }[] = JSON.parse(payload)
  return entries.flatMap(({ ts, values }) =>
    Object.entries(values).map(([key, raw]) => {
      const { v, q } = typeof raw === 'object' ? raw : { v: raw, q: 'good' }
      return { lesiId, key, time: ts, value: v, quality: q }
    }),
  )
}

test('DP11 intervals cover it without gap or overlap, newest first, dense at its end', () => {
  const spans = fc.tuple(
    fc.integer({ min: 0, max: 40 * day }),
    fc.integer({ min: 0, max: 3 * day }),
    fc.integer({ min: 0, max: 12 * hour }),
  )
  fc.assert(
    fc.property(spans, ([length, dense, recent]) => {
      const from = now - length
      const recentFrom = Math.max(from, now - recent)
      const denseFrom = Math.max(from, now - recent - dense)
      const intervals = intervalsOf({ from, to: now, denseFrom, recentFrom })
      let end = now
      for (const interval of intervals) {
        expect(interval.to).toBe(end)
        expect(interval.from).toBeLessThan(interval.to)
        expect(interval.density).toBe(
          interval.from >= recentFrom
            ? 'recent'
            : interval.from >= denseFrom && interval.to > denseFrom
              ? 'dense'
              : 'sparse',
        )
        end = interval.from
      }
      expect(end).toBe(from)
    }),
  )
})

test('DP12 a back-fill keeps the limits of a document, and repeats no reading', () => {
  const range = { from: now - 3 * day, to: now, denseFrom: now - 6 * hour, recentFrom: now - hour }
  const documents = new BackfillDocuments(devices)
  const seen = new Set<string>()
  const keys = new Set<string>()
  const misplaced: string[] = []
  for (const interval of intervalsOf(range)) {
    for (const part of documents.partsOf(interval)) {
      expect(Buffer.byteLength(part.payload)).toBeLessThanOrEqual(maximumMessageBytes)
      expect(part.readings).toBeLessThanOrEqual(maximumValuesPerMessage)
      const readings = readingsOf(part.device.lesiId, part.payload)
      expect(readings).toHaveLength(part.readings)
      for (const { lesiId, key, time } of readings) {
        if (time < interval.from || time >= interval.to || part.device.isOut(time))
          misplaced.push(`${lesiId} ${key} ${time}`)
        keys.add(`${lesiId} ${key}`)
        seen.add(`${lesiId} ${key} ${time}`)
      }
    }
  }
  expect(misplaced).toEqual([])
  expect(keys.size).toBe(devices.flatMap(({ sensors }) => sensors).length)
  const total = intervalsOf(range).reduce(
    (sum, interval) =>
      sum + [...documents.partsOf(interval)].reduce((all, { readings }) => all + readings, 0),
    0,
  )
  expect(seen.size).toBe(total)
})

test('DP13 what is filled in is what the device would have sent', () => {
  const documents = new BackfillDocuments(devices)
  const from = now - 20 * 60_000
  const [interval] = intervalsOf({ from, to: now, denseFrom: from, recentFrom: now })
  if (!interval) throw new Error('No interval')
  const filled = new Map<string, Sent>()
  for (const part of documents.partsOf(interval)) {
    for (const sent of readingsOf(part.device.lesiId, part.payload))
      filled.set(`${sent.lesiId} ${sent.key} ${sent.time}`, sent)
  }
  let compared = 0
  for (const device of devices) {
    const live = new LiveDocuments(device)
    for (let time = Math.ceil(interval.from / 1_000) * 1_000; time < interval.to; time += 1_000) {
      const document = live.at(time)
      if (document === null) continue
      for (const sent of readingsOf(device.lesiId, `[${document}]`)) {
        const twin = filled.get(`${sent.lesiId} ${sent.key} ${sent.time}`)
        if (!twin) continue
        expect(sent).toEqual(twin)
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(500)
})

test('DP13 a device is silent for longer than a minute only while it is offline', () => {
  const range = {
    from: now - 7 * day,
    to: now,
    denseFrom: now - 2 * day,
    recentFrom: now - 6 * hour,
  }
  const documents = new BackfillDocuments(devices)
  const times = new Map(devices.map(({ lesiId }) => [lesiId, new Set<number>()]))
  for (const interval of intervalsOf(range))
    for (const { device, payload } of documents.partsOf(interval))
      for (const { ts } of JSON.parse(payload)) times.get(device.lesiId)?.add(ts)
  for (const { lesiId, isOut } of devices) {
    const all = [...(times.get(lesiId) ?? [])].toSorted((one, other) => one - other)
    const silences = all.flatMap((time, place) => {
      const before = all[place - 1] ?? time
      return time - before > defaultSilenceMs ? [[before, time] as const] : []
    })
    for (const [before, time] of silences)
      expect(isOut((before + time) / 2), `${lesiId} ${new Date(before).toISOString()}`).toBe(true)
  }
})

test('DP22 in the last hours no value is older than a live one may be, unless it is silent', () => {
  const from = now - 40 * 60_000
  const documents = new BackfillDocuments(devices)
  const times = new Map<string, number[]>()
  for (const interval of intervalsOf({ from, to: now, denseFrom: from, recentFrom: from }))
    for (const part of documents.partsOf(interval))
      for (const { lesiId, key, time } of readingsOf(part.device.lesiId, part.payload)) {
        const name = `${lesiId} ${key}`
        times.set(name, [...(times.get(name) ?? []), time])
      }
  for (const device of devices)
    for (const { definition, qualityAt } of device.sensors) {
      const own = [...(times.get(`${device.lesiId} ${definition.key}`) ?? []), from, now]
      const sorted = own.toSorted((one, other) => one - other)
      const stale = sorted.flatMap((time, place) => {
        const before = sorted[place - 1] ?? time
        const isLate = time - before > staleAfterIntervals * definition.intervalMs
        return isLate && qualityAt(time - 1) !== 'silent' && !device.isOut(time - 1) ? [time] : []
      })
      expect(stale, `${device.lesiId} ${definition.key}`).toEqual([])
    }
})

test('DP14 live: every sensor is read within its expected interval unless silent', () => {
  const start = Math.floor(now / 60_000) * 60_000
  for (const device of devices) {
    const live = new LiveDocuments(device)
    const last = new Map(device.sensors.map(({ definition }) => [definition.key, start]))
    const values = new Map<string, number | string>()
    for (let time = start; time < start + 180_000; time += 1_000) {
      for (const { key, value } of readingsOf(
        device.lesiId,
        `[${live.at(time) ?? '{"ts":0,"values":{}}'}]`,
      )) {
        last.set(key, time)
        values.set(key, value)
      }
      for (const { definition, at, qualityAt } of device.sensors) {
        if (qualityAt(time) === 'silent') last.set(definition.key, time)
        expect(
          time - (last.get(definition.key) ?? 0),
          `${device.lesiId} ${definition.key}`,
        ).toBeLessThan(definition.intervalMs)
        const holds = ['lamp', 'detector', 'string'].includes(definition.type)
        if (holds && values.has(definition.key)) expect(values.get(definition.key)).toBe(at(time))
      }
    }
  }
})
