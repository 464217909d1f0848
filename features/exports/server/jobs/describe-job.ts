import { localText } from '#kit/model/zone.ts'
import { reportWords } from '../../contract/report/words.ts'
import type { ExportJob } from '../../contract/routes.ts'
import type { StoredExport, StoredRequest } from './exports-store.ts'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const

/** How the audit calls an export: its first sensor, and how many follow. */
export function nameOf({ firstSensor, sensorIds }: StoredRequest): string {
  const more = sensorIds.length - 1
  return `${firstSensor.device} · ${firstSensor.alias}${more > 0 ? ` +${more}` : ''}`
}

/** What the audit says of an export. */
export function auditedRequest(request: StoredRequest) {
  const { kind, from, to, timezone, sensorIds } = request
  const format = formatOf(request)
  return request.kind === 'readings'
    ? { kind, format, mode: request.mode, step: request.step, from, to, timezone, sensorIds }
    : { kind, format, from, to, timezone, sensorIds }
}

/** What a job makes, by the end of its name. */
export function formatOf(request: StoredRequest): keyof typeof mediaTypes {
  return request.kind === 'report' ? 'pdf' : request.format
}

const maximumNameLength = 80

/** A name that every system takes: what it is about, and days on the clock of the zone. */
export function fileNameOf(request: StoredRequest): string {
  const { from, to, timezone } = request
  const name = titleOf(request)
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .slice(0, maximumNameLength)
    .toWellFormed()
    .replace(/^[. ]+/, '')
  const dayOf = (time: number) => localText(time, timezone).slice(0, 10)
  const days = [...new Set([dayOf(from), dayOf(to - 1)])]
  // A file of readings names both days, as it always did.
  const named = request.kind === 'readings' ? [dayOf(from), dayOf(to - 1)] : days
  return `${name} ${named.join(' ')}.${formatOf(request)}`
}

function titleOf(request: StoredRequest): string {
  if (request.kind === 'readings') return nameOf(request)
  const words = reportWords(request.language)
  return request.shift === undefined
    ? `${words.report} ${nameOf(request)}`
    : `${words.shiftReport} ${request.shift}`
}

interface Known {
  readonly readingsDone: number
  readonly isOpen: boolean
}

/** What leaves the server about an export. */
export function describeJob(stored: StoredExport, { readingsDone, isOpen }: Known): ExportJob {
  const { id, request, state, readings, rows, bytes, failure } = stored
  const { kind, from, to, timezone, firstSensor, sensorIds } = request
  return {
    ...{ id, kind, from, to, timezone, firstSensor, state, failure, isOpen },
    format: formatOf(request),
    ...(request.kind === 'readings'
      ? { mode: request.mode, step: request.step, shift: null }
      : { mode: null, step: null, shift: request.shift ?? null }),
    sensorCount: sensorIds.length,
    readingsDone: state === 'done' ? readings : readingsDone,
    readingsInAll: readings,
    ...{ rows, bytes, fileName: fileNameOf(request) },
    ...{ createdAt: stored.createdAt, endedAt: stored.endedAt, expiresAt: stored.expiresAt },
  }
}
