import { sql as query, type Kysely, type Transaction } from 'kysely'
import { RuleTarget } from '#features/alarms/contract/rule.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What an article is a procedure for. */
export interface ArticleLinks {
  readonly sensors: readonly number[]
  readonly rules: readonly number[]
}

export async function readLinks(sql: Kysely<DB>, id: number): Promise<ArticleLinks> {
  const sensors = await sql
    .selectFrom('article_sensors')
    .select('sensor_id as linked')
    .where('article_id', '=', id)
    .orderBy('sensor_id')
    .execute()
  const rules = await sql
    .selectFrom('article_rules')
    .select('rule_id as linked')
    .where('article_id', '=', id)
    .orderBy('rule_id')
    .execute()
  return { sensors: sensors.map(({ linked }) => linked), rules: rules.map(({ linked }) => linked) }
}

/** Rules that exist, each with the devices that it names; null: it is a pattern. */
export type RuleThings = ReadonlyMap<number, readonly string[] | null>

const rulesOf = (sql: Kysely<DB>, ids: readonly number[]) =>
  sql
    .selectFrom('alarm_rules')
    .select(['id', query<unknown>`definition -> 'target'`.as('target')])
    .where('id', '=', query<number>`any(${[...ids]}::integer[])`)

const thingsById = (rows: readonly { readonly id: number; readonly target: unknown }[]) =>
  new Map(rows.map(({ id, target }) => [id, thingsOf(target)]))

/** Those of these rules that exist. */
export async function readRules(sql: Kysely<DB>, ids: readonly number[]): Promise<RuleThings> {
  return thingsById(await rulesOf(sql, ids).execute())
}

/** The same; they stay until the transaction ends. */
export async function knownRules(sql: Kysely<DB>, ids: readonly number[]): Promise<RuleThings> {
  return thingsById(await rulesOf(sql, ids).forKeyShare().execute())
}

function thingsOf(target: unknown): readonly string[] | null {
  const { data } = RuleTarget.safeParse(target)
  return data?.kind === 'sensors' ? data.sensors.map(({ thing }) => thing) : null
}

/**
 * Those of these sensors that exist; they stay until the transaction ends. Their devices first, as
 * who removes one does it: sensors and links go with it.
 */
export async function knownSensors(
  transaction: Transaction<DB>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const isAsked = query<boolean>`sensors.id = any(${[...ids]}::integer[])`
  const ofDevices = transaction.selectFrom('sensors').select('device_id').where(isAsked)
  await transaction
    .selectFrom('devices')
    .select('id')
    .where('id', 'in', ofDevices)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const rows = await transaction
    .selectFrom('sensors')
    .select('id')
    .where(isAsked)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the links that were stored before. */
export async function writeLinks(
  sql: Kysely<DB>,
  id: number,
  { sensors, rules }: ArticleLinks,
): Promise<void> {
  await sql.deleteFrom('article_sensors').where('article_id', '=', id).execute()
  await sql.deleteFrom('article_rules').where('article_id', '=', id).execute()
  if (sensors.length > 0)
    await sql
      .insertInto('article_sensors')
      .values(sensors.map((sensorId) => ({ article_id: id, sensor_id: sensorId })))
      .execute()
  if (rules.length > 0)
    await sql
      .insertInto('article_rules')
      .values(rules.map((ruleId) => ({ article_id: id, rule_id: ruleId })))
      .execute()
}

interface ProcedureRow {
  readonly id: number
  readonly title: string
  readonly sensors: readonly number[]
  readonly rules: readonly number[]
}

/** Published articles that are procedures of any of these, by their titles. */
export async function findProcedures(
  sql: Kysely<DB>,
  { sensors, rules }: ArticleLinks,
  limit: number,
): Promise<readonly ProcedureRow[]> {
  const { rows } = await query<ProcedureRow>`
    with linked as (
      select article_id, sensor_id, null::integer as rule_id from article_sensors
      where sensor_id = any(${[...sensors]}::integer[])
      union all
      select article_id, null, rule_id from article_rules
      where rule_id = any(${[...rules]}::integer[])
    )
    select articles.id, versions.title,
      coalesce(array_agg(sensor_id) filter (where sensor_id is not null), '{}') as sensors,
      coalesce(array_agg(rule_id) filter (where rule_id is not null), '{}') as rules
    from linked
    join articles on articles.id = linked.article_id
    join article_versions as versions on versions.article_id = articles.id
      and versions.version = articles.published_version
    group by articles.id, versions.title
    order by versions.title, articles.id
    limit ${limit}`.execute(sql)
  return rows
}
