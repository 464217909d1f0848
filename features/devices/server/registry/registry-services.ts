import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { AuditAction } from '#kit/model/audit.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { originOf, type Audit, type AuditRecord } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Kiosks } from '#kit/server/kiosks.ts'
import type { RecordRemovedSensors } from '#kit/server/readings/reading-deletions.ts'
import { unknownDevice } from '../audited-change.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import { readBinding } from '../bindings/bindings-store.ts'
import { lockDevice, type DeviceRow } from './registry-store.ts'

export interface DevicesServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly presence: DevicePresence
  readonly clock: Clock
  /** Whether an unknown device registers itself with the token that it brings. */
  readonly autoRegister: boolean
  readonly recordRemovedSensors: RecordRemovedSensors
  readonly bus: Bus
  readonly kiosks: Kiosks
  /** The broker's port with TLS; null: there is none here. */
  readonly mqttTls: { readonly hasAuthority: boolean } | null
  /** Where devices reach the broker; `mqttHost` is null for the host of the page. */
  readonly brokerAddress: () => { readonly mqttHost: string | null; readonly mqttPort: number }
}

/** A call about one device. */
export interface DeviceCall {
  readonly params: { readonly lesiId: string }
  readonly caller: Caller
  readonly request: FastifyRequest
}

/** What an entry of the audit is about: a device. */
export const aboutDevice = ({ lesiId, name }: { readonly lesiId: string; readonly name: string }) =>
  ({ entity: 'device', entityId: lesiId, entityName: name }) as const

/**
 * Id of a device that the caller may configure. 404 for one that is not there or not theirs, 403
 * for one that they may only look at.
 */
export function requireConfigurable(
  { catalogue }: DevicesServices,
  caller: Caller,
  lesiId: string,
): number {
  const { id } = requireOpenDevice(catalogue, caller, lesiId)
  if (!mayConfigure(caller, catalogue.bindingsOf(caller.userId).get(id)))
    throw new AppError('forbidden', 'Only its parent account or an administrator may do this')
  return id
}

type Changed<Result> = { readonly result: Result } & Pick<AuditRecord, 'before' | 'after'>

/**
 * Makes a change to a device that the caller may configure, with its entry in the audit; when it
 * resolves, the catalogue has it.
 */
export async function changeDevice<Result>(
  services: DevicesServices,
  { params: { lesiId }, caller, request }: DeviceCall,
  action: AuditAction,
  change: (transaction: Transaction<DB>, device: DeviceRow) => Promise<Changed<Result>>,
): Promise<Result> {
  const { sql, audit, catalogue } = services
  const id = requireConfigurable(services, caller, lesiId)
  const result = await sql.transaction().execute(async (transaction) => {
    const device = await lockDevice(transaction, id)
    if (!device) throw unknownDevice(lesiId)
    await assertStillBound(services, transaction, caller, device)
    const changed = await change(transaction, device)
    const { result: made, ...snapshots } = changed
    await audit(transaction, originOf(request), { action, ...aboutDevice(device), ...snapshots })
    return made
  })
  await refreshDevices(catalogue, [id])
  return result
}

/**
 * While the device was waited for, the tie by which the caller may change it may have ended, or may
 * count for other days than the catalogue has.
 */
async function assertStillBound(
  { catalogue }: DevicesServices,
  transaction: Transaction<DB>,
  caller: Caller,
  { id, lesiId }: DeviceRow,
): Promise<void> {
  if (isAdministrator(caller)) return
  const own = await readBinding(transaction, id, caller.userId)
  const judged = catalogue.bindingsOf(caller.userId).get(id)
  if (!own || !judged) throw unknownDevice(lesiId)
  const isSame =
    own.relation === judged.relation &&
    own.contractStart === judged.contractStart &&
    own.contractEnd === judged.contractEnd
  if (!isSame || !mayConfigure(caller, judged))
    throw new AppError('conflict', 'Your contract for the device was changed meanwhile')
}

/**
 * Resolves when the catalogue has what was just changed. A read that fails is reported and retried
 * by the catalogue: the change itself has been made.
 */
export async function refreshDevices(
  catalogue: Catalogue,
  deviceIds: readonly number[],
): Promise<void> {
  await catalogue.refresh(deviceIds).catch(() => undefined)
}
