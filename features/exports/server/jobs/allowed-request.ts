import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Gate } from '#kit/model/permission.ts'
import { archiveGate, reportGate, warRoomGate } from '#kit/model/permission.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice } from '#kit/server/catalogue.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { ReadingsExport } from '../../contract/readings.ts'
import { maximumExportReadings } from '../../contract/routes.ts'
import type { ReportRequest } from '../../contract/report/request.ts'
import { readHours } from '../reading/pages-store.ts'
import { stepMs } from '../reading/steps.ts'
import { expiredUntil } from './expired-readings.ts'
import type { ExportServices } from './export-services.ts'
import type { StoredReadings, StoredReport, StoredRequest } from './stored-request.ts'

const hourMs = 3_600_000
/** Hours of all sensors that are counted at once, without letting others go first. */
const manyHours = 200_000

/** A request that the caller may make. `readings`: how many it has at most, about. */
export interface Allowed<Request extends StoredRequest = StoredRequest> {
  readonly stored: Request
  readonly readings: number
}

/**
 * What a person asks for with its sensors found, and how many readings it covers. Refused with the
 * field: a sensor that is not there for this person, and what would be too much.
 */
export async function allowedRequest(
  services: Pick<ExportServices, 'catalogue' | 'telemetry' | 'timezone' | 'retained' | 'sql'>,
  caller: Caller,
  asked: ReadingsExport,
): Promise<Allowed<StoredReadings>> {
  const { from, to, step } = asked
  const { common, counting, readings } = await foundSensors(services, caller, asked)
  const { sensorIds } = common
  await refuseExpired(services, counting, sensorIds, asked)
  const steps = step === 'raw' ? Infinity : Math.ceil((to - from) / stepMs[step]) * sensorIds.length
  if (Math.min(readings, steps) > maximumExportReadings)
    throw refusedField('to', fieldError('export_too_large', { maximum: maximumExportReadings }))
  return { readings, stored: { ...asked, ...common } }
}

/**
 * A report with its sensors found. What has expired is no reason against it: its figures name the
 * span that they cover.
 */
export async function allowedReport(
  services: Pick<ExportServices, 'catalogue' | 'telemetry' | 'timezone'>,
  caller: Caller,
  { asked, madeBy }: { readonly asked: ReportRequest; readonly madeBy: string },
): Promise<Allowed<StoredReport>> {
  const { common, readings } = await foundSensors(services, caller, asked)
  return { readings, stored: { ...asked, ...common, madeBy } }
}

/** What a job's owner must be allowed when it is asked for and when it begins. */
export function gatesOf({ kind }: Pick<StoredRequest, 'kind'>): readonly Gate[] {
  if (kind === 'archive') return [warRoomGate, archiveGate]
  return kind === 'report' ? [warRoomGate, reportGate] : [warRoomGate]
}

interface SelectedReadings {
  readonly sensors: readonly { readonly thing: string; readonly sensor: string }[]
  readonly from: number
  readonly to: number
  readonly timezone?: string | undefined
}

/** The sensors that are asked for, if this person may see all of them, and what they hold. */
async function foundSensors(
  services: Pick<ExportServices, 'catalogue' | 'telemetry' | 'timezone'>,
  caller: Caller,
  asked: SelectedReadings,
) {
  const { from, to } = asked
  const sensors = asked.sensors.map((_, index) => sensorAt(services, caller, asked, index))
  const sensorIds = sensors.map(({ id }) => id)
  const reader = services.telemetry.readerFor(caller.sessionId)
  const isLong = ((to - from) / hourMs) * sensorIds.length > manyHours
  const counting = isLong ? reader.lengthy : reader
  const hours = await readHours(counting, { sensors: sensorIds, from, to })
  const [first] = sensors
  const device = first && services.catalogue.deviceById(first.deviceId)
  return {
    counting,
    readings: hours.reduce((sum, { numbers, texts }) => sum + numbers + texts, 0),
    common: {
      ...{ timezone: asked.timezone ?? services.timezone, sensorIds, roles: [...caller.roles] },
      firstSensor: { device: device?.name ?? '', alias: first?.alias ?? '' },
    },
  }
}

/** Expired readings would be missing in the file without notice. */
async function refuseExpired(
  services: Pick<ExportServices, 'retained' | 'sql'>,
  counting: TelemetryReader,
  sensorIds: readonly number[],
  asked: ReadingsExport,
): Promise<void> {
  const begin = await expiredUntil(services, counting, sensorIds, asked)
  if (begin === null) return
  const missing = fieldError('readings_expired', { from: new Date(begin).toISOString() })
  throw refusedField('from', missing)
}

function sensorAt(
  { catalogue }: Pick<ExportServices, 'catalogue'>,
  caller: Caller,
  { sensors }: SelectedReadings,
  index: number,
): Sensor {
  const { thing = '', sensor: key = '' } = sensors[index] ?? {}
  const refused = () => refusedField(`sensors.${index}`, fieldError('unknown_sensor'))
  try {
    const sensor = catalogue.sensorByKey(requireOpenDevice(catalogue, caller, thing).id, key)
    if (!sensor) throw refused()
    return sensor
  } catch (error) {
    // A device of others is answered like one that does not exist.
    if (error instanceof AppError && error.code === 'not_found') throw refused()
    throw error
  }
}
