import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import type { Range } from '#kit/model/time/period.ts'
import { shiftAt } from '#kit/model/time/shifts.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { ReadingsExport } from '../../contract/readings.ts'
import { maximumReportSensors, type ReportRequest } from '../../contract/report/request.ts'
import type { ScheduleRequest } from '../../contract/schedule/schedule.ts'
import { allowedReport, allowedRequest, gatesOf } from '../jobs/allowed-request.ts'
import type { StoredRequest } from '../jobs/stored-request.ts'
import type { ScheduleServices } from './schedule-services.ts'

/**
 * The export that a schedule asks for, of a period, with its sensors found. Refused like one that
 * the caller asks for: `forbidden` without the permission for reports, else with the field.
 */
export async function allowedOf(
  services: ScheduleServices,
  caller: Caller,
  request: ScheduleRequest,
  period: Range,
): Promise<{ readonly stored: StoredRequest; readonly readings: number }> {
  const { format, sensors } = request
  const kind = format === 'pdf' ? 'report' : format === 'handover' ? 'handover' : 'readings'
  if (!gatesOf({ kind }).every((gate) => passesGate(gate, caller)))
    throw new AppError('forbidden', 'Scheduling this needs the permission to make it')
  if (format === 'handover') return handoverFor(services, caller, request, period)
  if (sensors.length === 0) throw refusedField('sensors', fieldError('too_few', { minimum: 1 }))
  if (format !== 'pdf')
    return allowedRequest(services, caller, readingsOf({ ...request, format }, period))
  if (sensors.length > maximumReportSensors)
    throw refusedField('sensors', fieldError('too_many', { maximum: maximumReportSensors }))
  const { sql, accounts } = services
  const person = await accounts.person(sql, caller.userId)
  const asked = await reportOf(services, request, period)
  return allowedReport(services, caller, { asked, madeBy: person?.name ?? '' })
}

/** Of the whole shift, and of all that its owner may see. */
async function handoverFor(
  { shifts, timezone: siteZone, sql, catalogue }: ScheduleServices,
  caller: Caller,
  { recurrence, timezone, language }: ScheduleRequest,
  { from, to }: Range,
): Promise<{ readonly stored: StoredRequest; readonly readings: number }> {
  if (recurrence.kind !== 'shift') throw refusedField('recurrence', fieldError('not_accepted'))
  const shift = shiftAt(await shifts(sql), siteZone, from)
  if (!shift) throw refusedField('recurrence', fieldError('no_shifts'))
  const withoutSensors = { sensorIds: [], firstSensor: { device: '', alias: '' } }
  const stored = {
    ...({ kind: 'handover', shift: shift.name, from, to, timezone, language } as const),
    ...{ ...withoutSensors, roles: [...caller.roles] },
    deviceIds: [...catalogue.visibleDeviceIds(caller)],
  }
  return { stored, readings: 0 }
}

function readingsOf(
  request: Omit<ScheduleRequest, 'format'> & Pick<ReadingsExport, 'format'>,
  { from, to }: Range,
): ReadingsExport {
  const { format, mode, sensors, step, figure, timezone, language } = request
  return {
    ...{ kind: 'readings', format, mode, sensors, step, figure },
    ...{ timezone, language, from, to },
  }
}

async function reportOf(
  { shifts, timezone: siteZone, sql }: ScheduleServices,
  { recurrence, sensors, timezone, language, paper }: ScheduleRequest,
  { from, to }: Range,
): Promise<ReportRequest> {
  const named = recurrence.kind === 'shift' ? shiftAt(await shifts(sql), siteZone, from) : null
  return {
    ...{ kind: 'report', sensors, from, to, timezone, language, paper, notes: '' },
    ...(named?.from === from && named.to === to ? { shift: named.name } : {}),
  }
}
