import { AppError } from '#kit/model/calls/errors.ts'
import type { AuditAction } from '#kit/model/audit.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice } from '#kit/server/catalogue.ts'
import { keyOf, type PointName } from '../evaluation/evaluated-point.ts'
import type { StoredAlarm } from '../register/alarm-row.ts'
import type { AlarmCallServices } from './services.ts'

/** What a person does to alarms. */
export interface OperatorRequest {
  readonly ids: readonly number[]
  readonly caller: Caller
  readonly origin: AuditOrigin
  readonly action: AuditAction
  readonly comment: string
}

/** The alarm, when it has not ended and its device is open to the caller. */
export function openTo({ catalogue, alarms }: AlarmCallServices, caller: Caller, id: number) {
  const alarm = alarms.open.byId(id)
  return alarm && catalogue.visibleDeviceIds(caller).has(alarm.deviceId) ? alarm : undefined
}

const namesShown = 3

/** Writes one entry of the audit about these alarms; none where there are none. */
export async function record(
  { audit, catalogue }: AlarmCallServices,
  transaction: Parameters<AlarmCallServices['audit']>[0],
  alarms: readonly StoredAlarm[],
  { origin, action, comment }: OperatorRequest,
): Promise<void> {
  const [first] = alarms
  if (!first) return
  const names = alarms.slice(0, namesShown).map((alarm) => nameOf(catalogue, alarm).entityName)
  const isOne = alarms.length === 1
  await audit(transaction, origin, {
    ...{ action, entity: 'alarm', entityId: isOne ? first.id : '' },
    entityName: isOne ? (names[0] ?? '') : `${names.join(', ')} (${alarms.length})`,
    ...(comment === '' ? {} : { after: { reason: comment } }),
  })
}

/** Of a source, for the audit. */
export function nameOf(
  catalogue: AlarmCallServices['catalogue'],
  { deviceId, sensorId }: PointName,
) {
  const device = catalogue.deviceById(deviceId)?.name ?? ''
  const sensor = sensorId === null ? undefined : catalogue.sensor(sensorId)?.alias
  const entityName = sensor === undefined ? device : `${device} · ${sensor}`
  return { entityId: String(sensorId ?? deviceId), entityName }
}

/** A source by what a person calls it. */
interface SourceName {
  readonly origin: string
  readonly thing: string
  readonly sensor: string | null
}

/**
 * The source that a person names, of a device that is open to them, whether or not its rule is
 * still there. Throws `not_found`.
 */
export function requireSource(
  { catalogue }: AlarmCallServices,
  caller: Caller,
  { origin, thing, sensor: key }: SourceName,
): PointName {
  const device = requireOpenDevice(catalogue, caller, thing)
  const sensor = key === null ? null : catalogue.sensorByKey(device.id, key)
  if (sensor === undefined) throw noSource()
  return { origin, deviceId: device.id, sensorId: sensor?.id ?? null }
}

/** The same, of a rule that counts. */
export function requirePoint(
  services: AlarmCallServices,
  caller: Caller,
  name: SourceName,
): PointName {
  const point = requireSource(services, caller, name)
  if (!services.alarms.evaluator.points.has(keyOf(point))) throw noSource()
  return point
}

const noSource = () => new AppError('not_found', 'There is no such source of alarms')
