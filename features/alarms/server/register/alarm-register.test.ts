import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  active,
  add,
  operator,
  rule,
  send,
  sensorOf,
  site,
  thing,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { readCheckpoint } from '../evaluation/checkpoint-store.ts'

test('AL5 alarms of a sensor that is gone hold up no others', async () => {
  const { register, evaluator } = site.data.alarms
  await send({ flow: 5 })
  const [of] = [...evaluator.points.values()]
  if (!of) throw new Error('there is no point')
  const gone = { ...of, sensorId: 999_999 }
  register.take({ type: 'raise', since: 1, at: 1, of: gone, value: 1 })
  await send({ flow: 12 })
  expect(await active()).toHaveLength(1)
  expect([register.waiting, register.isBehind]).toEqual([0, false])
})

test('AL68 a text that the database does not hold holds up no alarms', async () => {
  await send({ state: 'as it was' })
  await eventually('the sensor is there', () => sensorOf('state'))
  const target = { kind: 'sensors', sensors: [{ thing, key: 'state' }] }
  const repeated = { kind: 'repeated_text', text: 'E42', times: 2, withinMs: 60_000 }
  await add(rule(repeated, { name: 'Repeated', target }))
  // Some firmware ends its texts so.
  await send({ state: 'E42\0' })
  await send({ state: 'E42\0' })
  await send({ flow: 12 })
  const alarms = await active()
  expect(alarms.map(({ origin }) => origin)).toContain('upper')
  expect(alarms.find(({ ruleName }) => ruleName === 'Repeated')).toMatchObject({ value: 'E42␀' })
})

test('AL68 what the database refuses of one alarm holds up no others', async () => {
  const { register, evaluator } = site.data.alarms
  await send({ flow: 5 })
  const of = [...evaluator.points.values()].at(-1) ?? expect.unreachable()
  const refused = { ...of, origin: 'refused', rule: { ...of.rule, name: 'a\0b' } }
  for (const each of [{ ...of, origin: 'before' }, refused, { ...of, origin: 'behind' }])
    register.take({ type: 'raise', since: 1, at: 1, of: each, value: 1 })
  expect((await active()).map(({ origin }) => origin).toSorted()).toEqual(['before', 'behind'])
  expect([register.waiting, register.waitingBytes, register.isBehind]).toEqual([0, 0, false])
})

test('AL5 nothing is recorded as evaluated while alarms wait to be stored', async () => {
  const { alarms } = site.data
  await alarms.checkpoint()
  const before = await readCheckpoint(site.sql)
  await site.sql.schema.alterTable('alarms').renameTo('alarms_away').execute()
  await send({ flow: 12 })
  await alarms.checkpoint()
  const meanwhile = await readCheckpoint(site.sql)
  await site.sql.schema.alterTable('alarms_away').renameTo('alarms').execute()
  expect(meanwhile).toEqual(before)
})

test('AL12 an alarm that has passed suppresses none that comes in the same moment', async () => {
  const { id } = await add(rule({ kind: 'limit', level: 'high_high', limit: 50 }))
  await add(rule({ kind: 'limit', level: 'high', limit: 40 }, { name: 'Low', suppressedBy: [id] }))
  await send({ flow: 1 })
  const device = site.data.catalogue.device(thing)
  if (!device) throw new Error('no device')
  const documents = [55, 30, 45].map((flow, index) => ({ ts: time + 1 + index, values: { flow } }))
  await site.data.intake.take(device, Buffer.from(JSON.stringify(documents)), 'refuse')
  expect((await active()).map(({ ruleName }) => ruleName)).toContain('Low')
})

test('AL16 one alarm over blocks of late readings that came newest first', async () => {
  await send({ flow: 5 })
  const now = time
  const device = site.data.catalogue.device(thing)
  if (!device) throw new Error('no device')
  const block = async (from: number, flows: readonly number[]) => {
    const documents = flows.map((flow, index) => ({ ts: from + index * 1_000, values: { flow } }))
    await site.data.intake.take(device, Buffer.from(JSON.stringify(documents)), 'refuse')
  }
  await block(now - 10_000, [99, 98, 5])
  await block(now - 14_000, [97, 96, 95, 94])
  await block(now - 18_000, [5, 93, 92, 91])
  await block(now - 22_000, [90, 5, 89, 88])
  expect(await active()).toEqual([])
  const path = `/api/alarms?from=0&to=${Date.now()}&thing=${thing}`
  const { data } = (await operator.get(path)).json()
  expect(data).toMatchObject([
    { isLate: true, value: 93, since: now - 17_000, returnedAt: now - 9_000, phase: 'ended' },
    { isLate: true, value: 89, since: now - 20_000, returnedAt: now - 19_000 },
    { isLate: true, value: 90, since: now - 22_000, returnedAt: now - 22_000 },
  ])
  expect(data).toHaveLength(3)
})

test('AL16 what lasted in late readings is one alarm that is longer with each', async () => {
  await send({ flow: 5 })
  const now = time
  for (const [before, flow] of [5_000, 4_000, 3_000].map((each) => [each, 99] as const))
    await send({ flow }, now - before)
  await send({ flow: 5 }, now - 2_000)
  await send({ flow: 98 }, now - 1_000)
  expect(await active()).toEqual([])
  const path = `/api/alarms?from=0&to=${Date.now()}&thing=${thing}`
  const { data } = (await operator.get(path)).json()
  expect(data).toMatchObject([
    { isLate: true, value: 98, since: now - 1_000, returnedAt: now - 1_000 },
    { isLate: true, value: 99, since: now - 5_000, returnedAt: now - 3_000, phase: 'ended' },
  ])
})
