import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { DeviceDescription } from '../../contract/device-description.ts'
import type { BoundDays } from '../devices-store.ts'

/** What is stored about a device beside what the catalogue holds of it. */
export interface DeviceRow extends DeviceDescription {
  readonly id: number
  readonly lesiId: string
  readonly version: number
  /** ms UTC */
  readonly createdAt: number
  readonly peopleCount: number
  readonly token: {
    readonly isRevoked: boolean
    readonly ending: string | null
    readonly since: number | null
    readonly formerUntil: number | null
  }
  /** Null: it can not be claimed. */
  readonly claim: (BoundDays & { /** ms UTC */ readonly since: number }) | null
  /** The days for which its parent accounts hold it; null: no limit, or nobody does. */
  readonly parentContractStart: string | null
  readonly parentContractEnd: string | null
}

const peopleCount = query<number>`(
  select count(*)::integer from bindings where device_id = devices.id)`
const parentDay = (of: 'contract_start' | 'contract_end') => {
  const [column, widest] = [query.ref(of), query.raw(of === 'contract_start' ? 'min' : 'max')]
  return query<string | null>`(
    select case when bool_or(${column} is null) then null else ${widest}(${column})::text end
    from bindings where device_id = devices.id and relation = 'admin')`
}

function selectDevices(sql: Kysely<DB>) {
  return sql
    .selectFrom('devices')
    .select(['id', 'lesi_id as lesiId', 'name', 'product', 'site', 'zone', 'version'])
    .select(['interval_ms as intervalMs', 'silence_ms as silenceMs', 'created_at'])
    .select(['token_revoked', 'token_ending', 'token_since', 'former_token_until', 'claim_since'])
    .select([
      query<string | null>`claim_start::text`.as('claim_start'),
      query<string | null>`claim_end::text`.as('claim_end'),
      peopleCount.as('peopleCount'),
      parentDay('contract_start').as('parentContractStart'),
      parentDay('contract_end').as('parentContractEnd'),
    ])
}

function toDevice({
  created_at,
  token_revoked,
  token_ending,
  token_since,
  former_token_until,
  claim_since,
  claim_start,
  claim_end,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number]): DeviceRow {
  return {
    ...row,
    createdAt: created_at.getTime(),
    claim: claim_since && {
      since: claim_since.getTime(),
      contractStart: claim_start,
      contractEnd: claim_end,
    },
    token: {
      isRevoked: token_revoked,
      ending: token_ending,
      since: token_since?.getTime() ?? null,
      formerUntil: former_token_until?.getTime() ?? null,
    },
  }
}

/** These devices by id; those that do not exist are missing. */
export async function readDevices(
  sql: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DeviceRow>> {
  const rows = await selectDevices(sql)
    .where(query<boolean>`id = any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, toDevice(row)]))
}

/** Ids of the devices in whose texts all of these words, in lower case, occur. */
export async function findDevices(
  sql: Kysely<DB>,
  words: readonly string[],
): Promise<ReadonlySet<number>> {
  const text = query`lower(concat_ws(E'\n', name, lesi_id, product, site, zone))`
  const rows = await sql
    .selectFrom('devices')
    .select('id')
    .where(
      query<boolean>`not exists (
        select from unnest(${[...words]}::text[]) as word where strpos(${text}, word) = 0)`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The device, which nobody else changes until the transaction ends; null when there is none. */
export async function lockDevice(sql: Kysely<DB>, id: number): Promise<DeviceRow | null> {
  const locked = await sql
    .selectFrom('devices')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked ? ((await readDevices(sql, [id])).get(id) ?? null) : null
}

/** Writes what people say about a device, and that it is another version. */
export async function writeDescription(
  sql: Kysely<DB>,
  id: number,
  { intervalMs, silenceMs, name, product, site, zone }: DeviceDescription,
): Promise<void> {
  await sql
    .updateTable('devices')
    .set({ name, product, site, zone, interval_ms: intervalMs, silence_ms: silenceMs })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
