import { afterEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { add, only, rule, send, site } from '#testing/sites/alarm-site.ts'
import '#testing/sites/shared-alarm-site.ts'
import { AlarmEngine } from '../alarms.ts'

let engine: AlarmEngine
const warnings: unknown[] = []
afterEach(() => engine.close())

/** Starts the engine of a server of its own on the same database. */
async function startEngine(sql: Sql): Promise<void> {
  const { telemetry, bus, data } = site
  const { catalogue, current, presence, writer } = data
  const log = { warn: (...said: unknown[]) => void warnings.push(said[1]), info: () => undefined }
  engine = new AlarmEngine({
    ...{ sql, telemetry, catalogue, current, presence, writer, bus, log },
    ...{ clock: Date.now, timezone: 'UTC' },
  })
  await engine.start()
}
const ids = () => engine.rules.stored.map(({ id }) => id)
const added = (change: object = {}) =>
  add(rule({ kind: 'limit', level: 'high', limit: 6, ...change }))

test('AL11 a rule counts although rules of before it are being read', async () => {
  // Read at the start, and again when the first of two rules was changed.
  const isSecond = (number: number) => number === 2
  const { sql, release, count } = withHeldAnswers(site.sql, /from "alarm_rules"/, isSecond)
  await startEngine(sql)
  const first = engine.refresh()
  await eventually('the rules are read', () => count() === 1)
  const { id } = await added()
  const second = engine.refresh()
  // By then its answer is there, where it does not wait for the first.
  await added({ level: 'high_high', limit: 30 })
  release()
  await Promise.all([first, second])
  expect(ids()).toContain(id)
})

test('AL11 rules that could not be read when one was changed are read again', async () => {
  await startEngine(site.sql)
  const { schema } = site.sql
  await schema.alterTable('alarm_rules').renameTo('rules_away').execute()
  await expect(engine.refresh()).rejects.toThrow('alarm_rules')
  await schema.alterTable('rules_away').renameTo('alarm_rules').execute()
  const { id } = await added()
  await eventually('the rule counts', () => ids().includes(id))
})

/** A rule whose alarm is there; the rule and the alarm. */
async function withAlarm() {
  const { id: ruleId } = await added()
  await send({ flow: 7 })
  const { id, origin } = await only()
  expect(origin).toBe(String(ruleId))
  return { ruleId, id }
}
const removeRule = (id: number) => site.sql.deleteFrom('alarm_rules').where('id', '=', id).execute()
async function hasEnded(id: number): Promise<boolean> {
  const row = await site.sql
    .selectFrom('alarms')
    .select('ended_at')
    .where('id', '=', String(id))
    .executeTakeFirst()
  return row?.ended_at instanceof Date
}

test('AL11 alarms end with their rule although the server ended in between', async () => {
  const { ruleId, id } = await withAlarm()
  await removeRule(ruleId)
  await startEngine(site.sql)
  await eventually('it has ended', () => hasEnded(id))
})

test('AL11 alarms end with their rule although the database was away just then', async () => {
  const { ruleId, id } = await withAlarm()
  await startEngine(site.sql)
  await removeRule(ruleId)
  const { schema } = site.sql
  await schema.alterTable('alarms').renameTo('alarms_away').execute()
  warnings.length = 0
  await engine.refresh()
  await eventually('they are not ended', () => warnings.includes('alarms were not ended'))
  await schema.alterTable('alarms_away').renameTo('alarms').execute()
  await eventually('it has ended', () => hasEnded(id))
})
