import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  active,
  add,
  administrator,
  eventsOf,
  rule,
  send,
  sensorOf,
  site,
  thing,
  time,
} from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'

const names = async () => (await active()).map(({ ruleName }) => ruleName)
const high = { kind: 'limit', level: 'high_high', limit: 50 }
const low = { kind: 'limit', level: 'high', limit: 40 }

/** A rule, and one that it suppresses; the alarms of both are there. */
async function suppressed() {
  const above = await add(rule(high))
  const below = await add(rule(low, { name: 'Low', suppressedBy: [above.id] }))
  await send({ flow: 55 })
  expect(await names()).toContain('Flow')
  expect(await names()).not.toContain('Low')
  return { above, below }
}
const change = (
  { id, points: _points, changedAt: _changedAt, ...body }: Record<string, unknown>,
  more: object,
) => administrator.put(`/api/alarm-rules/${String(id)}`, { ...body, ...more })

type Rules = Awaited<ReturnType<typeof suppressed>>
const ends: readonly (readonly [string, (rules: Rules) => Promise<unknown>])[] = [
  ['is removed', ({ above }) => administrator.delete(`/api/alarm-rules/${above.id}`)],
  ['is switched off', ({ above }) => change(above, { isEnabled: false })],
  ['suppresses it no more', ({ below }) => change(below, { suppressedBy: [] })],
]
test.each(ends)('AL112 what a rule suppressed is shown when that rule %s', async (_, end) => {
  const rules = await suppressed()
  await end(rules)
  expect(await names()).toContain('Low')
  const alarm = (await active()).find(({ ruleName }) => ruleName === 'Low')
  expect((await eventsOf(alarm?.id ?? 0)).at(-1)).toMatchObject({ type: 'released' })
})

test('AL112 a rule that comes to suppress another hides its alarm at once', async () => {
  const above = await add(rule(high))
  const below = await add(rule(low, { name: 'Low' }))
  await send({ flow: 55 })
  expect(await names()).toContain('Low')
  await change(below, { suppressedBy: [above.id] })
  expect(await names()).not.toContain('Low')
})

/** These values at once, as a device sends what it gathered. */
const together = (flows: readonly number[]) => {
  const device = site.data.catalogue.device(thing) ?? expect.unreachable()
  const documents = flows.map((flow, index) => ({ ts: time + 1 + index, values: { flow } }))
  return site.data.intake.take(device, Buffer.from(JSON.stringify(documents)), 'refuse')
}

test('AL113 what came and was suppressed in one moment is shown when it is over', async () => {
  const { id } = await add(rule(high))
  await add(rule(low, { name: 'Low', suppressedBy: [id] }))
  await send({ flow: 1 })
  await together([55, 45])
  expect(await names()).toContain('Low')
})

test('AL113 what comes in one moment with what suppresses it is hidden', async () => {
  const { id } = await add(rule(high))
  await add(rule(low, { name: 'Low', suppressedBy: [id] }))
  await send({ flow: 1 })
  await together([45, 55])
  expect(await names()).toContain('Flow')
  expect(await names()).not.toContain('Low')
})

test('AL112 what a rule suppressed is shown when the sensor of its alarm is gone', async () => {
  await send({ flow: 1, pressure: 1 })
  await eventually('the sensor is there', () => sensorOf('pressure') !== undefined)
  const target = { kind: 'sensors', sensors: [{ thing, key: 'pressure' }] }
  const { id } = await add(rule(high, { target }))
  await add(rule(low, { name: 'Low', suppressedBy: [id] }))
  await send({ flow: 45, pressure: 55 })
  expect(await names()).not.toContain('Low')
  const sensorId = sensorOf('pressure')?.id ?? 0
  await site.sql.deleteFrom('sensors').where('id', '=', sensorId).execute()
  await site.data.catalogue.refresh([site.data.catalogue.device(thing)?.id ?? 0])
  await eventually('it is shown', async () => (await names()).includes('Low'))
})

const waiting = [
  ['its reset', { isLatching: true }, 'latched'],
  ['somebody to see it', {}, 'returned'],
] as const
test.each(waiting)('AL114 what has passed waits for %s when another alarm comes', async (...of) => {
  const [, more, phase] = of
  const { id } = await add(rule(high))
  const below = { kind: 'limit', level: 'low', limit: 2 }
  await add(rule(below, { name: 'Low', suppressedBy: [id], ...more }))
  for (const flow of [1, 5, 55]) await send({ flow })
  const alarms = (await active()).map((alarm) => [alarm.ruleName, alarm.phase])
  expect(alarms).toContainEqual(['Low', phase])
  expect(alarms).toContainEqual(['Flow', 'unacknowledged'])
})
