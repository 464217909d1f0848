import { sql as query, type Kysely } from 'kysely'
import { productOrigin, type AuditMany } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Proposal } from './propose.ts'

/** Writes proposals for those of the sensors that nobody has looked at; the audit counts them. */
export async function writeProposals(
  { sql, auditMany }: { readonly sql: Kysely<DB>; readonly auditMany: AuditMany },
  proposals: ReadonlyMap<number, Proposal>,
): Promise<void> {
  const rows = [...proposals].map(([id, proposal]) => ({ id, ...proposal }))
  await sql.transaction().execute(async (transaction) => {
    const { rows: changed } = await query<{ key: string; lesiId: string }>`
      update sensors set type = n.type, unit = n.unit, decimals = n.decimals,
        interval_ms = n."intervalMs"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (id integer, type text, unit text, decimals smallint, "intervalMs" integer),
        devices
      where sensors.id = n.id and sensors.is_new and devices.id = sensors.device_id
      returning sensors.key, devices.lesi_id as "lesiId"`.execute(transaction)
    const byDevice = Map.groupBy(changed, ({ lesiId }) => lesiId)
    await auditMany(
      transaction,
      productOrigin(),
      [...byDevice].map(([lesiId, sensors]) => ({
        action: 'device.propose-sensors',
        ...{ entity: 'device', entityId: lesiId, entityName: lesiId },
        names: sensors.map(({ key }) => key),
      })),
    )
  })
}
