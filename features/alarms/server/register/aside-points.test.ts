import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { active, operator, only, send, sensorOf, site } from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { evaluationCheck } from '../evaluation/evaluation-check.ts'
import { readCheckpoint } from '../evaluation/checkpoint-store.ts'
import type { EvaluatedPoint, PointTransition } from '../evaluation/evaluated-point.ts'
import { AlarmRegister } from './alarm-register.ts'
import { OpenAlarms } from './open-alarms.ts'

const nobody: ReadonlySet<string> = new Set()

/** A register of its own on the database, whose points with trouble are tried again at once. */
function register(options: { readonly maximumBytes?: number } = {}) {
  const { sql, bus, data } = site
  const open = new OpenAlarms()
  const logged: string[] = []
  const created = new AlarmRegister(
    {
      ...{ sql, bus, clock: Date.now, open, isThere: () => true },
      log: { warn: (_: object, text?: string) => void logged.push(text ?? '') },
      sensorOf: (id) => data.catalogue.sensor(id),
      rules: { dependentsOf: () => nobody, suppressorsOf: () => nobody },
    },
    { asideRetryMs: 20, ...options },
  )
  onTestFinished(() => created.close())
  const stored = () => created.afterwards(async () => undefined)
  return { created, open, logged, stored }
}

/** A source of the device of this test. */
async function pointOf(origin: string): Promise<EvaluatedPoint> {
  if (!sensorOf()) await send({ flow: 5 })
  const of = [...site.data.alarms.evaluator.points.values()].at(-1) ?? expect.unreachable()
  return { ...of, origin }
}

/** One whose alarms nobody can make a row of, until it is repaired. */
async function defectiveOf(origin: string, sensorIds: readonly number[] = []) {
  const of = await pointOf(origin)
  let isBroken = true
  const point = {
    ...{ ...of, sensorIds },
    get rule() {
      if (isBroken) throw new TypeError('a defect of ours')
      return of.rule
    },
  }
  return { point, repair: () => void (isBroken = false) }
}

const raise = (of: EvaluatedPoint, since = 1): PointTransition => ({
  ...{ type: 'raise', since, at: since, of, value: 1 },
})

const storedOrigins = async ({ deviceId }: EvaluatedPoint) =>
  (
    await site.sql
      .selectFrom('alarms')
      .select(['origin', 'returned_at as returnedAt'])
      .where('device_id', '=', deviceId)
      .orderBy('id')
      .execute()
  ).map(({ origin, returnedAt }) => `${origin}${returnedAt === null ? '' : ' returned'}`)

test('AL74 a defect in the alarms of one source holds up no others, and is retried', async () => {
  await send({ flow: 5 })
  const { created, logged, stored } = register()
  const { point, repair } = await defectiveOf('broken')
  const many = await Promise.all([...'abcdefgh'].map((origin) => pointOf(origin)))
  for (const of of [...many.slice(0, 5), point, ...many.slice(5)]) created.take(raise(of))
  await stored()
  expect((await storedOrigins(point)).toSorted()).toEqual([...'abcdefgh'])
  expect([created.waiting, created.waitingBytes, created.isBehind]).toEqual([0, 0, false])
  expect(created.asideCount).toBe(1)
  expect(logged.filter((text) => text.includes('the others go on'))).toHaveLength(1)
  created.take({ ...raise(point, 2), type: 'return' })
  repair()
  await eventually('it is stored', () => created.asideCount === 0)
  expect((await storedOrigins(point)).at(-1)).toBe('broken returned')
})

test('AL74 where nothing can be stored it waits as it is, in its order', async () => {
  await send({ flow: 5 })
  const { created, stored } = register()
  const broken = await Promise.all(['one', 'two'].map((origin) => defectiveOf(origin)))
  for (const { point } of broken) created.take(raise(point))
  await stored()
  expect([created.asideCount, created.isBehind]).toEqual([0, true])
  expect(created.waitingBytes).toBeGreaterThan(0)
  for (const { repair } of broken) repair()
  await eventually('both are stored', () => !created.isBehind)
  expect(await storedOrigins(await pointOf('any'))).toEqual(['one', 'two'])
})

test('AL74 what waits for the repair of a defect is bounded', async () => {
  await send({ flow: 5 })
  const { created, stored } = register({ maximumBytes: 80_000 })
  const { point, repair } = await defectiveOf('broken')
  created.take(raise(point))
  created.take(raise(await pointOf('well')))
  await stored()
  for (let since = 2; since < 1_000; since++)
    created.take({ ...raise(point, since), type: since % 2 === 0 ? 'return' : 'raise' })
  expect([created.isFull, created.asideCount]).toEqual([false, 1])
  repair()
  await eventually('all is stored', () => created.asideCount === 0)
  const origins = await storedOrigins(point)
  // The first and the newest of them; the last one has not passed.
  expect(origins.length).toBeGreaterThan(40)
  expect(origins.length).toBeLessThan(60)
  expect([origins[0], origins[1], origins.at(-1)]).toEqual(['well', 'broken returned', 'broken'])
})

test('AL74 the next start evaluates again what could not be stored; it is told', async () => {
  const { alarms } = site.data
  await send({ flow: 5 })
  const sensorId = sensorOf()?.id ?? 0
  const { point } = await defectiveOf('broken', [sensorId])
  const since = Date.now() - 60_000
  alarms.register.take(raise(point, since))
  await send({ flow: 12 })
  const { id } = await only()
  await operator.post('/api/alarms/acknowledge', { ids: [id] })
  await active()
  await send({ flow: 5 }, Date.now())
  await active()
  await alarms.checkpoint()
  const { sensors, recordedAt } = (await readCheckpoint(site.sql)) ?? expect.unreachable()
  expect(new Map(sensors).get(sensorId)).toBeLessThan(since)
  expect(recordedAt).toBeLessThan(since)
  expect(evaluationCheck(alarms).notice?.()).toContain('1 sources cannot be stored')
})
