import { expect, test } from 'vitest'
import {
  add,
  administrator,
  operator,
  rule,
  send,
  site,
  stranger,
  thing,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import type { AdvisedSource, WhatIf } from '../../../contract/rule-routes.ts'

const high = (limit: number | null) => ({ kind: 'limit', level: 'high', limit })
const whatIfReply = async (body: object, client = administrator) =>
  client.post('/api/alarm-rules/what-if', { id: null, days: 1, ...body })
const outcomeOf = async (body: object): Promise<WhatIf> => (await whatIfReply(body)).json().data
async function chatter(): Promise<void> {
  for (const flow of [8, 12, 9.5, 12, 9.5, 13, 8, 11, 8]) await send({ flow })
  await site.data.writer.flush()
}

test('AL31 a deadband in the place of the own limit, replayed before it is saved', async () => {
  await chatter()
  const outcome = await outcomeOf({ rule: rule(high(null), { deadband: 1 }) })
  expect(outcome).toMatchObject({
    ...{ before: 4, after: 2, sensors: { total: 1, replayed: 1 }, appeared: { total: 0 } },
    ...{ vanished: { total: 2 }, later: { median: 0, maximum: 0 } },
  })
  const sensor = expect.objectContaining({ thing, key: 'flow' })
  expect(outcome.vanished.alarms).toMatchObject([
    { sensor, value: 13 },
    { sensor, value: 12 },
  ])
  const rules = (await administrator.get(`/api/alarm-rules?search=${thing}`)).json().meta
  expect(rules.total).toBe(0)
})

test('AL31 a changed rule is held against what it was', async () => {
  const { id } = await add(rule(high(11.5)))
  await chatter()
  const changed = await outcomeOf({ id, rule: rule(high(10.5), { onDelayMs: 500 }) })
  expect(changed).toMatchObject({ before: 3, after: 4, appeared: { total: 1 } })
  expect(changed.later).toEqual({ median: 500, maximum: 500 })
  const off = await outcomeOf({ id, rule: rule(high(10.5), { isEnabled: false }) })
  expect(off).toMatchObject({ before: 3, after: 0, vanished: { total: 3 } })
})

test('AL33 the worst sources have a proposal, for who may change their rules', async () => {
  for (let turn = 0; turn < 3; turn++) await chatter()
  await site.data.alarms.register.afterwards(async () => {})
  const sources = async (client = administrator): Promise<AdvisedSource[]> =>
    (await client.get('/api/alarm-rules/advice?days=1')).json().data.sources
  const mine = (await sources()).filter(({ sensor }) => sensor.thing === thing)
  expect(mine).toMatchObject([
    { origin: 'upper', id: null, alarms: 12, sensor: { key: 'flow' }, advice: { before: 12 } },
  ])
  const [{ advice }] = mine as [AdvisedSource]
  expect(advice?.after).toBeLessThan(8)
  expect(await sources(stranger)).toEqual([])
})

test('AL32 a rule is replayed for callers who may save it; errors name their fields', async () => {
  await chatter()
  const { id } = await add(rule(high(9)))
  expect((await whatIfReply({ id, rule: rule(high(9)) }, stranger)).statusCode).toBe(404)
  const foreign = await whatIfReply({ rule: rule(high(9)) }, stranger)
  expect(Object.keys(foreign.json().reasons)).toEqual(['target.sensors.0'])
  expect((await whatIfReply({ rule: rule(high(9)) }, operator)).statusCode).toBe(200)
  const wrong = await whatIfReply({
    rule: rule({ kind: 'expression', expression: 'a +', inputs: {} }),
  })
  expect(Object.keys(wrong.json().reasons)).toEqual(['condition.expression'])
})

test('AL31 a device that was offline, as far as gaps in its readings say', async () => {
  const device = site.data.catalogue.device(thing)
  const silence = device?.silenceMs ?? 0
  const before = Date.now() - 20 * silence
  for (const at of [0, 0.5, 3, 3.5]) await send({ flow: 5 }, before + at * silence)
  await site.data.writer.flush()
  const offline = (more: object = {}) => rule({ kind: 'device_offline' }, more)
  const { after, appeared } = await outcomeOf({ rule: offline() })
  // Before its first reading, between the second and the third, and since the last.
  expect(after).toBe(3)
  expect(appeared.alarms.map(({ since }) => (since - before) / silence).slice(0, 2)).toEqual([
    4.5, 1.5,
  ])
  expect(appeared.alarms[1]).toMatchObject({
    ...{ returnedAt: before + 3 * silence, value: null, sensor: { thing, key: '' } },
  })
  const delayed = await outcomeOf({ rule: offline({ onDelayMs: 2 * silence }) })
  expect(delayed).toMatchObject({ after: 2 })
  // Another of its sensors has sent in between: it was there.
  for (const at of [1.2, 1.9, 2.6]) await send({ pressure: 2 }, before + at * silence)
  await site.data.writer.flush()
  expect(await outcomeOf({ rule: offline() })).toMatchObject({ after: 2 })
})
