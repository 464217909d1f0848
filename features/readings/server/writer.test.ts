import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { pino } from 'pino'
import type { Reading } from '#kit/model/reading.ts'
import { createBus } from '#kit/server/bus.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { systemClock } from '#kit/server/clock.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import type { StoredSpan } from './deduplication.ts'
import { firstTimes, lastReadings } from './readings-store.ts'
import { repairRollups } from './rollup-repair.ts'
import { GroupCommitWriter, writerDefaults, type WriterOptions } from './writer.ts'

let engine: TestTelemetry
let nextSensor = 1
const logger = pino({ level: 'silent' })
const base = Date.UTC(2026, 2, 1, 10)

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

function createWriter(
  options: Partial<WriterOptions> = {},
  telemetry: Telemetry = engine.telemetry,
  spans: ReadonlyMap<number, StoredSpan> = new Map(),
) {
  const bus = createBus((error) => {
    throw error
  })
  return new GroupCommitWriter({ telemetry, bus, clock: systemClock, logger }, spans, {
    ...writerDefaults,
    gatherMs: 1,
    ...options,
  })
}

const reading = (sensorId: number, offset: number, value: number | string, quality: Reading['quality'] = 'good'): Reading => ({
  sensorId,
  time: base + offset,
  value,
  quality,
})

async function stored(sensorId: number) {
  const { telemetry } = engine
  const rows = (table: string) =>
    telemetry.rows<{ at: number; value: number | string; quality: number }>(
      `SELECT toUnixTimestamp64Milli(time) AS at, value, quality FROM ${table} WHERE sensor = ${sensorId} ORDER BY time, value
       SETTINGS output_format_json_quote_64bit_integers = 0`,
    )
  return [...(await rows('numeric_readings')), ...(await rows('text_readings'))]
}

/** As a crash leaves it: the readings are on disk, their rollups are not. */
async function withoutRollups(insert: () => Promise<void>): Promise<void> {
  const views = ['numeric_rollup_minute_view', 'numeric_rollup_hour_view']
  for (const view of views) await engine.telemetry.command(`DETACH TABLE ${view}`)
  await insert()
  for (const view of views) await engine.telemetry.command(`ATTACH TABLE ${view}`)
}

/** What the rollups say, and what they should say by the readings. */
async function rollupsOf(sensorId: number) {
  const results = []
  for (const [table, bucket, size, type] of [
    ['numeric_rollup_minute', 'toStartOfMinute', 60_000, 'UInt16'],
    ['numeric_rollup_hour', 'toStartOfHour', 3_600_000, 'UInt32'],
  ] as const) {
    const offset = `to${type}(toUnixTimestamp64Milli(r.time) % ${size})`
    const truth = await engine.telemetry.rows(
      `SELECT ${bucket}(r.time) AS bucket, quality, toInt64(count()) AS number, round(sum(value), 6) AS total, min(value) AS low, max(value) AS high,
         min((${offset}, value)) AS opening, max((${offset}, value)) AS closing
       FROM numeric_readings AS r WHERE sensor = ${sensorId} GROUP BY bucket, quality ORDER BY bucket, quality`,
    )
    const rolled = await engine.telemetry.rows(
      `SELECT time AS bucket, quality, sum(count) AS number, round(sum(${table}.total), 6) AS total, min(minimum) AS low, max(maximum) AS high,
         min(first) AS opening, max(last) AS closing
       FROM ${table} WHERE sensor = ${sensorId} GROUP BY bucket, quality ORDER BY bucket, quality`,
    )
    results.push({ truth: plain(truth), rolled: plain(rolled) })
  }
  return results
}

/** Tuples come back as objects or arrays, by whether their elements have names. */
function plain(rows: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(rows), (key, value: unknown) =>
    (key === 'opening' || key === 'closing') && value !== null && typeof value === 'object' ? Object.values(value) : value,
  )
}

