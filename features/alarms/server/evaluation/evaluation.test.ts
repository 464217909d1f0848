import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { eventually } from '#testing/eventually.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import type { AlarmCondition } from '../../contract/condition.ts'
import { AlarmEngine, tickMs } from '../alarms.ts'
import { Replay } from '../what-if/replay.ts'
import { alarmAt, countOf } from '../what-if/replayed-alarms.ts'
import { evaluationCheck } from './evaluation-check.ts'

const second = 1_000
const thing = 'PUMP'
let now = Date.now() - 20 * 3_600 * second
let site: TestApplication
let engine: AlarmEngine
let runs = 0

const startEngine = async () => {
  const { catalogue, current, presence, writer } = site.data
  const { sql, telemetry, bus } = site
  engine = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus },
    ...{ clock: () => now, timezone: 'UTC', log: { warn() {}, info() {} } },
    maximumWaitingBytes: 2_000,
  })
  await engine.start()
}

beforeAll(async () => {
  site = await startTestApplication(() => now)
  await insertDevice(site.sql, thing, 'other')
  await eventually('the device is there', () => site.data.catalogue.device(thing) !== undefined)
  const administrator = await site.clientOf(
    await site.addAccount({ email: 'admin@example.org', roles: ['admin'] }),
  )
  const target = { kind: 'pattern', type: null, product: '', tag: 'p*' }
  const conditions: readonly [AlarmCondition, object][] = [
    [{ kind: 'limit', level: 'high', limit: 10 }, {}],
    [
      { kind: 'limit', level: 'high', limit: 9 },
      { onDelayMs: 4 * second, deadband: 1 },
    ],
    [{ kind: 'limit', level: 'low', limit: 7 }, { offDelayMs: 3 * second }],
    [{ kind: 'rate', direction: 'either', change: 5, withinMs: 4 * second }, {}],
    [{ kind: 'no_change', afterMs: 5 * second }, { onDelayMs: second }],
  ]
  for (const [condition, more] of conditions)
    await administrator.post('/api/alarm-rules', {
      ...{ name: 'Rule', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
      ...{ target, condition, isLatching: false, message: {}, hours: [], suppressedBy: [] },
      ...more,
    })
  await site.data.alarms.close()
  await startEngine()
})
afterAll(async () => {
  await engine.close()
  await site.close()
})

const away = (isAway: boolean) =>
  site.sql.schema
    .alterTable(isAway ? 'alarms' : 'alarms_away')
    .renameTo(isAway ? 'alarms_away' : 'alarms')
    .execute()

interface Step {
  readonly sensor: number
  readonly gap: number
  readonly value: number
}
const steps = fc.array(
  fc.record({
    sensor: fc.integer({ min: 0, max: 2 }),
    gap: fc.integer({ min: 1, max: 4 }),
    value: fc.constantFrom(5, 6, 8, 8, 9.5, 11, 12),
  }),
  { minLength: 40, maxLength: 90 },
)

/** Sends readings as time passes, the clock of the server with them. */
async function send(all: readonly Step[], run: number): Promise<readonly Reading[]> {
  const device = site.data.catalogue.device(thing)
  if (!device) throw new Error('no device')
  const readings: Reading[] = []
  for (const { sensor, gap, value } of all) {
    const at = now + gap * second
    for (; now + tickMs < at; now += tickMs) engine.tick()
    now = at - 1
    engine.tick()
    now = at
    const document = { ts: now, values: { [`p${run}s${sensor}`]: value } }
    await site.data.intake.take(device, Buffer.from(JSON.stringify(document)), 'refuse')
    readings.push({ sensorId: sensor, time: now, value, quality: 'good' })
  }
  return readings
}

/** What an evaluation without an end would have given. */
function expected(readings: readonly Reading[], from: number) {
  const rules = engine.rules.stored.map((rule) => ({ ...rule, origin: String(rule.id) }))
  return [0, 1, 2].flatMap((id) => {
    const sensor: Sensor = {
      ...{ ...plainSensor, id, deviceId: 1, lesiId: thing, key: '', alias: '', type: 'analog' },
      ...{ unit: '', decimals: 1, lowerAlarm: null, upperAlarm: null, scaleLow: null },
      ...{ scaleHigh: null, intervalMs: 1_000, states: {}, isNew: false },
    }
    const replay = new Replay({ rules, sensor, others: [], timezone: 'UTC', from })
    replay.take(readings.filter(({ sensorId }) => sensorId === id))
    return [...replay.end(now)].flatMap(([origin, alarms]) =>
      Array.from({ length: countOf(alarms) }, (_, place) => {
        const { since, raisedAt, returnedAt } = alarmAt(alarms, place)
        return [id, origin, since, raisedAt, returnedAt]
      }),
    )
  })
}

async function stored(run: number) {
  const rows = await site.sql
    .selectFrom('alarms')
    .innerJoin('sensors', 'sensors.id', 'alarms.sensor_id')
    .select(['key', 'origin', 'since', 'raised_at', 'returned_at', 'is_late'])
    .where('key', 'like', `p${run}s%`)
    .execute()
  expect(rows.filter((row) => row.is_late)).toEqual([])
  return rows.map(({ key, origin, since, raised_at, returned_at }) => [
    ...[Number(key.split('s')[1]), origin, since.getTime(), raised_at.getTime()],
    returned_at?.getTime() ?? null,
  ])
}

const sorted = (all: readonly (readonly unknown[])[]) =>
  all.map((each) => JSON.stringify(each)).toSorted()

test('AL52 what comes while the database is away is evaluated afterwards, once', async () => {
  let stops = 0
  const check = () => evaluationCheck(engine).problem()
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(20), fc.integer({ min: 15, max: 30 }), async (all, at, back) => {
      const run = runs++
      const from = now
      const before = await send(all.slice(0, at), run)
      await away(true)
      const meanwhile = await send(all.slice(at, at + back), run)
      const since = engine.evaluation.stoppedSince
      if (since !== null) {
        stops++
        expect(check()).toContain(`are not evaluated since ${new Date(since).toISOString()}`)
        expect(engine.register.waitingBytes).toBeLessThan(4_000)
      }
      await away(false)
      const after = [...(await send(all.slice(at + back), run))]
      let next = performance.now()
      let pauseMs = 100
      await eventually('all is evaluated', async () => {
        engine.tick()
        // Some come while the last stored ones are evaluated; ever fewer, so that their alarms find
        // room however slow the machine is.
        if (engine.evaluation.stoppedSince !== null && performance.now() > next) {
          next = performance.now() + pauseMs
          pauseMs *= 2
          const value = Math.floor(after.length / 3) % 2 === 0 ? 12 : 8
          after.push(...(await send([{ sensor: 0, gap: 1, value }], run)))
        }
        await engine.register.afterwards(async () => undefined)
        return engine.evaluation.stoppedSince === null && engine.register.waitingBytes === 0
      })
      expect(await check()).toBeNull()
      now += 20 * second
      engine.tick()
      await engine.register.afterwards(async () => undefined)
      const readings = [...before, ...meanwhile, ...after]
      expect(sorted(await stored(run))).toEqual(sorted(expected(readings, from)))
    }),
    { numRuns: 4, endOnFailure: true },
  )
  expect(stops).toBeGreaterThan(0)
})

