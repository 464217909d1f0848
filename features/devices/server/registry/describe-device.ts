import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import { deletionGate } from '#kit/model/permission.ts'
import type { Caller } from '#kit/server/caller.ts'
import { unknownDevice } from '../audited-change.ts'
import { describeDevice, type StatedBinding } from '../describe-device.ts'
import type { DeviceState, RegisteredDevice } from '../../contract/registry.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import type { DevicesServices } from './registry-services.ts'
import { readDevices, type DeviceRow } from './registry-store.ts'

/** Expected intervals after which an online device is late, as its readings are stale. */
const lateAfterIntervals = 3

/** Online, offline, or nothing was ever received of it. */
export function stateOf({
  status,
  since,
}: ReturnType<DevicesServices['presence']['status']>): DeviceState {
  return since === null ? 'never' : status
}

/** Returns a function that shows a device as the caller sees it. */
export function describer({ catalogue, presence, clock }: DevicesServices, caller: Caller) {
  const open = catalogue.visibleDeviceIds(caller)
  const bindings = catalogue.bindingsOf(caller.userId)
  const issueClaimCode = isAdministrator(caller)
  const mayDelete = passesGate(deletionGate, caller)
  return (row: DeviceRow): RegisteredDevice => {
    const binding = bindings.get(row.id)
    const configure = mayConfigure(caller, binding)
    const present = open.has(row.id)
      ? { ...presence.status(row.id), sensorCount: catalogue.sensorCount(row.id) }
      : null
    return {
      ...describeDevice(row, binding, present),
      ...contractOf(row, binding),
      ...{ product: row.product, site: row.site, zone: row.zone, createdAt: row.createdAt },
      ...{ intervalMs: row.intervalMs, silenceMs: row.silenceMs, version: row.version },
      isLate:
        present?.status === 'online' &&
        clock() - (present.lastSeen ?? 0) > lateAfterIntervals * row.intervalMs,
      peopleCount: row.peopleCount,
      token: configure ? tokenAt(row.token, clock()) : null,
      claim: issueClaimCode ? row.claim : null,
      abilities: { configure, issueClaimCode, deleteReadings: configure && mayDelete },
    }
  }
}

/** A former token that has ended is none. */
const tokenAt = (token: DeviceRow['token'], now: number) => ({
  ...token,
  formerUntil: token.formerUntil !== null && token.formerUntil > now ? token.formerUntil : null,
})

/** Of the caller; who sees the device without being bound sees that of its parent accounts. */
const contractOf = (row: DeviceRow, binding: StatedBinding | undefined) => ({
  contractStart: binding ? binding.contractStart : row.parentContractStart,
  contractEnd: binding ? binding.contractEnd : row.parentContractEnd,
})

/** The device as the caller sees it; 404 when it is not there or not theirs. */
export async function readDescribed(
  services: DevicesServices,
  caller: Caller,
  lesiId: string,
): Promise<RegisteredDevice> {
  const { catalogue, sql } = services
  const id = catalogue.device(lesiId)?.id
  const isTheirs =
    id !== undefined &&
    (catalogue.visibleDeviceIds(caller).has(id) || catalogue.bindingsOf(caller.userId).has(id))
  const row = isTheirs ? (await readDevices(sql, [id])).get(id) : undefined
  if (!row) throw unknownDevice(lesiId)
  return describer(services, caller)(row)
}
