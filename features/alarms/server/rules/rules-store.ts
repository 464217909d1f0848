import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { NewAlarmRule } from '../../contract/rule.ts'

/** A rule as it is stored. */
export interface StoredRule extends NewAlarmRule {
  readonly id: number
  readonly version: number
  readonly changedAt: number
}

/** All rules, by name. */
export async function readRules(sql: Kysely<DB> | Transaction<DB>): Promise<StoredRule[]> {
  const rows = await sql
    .selectFrom('alarm_rules')
    .selectAll()
    .orderBy(query`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, version, definition, changed_at: changedAt }) => ({
    ...NewAlarmRule.parse(definition),
    ...{ id, version, changedAt: changedAt.getTime() },
  }))
}

const columnsOf = (rule: NewAlarmRule, at: number) => ({
  ...{ name: rule.name, is_enabled: rule.isEnabled, definition: JSON.stringify(rule) },
  changed_at: new Date(at),
})

/** Only one change of rules at a time: what is validated together stays true together. */
export async function lockRules(transaction: Transaction<DB>): Promise<void> {
  await query`lock table alarm_rules in share row exclusive mode`.execute(transaction)
}

export async function insertRule(
  transaction: Transaction<DB>,
  rule: NewAlarmRule,
  at: number,
): Promise<number> {
  const { id } = await transaction
    .insertInto('alarm_rules')
    .values(columnsOf(rule, at))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the rule still had this version. */
export async function updateRule(
  transaction: Transaction<DB>,
  id: number,
  version: number,
  rule: NewAlarmRule,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('alarm_rules')
    .set((to) => ({ ...columnsOf(rule, at), version: to('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteRule(transaction: Transaction<DB>, id: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('alarm_rules')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