test('AL52 a server that ends while nothing is evaluated goes on at its next start', async () => {
  const run = runs++
  const from = now
  const flood = Array.from({ length: 40 }, (_, at) => ({
    ...{ sensor: at % 3, gap: 1, value: Math.floor(at / 3) % 2 === 0 ? 12 : 8 },
  }))
  const readings = [...(await send(flood.slice(0, 6), run))]
  await engine.checkpoint()
  await away(true)
  readings.push(...(await send(flood.slice(6), run)))
  expect(engine.evaluation.stoppedSince).not.toBeNull()
  await engine.close()
  await away(false)
  await site.data.writer.flush()
  await startEngine()
  await engine.register.afterwards(async () => undefined)
  const [limitRule, , , rateRule] = engine.rules.stored.map(({ id }) => String(id))
  const limit = ([, origin]: readonly unknown[]) => origin === limitRule || origin === rateRule
  expect(sorted((await stored(run)).filter(limit))).toEqual(
    sorted(expected(readings, from).filter(limit)),
  )
})

test('AL55 a limit counts at once with a clock that is set back, also over a start', async () => {
  const run = runs++
  const [limitRule] = engine.rules.stored.map(({ id }) => String(id))
  const one = (value: number) => send([{ sensor: 0, gap: 1, value }], run)
  const begun = async () => {
    await engine.register.afterwards(async () => undefined)
    const rows = (await stored(run)).filter(([, origin]) => origin === limitRule)
    return rows.map(([, , since]) => since)
  }
  await one(8)
  const before = now
  now -= 3_600 * second
  site.bus.emit('clockSetBack', { byMs: 3_600 * second, now, withinMs: second })
  await one(12)
  const first = now
  expect(await begun()).toEqual([first])
  now = before
  await one(8)
  await engine.checkpoint()
  await engine.close()
  now -= 3_600 * second
  await startEngine()
  await one(12)
  // Alarms of others may fill the room, and what came meanwhile is evaluated afterwards.
  await eventually('the alarm is stored', async () => {
    engine.tick()
    return (await begun()).length === 2
  })
  expect((await begun()).toSorted()).toEqual([first, now].toSorted())
})
