import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Sealed } from '#kit/server/secrets/keyring.ts'
import type { Settings } from '../../contract/connector.ts'

/** A connector as it is stored. */
export interface ConnectorRow {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly settings: Settings
  /** Null: it has none. */
  readonly secrets: Sealed | null
  readonly isPaused: boolean
  readonly version: number
}

function selectConnectors(sql: Kysely<DB>) {
  return sql
    .selectFrom('connectors')
    .select(['id', 'kind', 'name', 'settings', 'secrets', 'key_id', 'version'])
    .select('paused as isPaused')
}

function toConnector({
  settings,
  secrets,
  key_id: keyId,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectConnectors>['execute']>>[number]): ConnectorRow {
  return {
    ...row,
    settings: settings as Settings,
    secrets: secrets && keyId !== null ? { keyId, bytes: secrets } : null,
  }
}

/** All of them, in their order. */
export async function listConnectorRows(sql: Kysely<DB>): Promise<readonly ConnectorRow[]> {
  const rows = await selectConnectors(sql).orderBy('position').orderBy('id').execute()
  return rows.map(toConnector)
}

/** Null when there is none. */
export async function readConnectorRow(sql: Kysely<DB>, id: number): Promise<ConnectorRow | null> {
  const row = await selectConnectors(sql).where('id', '=', id).executeTakeFirst()
  return row ? toConnector(row) : null
}

/** The connector, which nobody else changes until the transaction ends; null when there is none. */
export async function lockConnector(sql: Kysely<DB>, id: number): Promise<ConnectorRow | null> {
  const row = await selectConnectors(sql).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toConnector(row) : null
}

/** Nobody adds or orders connectors until the transaction ends. */
export async function lockConnectors(sql: Kysely<DB>): Promise<void> {
  await query`lock table connectors in share row exclusive mode`.execute(sql)
}

export async function countConnectors(sql: Kysely<DB>): Promise<number> {
  const { count } = await sql
    .selectFrom('connectors')
    .select(query<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another connector has this name, whatever its case. */
export async function isNameTaken(
  sql: Kysely<DB>,
  name: string,
  besides: number | null,
): Promise<boolean> {
  const row = await sql
    .selectFrom('connectors')
    .select('id')
    .where(query<boolean>`lower(name) = lower(${name})`)
    .where('id', 'is distinct from', besides)
    .executeTakeFirst()
  return row !== undefined
}

interface NewConnector {
  readonly kind: string
  readonly name: string
  readonly settings: Settings
  readonly isPaused: boolean
}

/** Adds it behind the others, without secrets; its id. */
export async function insertConnector(
  sql: Kysely<DB>,
  { kind, name, settings, isPaused }: NewConnector,
): Promise<number> {
  const { id } = await sql
    .insertInto('connectors')
    .values({
      ...{ kind, name, settings: JSON.stringify(settings), paused: isPaused },
      position: query<number>`(select coalesce(max(position), 0) + 1 from connectors)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeSecrets(
  sql: Kysely<DB>,
  id: number,
  sealed: Sealed | null,
): Promise<void> {
  await sql
    .updateTable('connectors')
    .set({ secrets: sealed?.bytes ?? null, key_id: sealed?.keyId ?? null })
    .where('id', '=', id)
    .execute()
}

/** Those whose secrets another key than this one has sealed. */
export async function listSealedByOthers(
  sql: Kysely<DB>,
  keyId: string,
): Promise<readonly ConnectorRow[]> {
  const rows = await selectConnectors(sql)
    .where('key_id', 'is not', null)
    .where('key_id', '!=', keyId)
    .execute()
  return rows.map(toConnector)
}

/** Writes what people entered, and that it is another version. */
export async function writeConnector(
  sql: Kysely<DB>,
  id: number,
  { name, settings }: Pick<NewConnector, 'name' | 'settings'>,
): Promise<void> {
  await sql
    .updateTable('connectors')
    .set({ name, settings: JSON.stringify(settings) })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function writePaused(sql: Kysely<DB>, id: number, isPaused: boolean): Promise<void> {
  await sql.updateTable('connectors').set({ paused: isPaused }).where('id', '=', id).execute()
}

export async function deleteConnector(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.deleteFrom('connectors').where('id', '=', id).execute()
}

/** Puts them into this order; those that are not named come after them, as they were. */
export async function writeOrder(sql: Kysely<DB>, ids: readonly number[]): Promise<void> {
  await query`
    update connectors set position = ordered.position
    from (
      select id, row_number() over (
        order by array_position(${[...ids]}::integer[], id) nulls last, position, id
      )::integer as position
      from connectors
    ) as ordered
    where connectors.id = ordered.id`.execute(sql)
}