describe('writer', () => {
  it('RD1 resolves when numbers and texts are stored', async () => {
    const sensor = nextSensor++
    const writer = createWriter()
    await writer.write([reading(sensor, 0, 1.25), reading(sensor, 1, 'tab\tnewline\nback\\slash', 'uncertain')])
    expect(await stored(sensor)).toEqual([
      { at: base, value: 1.25, quality: 0 },
      { at: base + 1, value: 'tab\tnewline\nback\\slash', quality: 1 },
    ])
  })

  it('RD2 stores a repeated reading once, in a batch, in a later batch and after a restart', async () => {
    const sensor = nextSensor++
    const batch = [reading(sensor, 0, 1), reading(sensor, 1000, 2), reading(sensor, 1000, 2)]
    const writer = createWriter()
    await Promise.all([writer.write(batch), writer.write(batch)])
    await writer.write(batch)
    const restarted = createWriter({}, engine.telemetry, new Map([[sensor, { first: base, last: base + 1000 }]]))
    await restarted.write([...batch, reading(sensor, 2000, 3)])
    expect((await stored(sensor)).map((row) => row.value)).toEqual([1, 2, 3])
    for (const { truth, rolled } of await rollupsOf(sensor)) expect(rolled).toEqual(truth)
  })

  it('RD3 keeps two values of one sensor at one time', async () => {
    const sensor = nextSensor++
    await createWriter().write([reading(sensor, 0, 1), reading(sensor, 0, 2)])
    expect((await stored(sensor)).map((row) => row.value)).toEqual([1, 2])
  })

  it('RD4 tries again, stores once when the answer of a successful insert was lost, and rejects when the store stays away', async () => {
    const sensor = nextSensor++
    let lost = 1
    const flaky: Telemetry = {
      ...engine.telemetry,
      async insert(statement, body) {
        await engine.telemetry.insert(statement, body)
        if (lost-- > 0) throw new Error('connection lost after the insert')
      },
    }
    await createWriter({}, flaky).write([reading(sensor, 0, 1)])
    expect(await stored(sensor)).toHaveLength(1)

    const broken: Telemetry = { ...engine.telemetry, insert: () => Promise.reject(new Error('disk full')) }
    const writer = createWriter({ giveUpAfterMs: 50 }, broken)
    await expect(writer.write([reading(sensor, 5, 1)])).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(writer.waitingCount).toBe(0)
  })

  it('RD4 stores a reading once that was rejected although it had reached the disk, and repairs its rollups', async () => {
    const sensor = nextSensor++
    let away = true
    const halfway: Telemetry = {
      ...engine.telemetry,
      async insert(statement, body) {
        if (!away) return engine.telemetry.insert(statement, body)
        await withoutRollups(() => engine.telemetry.insert(statement, body))
        throw new Error('stored, but who knows')
      },
    }
    const writer = createWriter({ giveUpAfterMs: 50 }, halfway)
    await expect(writer.write([reading(sensor, 0, 7)])).rejects.toMatchObject({ code: 'store_unavailable' })
    away = false
    await writer.write([reading(sensor, 0, 7), reading(sensor, 500, 8)])
    expect((await stored(sensor)).map((row) => row.value)).toEqual([7, 8])
    for (const { truth, rolled } of await rollupsOf(sensor)) expect(rolled).toEqual(truth)
  })

  it('RD5 takes nothing beyond the limit of waiting readings', async () => {
    const sensor = nextSensor++
    const blocked = Promise.withResolvers<void>()
    const slow: Telemetry = { ...engine.telemetry, insert: () => blocked.promise }
    const writer = createWriter({ maximumWaiting: 3 }, slow)
    const first = writer.write([reading(sensor, 0, 1), reading(sensor, 1, 1), reading(sensor, 2, 1)])
    expect(writer.hasRoom()).toBe(false)
    await expect(writer.write([reading(sensor, 3, 1)])).rejects.toMatchObject({ code: 'store_unavailable' })
    blocked.resolve()
    await first
    expect(writer.hasRoom()).toBe(true)
  })

  it('RD6 keeps rollups equal to the readings, whatever comes in whatever order', async () => {
    const anyReading = fc.record({
      offset: fc.integer({ min: 0, max: 3 * 3_600_000 }),
      value: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 100) / 100),
      quality: fc.constantFrom('good', 'uncertain', 'bad'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyReading, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
        async (batches) => {
          const sensor = nextSensor++
          const writer = createWriter()
          for (const batch of batches)
            await writer.write(
              batch.map(({ offset, value, quality }) => reading(sensor, offset, value, quality as Reading['quality'])),
            )
          for (const { truth, rolled } of await rollupsOf(sensor)) expect(rolled).toEqual(truth)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('RD7 repairs rollups that lack readings', async () => {
    const sensor = nextSensor++
    await createWriter().write([reading(sensor, 0, 1), reading(sensor, 61_000, 5)])
    await withoutRollups(() =>
      createWriter().write([reading(sensor, 500, 9), reading(sensor, 61_500, -2), reading(sensor, 7_200_000, 3, 'bad')]),
    )
    expect((await rollupsOf(sensor)).some(({ truth, rolled }) => JSON.stringify(truth) !== JSON.stringify(rolled))).toBe(true)
    expect(await repairRollups(engine.telemetry)).toBeGreaterThan(0)
    for (const { truth, rolled } of await rollupsOf(sensor)) expect(rolled).toEqual(truth)
    expect(await repairRollups(engine.telemetry)).toBe(0)
  })

  it('RD8 knows the last reading of every sensor, recent or long ago', async () => {
    const [longAgo, recent, text] = [nextSensor++, nextSensor++, nextSensor++]
    const now = Date.now()
    await createWriter().write([
      reading(longAgo, 0, 1),
      reading(longAgo, 10, 2, 'bad'),
      { sensorId: recent, time: now - 5, value: 4, quality: 'uncertain' },
      { sensorId: recent, time: now - 50, value: 3, quality: 'good' },
      reading(text, 0, 'A'),
      reading(text, 5, 'B'),
    ])
    const last = await lastReadings(engine.telemetry, [longAgo, recent, text])
    const of = (sensorId: number) => last.find((entry) => entry.sensorId === sensorId)
    expect(of(longAgo)).toEqual(reading(longAgo, 10, 2, 'bad'))
    expect(of(recent)).toEqual({ sensorId: recent, time: now - 5, value: 4, quality: 'uncertain' })
    expect(of(text)).toEqual(reading(text, 5, 'B'))
    const first = await firstTimes(engine.telemetry)
    expect([longAgo, recent, text].map((id) => first.get(id))).toEqual([base, now - 50, base])
  })

  it('RD10 stores what was taken before it closes, and takes nothing more', async () => {
    const sensor = nextSensor++
    const writer = createWriter({ gatherMs: 60_000 })
    const written = writer.write([reading(sensor, 0, 1)])
    await writer.close()
    await written
    expect(await stored(sensor)).toHaveLength(1)
    await expect(writer.write([reading(sensor, 1, 1)])).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})
