import type { Kysely, Transaction } from 'kysely'
import type { AuditAction } from '#kit/model/audit.ts'
import { LesiId } from '#kit/model/device.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { commandLineOrigin, type Audit, type AuditSnapshot } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { RecordRemovedSensors } from '#kit/server/readings/reading-deletions.ts'

export interface ProvisionServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'idsByEmail'>
}

export interface DeviceCommandServices extends ProvisionServices {
  readonly recordRemovedSensors: RecordRemovedSensors
  /**
   * Resolves when the running server has what was just changed of these devices; at once where none
   * runs.
   */
  readonly refreshDevices: (deviceIds: readonly number[]) => Promise<void>
}

interface Change {
  readonly deviceId: number
  readonly before?: AuditSnapshot
  readonly after?: AuditSnapshot
}

/**
 * Makes a change and writes it into the audit, both or neither; when it resolves, the running
 * server has it.
 */
export async function audited(
  { sql, audit, refreshDevices }: Pick<DeviceCommandServices, 'sql' | 'audit' | 'refreshDevices'>,
  lesiId: string,
  action: AuditAction,
  change: (transaction: Transaction<DB>) => Promise<Change>,
): Promise<void> {
  const changed = await sql.transaction().execute(async (transaction) => {
    const { deviceId, before, after = {} } = await change(transaction)
    const about = { entity: 'device', entityId: lesiId, entityName: lesiId } as const
    await audit(transaction, commandLineOrigin(), {
      action,
      ...about,
      ...(before ? { before } : {}),
      after,
    })
    return deviceId
  })
  await refreshDevices([changed])
}

export const id = LesiId.describe('LESI ID of the device')

export const unknownDevice = (lesiId: string) =>
  new AppError('not_found', `There is no device ${lesiId}`)
