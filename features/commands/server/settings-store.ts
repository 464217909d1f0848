import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { CommandSettings } from '../contract/routes.ts'

const off: CommandSettings = { enabled: false, targets: [], version: 0 }

/** Whether a device takes commands, and what people wrote about it; off where nobody chose so. */
export async function readSettings(sql: Kysely<DB>, deviceId: number): Promise<CommandSettings> {
  const row = await sql
    .selectFrom('command_settings')
    .select(['enabled', 'targets', 'version'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row ? CommandSettings.parse(row) : off
}

/**
 * The settings, which nobody changes until the transaction ends. A device that is gone has none.
 */
export async function lockSettings(
  transaction: Transaction<DB>,
  deviceId: number,
): Promise<CommandSettings> {
  await transaction
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .forNoKeyUpdate()
    .execute()
  return readSettings(transaction, deviceId)
}

export async function writeSettings(
  transaction: Transaction<DB>,
  deviceId: number,
  { enabled, targets, version }: CommandSettings,
): Promise<void> {
  const values = { enabled, targets: JSON.stringify(targets), version }
  await transaction
    .insertInto('command_settings')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute()
}
