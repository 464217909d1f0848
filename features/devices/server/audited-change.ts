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
}

interface Change {
  readonly before?: AuditSnapshot
  readonly after?: AuditSnapshot
}

/** Makes a change and writes it into the audit, both or neither. */
export async function audited(
  { sql, audit }: Pick<DeviceCommandServices, 'sql' | 'audit'>,
  lesiId: string,
  action: AuditAction,
  change: (transaction: Transaction<DB>) => Promise<Change>,
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    const { before, after = {} } = await change(transaction)
    const about = { entity: 'device', entityId: lesiId, entityName: lesiId } as const
    await audit(transaction, commandLineOrigin(), {
      action,
      ...about,
      ...(before ? { before } : {}),
      after,
    })
  })
}

export const id = LesiId.describe('LESI ID of the device')

export const unknownDevice = (lesiId: string) =>
  new AppError('not_found', `There is no device ${lesiId}`)
