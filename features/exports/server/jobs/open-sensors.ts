import { passesGate, type Rights } from '#kit/model/gate.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { gatesOf } from './allowed-request.ts'
import { ExportEnd } from './export-failure.ts'
import type { ExportServices } from './export-services.ts'
import type { StoredExport } from './stored-export.ts'
import { isOpen } from './is-open.ts'

/** The sensors of an export with the names of their devices, and the rights of its owner. */
export interface OpenSensors {
  readonly sensors: readonly { readonly sensor: Sensor; readonly device: string }[]
  readonly rights: Rights
}

/** The sensors of an export, as long as its owner may see all of them; else throws `ExportEnd`. */
export async function openSensors(
  { accounts, sql, catalogue }: Pick<ExportServices, 'accounts' | 'sql' | 'catalogue'>,
  { ownerId, request }: Pick<StoredExport, 'ownerId' | 'request'>,
): Promise<OpenSensors> {
  const rights = await accounts.rights(sql, ownerId, request.roles)
  if (!rights || !gatesOf(request).every((gate) => passesGate(gate, rights)))
    throw new ExportEnd('access')
  const caller = { userId: ownerId, roles: rights.roles }
  if (!isOpen(catalogue, caller, request)) throw new ExportEnd('access')
  const sensors = request.sensorIds.map((id) => {
    const sensor = catalogue.sensor(id)
    if (!sensor) throw new ExportEnd('access')
    const device = catalogue.deviceById(sensor.deviceId)
    return { sensor, device: device?.name ?? sensor.lesiId }
  })
  return { sensors, rights }
}
