import { sql as query, type Kysely, type Transaction } from 'kysely'
import { Relation } from '#kit/model/device.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Binding, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  asSensor,
  sensorColumns,
  createStringPool,
  type StringPool,
} from '#kit/server/sensor-row.ts'

/** A person's tie to a device as it is stored. */
export interface StoredBinding extends Binding {
  readonly userId: number
}

/** A token that was replaced and holds on for a while. */
export interface FormerToken {
  readonly hash: Buffer
  /** ms UTC */
  readonly until: number
}

/** A device with everything that the catalogue holds of it. */
export interface DeviceEntry {
  readonly device: CatalogueDevice
  readonly tokenHash: Buffer
  readonly formerToken?: FormerToken | undefined
  readonly sensors: readonly Sensor[]
  readonly bindings: readonly StoredBinding[]
}

const devicesPerPage = 1_000
const sensorsPerPage = 10_000

/**
 * Reads the named devices, or all, page by page in the order of their ids, all of one moment; those
 * that do not exist are left out. `apply` receives each page, so that never more than one waits in
 * memory.
 */
export async function readDevices(
  sql: Kysely<DB>,
  deviceIds: readonly number[] | 'all',
  apply: (entries: readonly DeviceEntry[]) => void,
): Promise<void> {
  const share = createStringPool()
  await sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      for (let after = 0; ;) {
        const devices = await readDevicePage(transaction, deviceIds, after)
        const last = devices.at(-1)?.id
        if (last === undefined) return
        apply(await completeDevices(transaction, devices, share))
        after = last
      }
    })
}

interface DeviceRow {
  readonly id: number
  readonly lesi_id: string
  readonly name: string
  readonly product: string
  readonly token_hash: Buffer
  readonly former_token_hash: Buffer | null
  readonly former_token_until: Date | null
  readonly silence_ms: number
}

async function readDevicePage(
  transaction: Transaction<DB>,
  deviceIds: readonly number[] | 'all',
  after: number,
): Promise<readonly DeviceRow[]> {
  return transaction
    .selectFrom('devices')
    .select(['id', 'lesi_id', 'name', 'product', 'token_hash', 'silence_ms'])
    .select(['former_token_hash', 'former_token_until'])
    .where('id', '>', after)
    .$if(deviceIds !== 'all', (devices) => devices.where(query<boolean>`id = any(${deviceIds})`))
    .orderBy('id')
    .limit(devicesPerPage)
    .execute()
}

const formerTokenOf = (row: DeviceRow): FormerToken | undefined =>
  row.former_token_hash && row.former_token_until
    ? { hash: row.former_token_hash, until: row.former_token_until.getTime() }
    : undefined

async function completeDevices(
  transaction: Transaction<DB>,
  devices: readonly DeviceRow[],
  share: StringPool,
): Promise<readonly DeviceEntry[]> {
  const sensors = new Map(devices.map(({ id }): [number, Sensor[]] => [id, []]))
  const lesiIds = new Map(devices.map((device) => [device.id, device.lesi_id]))
  await readSensors(transaction, [...sensors.keys()], (row) => {
    const lesiId = lesiIds.get(row.device_id)
    if (lesiId !== undefined) sensors.get(row.device_id)?.push(asSensor(row, lesiId, share))
  })
  const bindings = await transaction
    .selectFrom('bindings')
    .select(['device_id', 'user_id as userId', 'relation'])
    // As text: a day has no zone, and a Date would give it one.
    .select(query<string | null>`contract_start::text`.as('contractStart'))
    .select(query<string | null>`contract_end::text`.as('contractEnd'))
    .where(query<boolean>`device_id = any(${[...sensors.keys()]})`)
    .execute()
  const bindingsOf = Map.groupBy(bindings, (binding) => binding.device_id)
  return devices.map((device) => ({
    device: {
      id: device.id,
      lesiId: device.lesi_id,
      name: device.name,
      product: device.product,
      silenceMs: device.silence_ms,
    },
    tokenHash: device.token_hash,
    formerToken: formerTokenOf(device),
    sensors: sensors.get(device.id) ?? [],
    bindings: (bindingsOf.get(device.id) ?? []).map(
      ({ userId, relation, contractStart, contractEnd }) => ({
        ...{ userId, contractStart, contractEnd },
        relation: Relation.parse(relation),
      }),
    ),
  }))
}

async function readSensors(
  transaction: Transaction<DB>,
  deviceIds: readonly number[],
  each: (row: Parameters<typeof asSensor>[0]) => void,
): Promise<void> {
  let after = { device_id: 0, key: '' }
  for (;;) {
    const rows = await transaction
      .selectFrom('sensors')
      .select(sensorColumns)
      .where(query<boolean>`device_id = any(${deviceIds})`)
      .where(query<boolean>`(device_id, key) > (${after.device_id}, ${after.key})`)
      .orderBy('device_id')
      .orderBy('key')
      .limit(sensorsPerPage)
      .execute()
    for (const row of rows) each(row)
    const last = rows.at(-1)
    if (!last || rows.length < sensorsPerPage) return
    after = last
  }
}
