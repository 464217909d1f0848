import { localText } from '#kit/model/zone.ts'
import type { ExportJob } from '../../contract/routes.ts'
import type { StoredExport, StoredRequest } from './exports-store.ts'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** How the audit calls an export: its first sensor, and how many follow. */
export function nameOf({ firstSensor, sensorIds }: StoredRequest): string {
  const more = sensorIds.length - 1
  return `${firstSensor.device} · ${firstSensor.alias}${more > 0 ? ` +${more}` : ''}`
}

const maximumNameLength = 80

/** A name that every system takes: sensor and days, on the clock of the zone. */
export function fileNameOf(request: StoredRequest): string {
  const { from, to, timezone, format } = request
  const name = nameOf(request)
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .slice(0, maximumNameLength)
    .toWellFormed()
    .replace(/^[. ]+/, '')
  const dayOf = (time: number) => localText(time, timezone).slice(0, 10)
  return `${name} ${dayOf(from)} ${dayOf(to - 1)}.${format}`
}

interface Known {
  readonly readingsDone: number
  readonly isOpen: boolean
}

/** What leaves the server about an export. */
export function describeJob(stored: StoredExport, { readingsDone, isOpen }: Known): ExportJob {
  const { id, request, state, readings, rows, bytes, failure } = stored
  const { kind, format, mode, step, from, to, timezone, firstSensor, sensorIds } = request
  return {
    ...{ id, kind, format, mode, step, from, to, timezone, firstSensor, state, failure, isOpen },
    sensorCount: sensorIds.length,
    readingsDone: state === 'done' ? readings : readingsDone,
    readingsInAll: readings,
    ...{ rows, bytes, fileName: fileNameOf(request) },
    ...{ createdAt: stored.createdAt, endedAt: stored.endedAt, expiresAt: stored.expiresAt },
  }
}
