import { handoverTitle } from '#features/alarms/contract/handover-title.ts'
import { localText } from '#kit/model/time/zone.ts'
import { beginOf, pairWithin } from '#kit/model/text/shortened.ts'
import { reportWords } from '../../contract/report/words.ts'
import type { ExportJob } from '../../contract/routes.ts'
import type { StoredExport } from './stored-export.ts'
import type { StoredRequest } from './stored-request.ts'

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const

/**
 * How the audit calls an export: its first sensor, and how many follow. Of more than `maximum`
 * characters the device loses some.
 */
export function nameOf(request: StoredRequest, maximum = Number.MAX_SAFE_INTEGER): string {
  if (request.kind === 'archive') return request.title
  if (request.kind === 'handover') return request.shift
  const { firstSensor, sensorIds } = request
  const more = sensorIds.length > 1 ? ` +${sensorIds.length - 1}` : ''
  return pairWithin(firstSensor.device, firstSensor.alias, maximum - more.length) + more
}

/** What the audit says of an export. */
export function auditedRequest(request: StoredRequest) {
  const { kind, from, to, timezone, sensorIds } = request
  const format = formatOf(request)
  if (request.kind === 'archive')
    return { kind, files: request.files.map(({ name }) => name), from, to, timezone, sensorIds }
  return request.kind === 'readings'
    ? { kind, format, mode: request.mode, step: request.step, from, to, timezone, sensorIds }
    : { kind, format, from, to, timezone, sensorIds }
}

/** What a job makes, by the end of its name. */
export function formatOf(request: StoredRequest): keyof typeof mediaTypes {
  if (request.kind === 'archive') return 'zip'
  return request.kind === 'readings' ? request.format : 'pdf'
}

const maximumNameLength = 80

/** A name that every system takes: what it is about, and days on the clock of the zone. */
export function fileNameOf(request: StoredRequest): string {
  const { from, to, timezone } = request
  const plain = titleOf(request)
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
  const name = beginOf(plain, maximumNameLength).replace(/^[. ]+/, '')
  const dayOf = (time: number) => localText(time, timezone).slice(0, 10)
  const days = [...new Set([dayOf(from), dayOf(to - 1)])]
  // A file of readings names both days, as it always did.
  const named = request.kind === 'readings' ? [dayOf(from), dayOf(to - 1)] : days
  return `${name} ${named.join(' ')}.${formatOf(request)}`
}

function titleOf(request: StoredRequest): string {
  if (request.kind === 'readings') return nameOf(request, maximumNameLength)
  if (request.kind === 'archive') return request.title
  if (request.kind === 'handover') return handoverTitle(request.language, request.shift)
  const words = reportWords(request.language)
  return request.shift === undefined
    ? `${words.report} ${nameOf(request, maximumNameLength - words.report.length - 1)}`
    : `${words.shiftReport} ${request.shift}`
}

interface JobContext {
  readonly sentBy: string | null
  readonly readingsDone: number
  readonly isOpen: boolean
  /** The file of a finished one is on the disk. */
  readonly isThere: boolean
}

const none = { mode: null, step: null, shift: null, title: null, fileCount: null } as const

/** What only one kind of export has. */
function particulars(request: StoredRequest) {
  if (request.kind === 'readings') return { ...none, mode: request.mode, step: request.step }
  if (request.kind === 'handover') return { ...none, shift: request.shift }
  if (request.kind === 'report') return { ...none, shift: request.shift ?? null }
  const made = request.readings?.sensorIds.length ?? 0
  return { ...none, title: request.title, fileCount: request.files.length + made }
}

/** What leaves the server about an export. */
export function describeJob(
  stored: StoredExport,
  { readingsDone, isOpen, isThere, sentBy }: JobContext,
): ExportJob {
  const { id, request, readings, rows, bytes } = stored
  const isGone = stored.state === 'done' && !isThere
  const { state, failure } = isGone ? ({ state: 'failed', failure: 'gone' } as const) : stored
  const { kind, from, to, timezone, firstSensor, sensorIds } = request
  return {
    ...{ id, kind, from, to, timezone, firstSensor, state, failure, isOpen, sentBy },
    format: formatOf(request),
    ...particulars(request),
    sensorCount: sensorIds.length,
    readingsDone: state === 'done' ? readings : readingsDone,
    readingsInAll: readings,
    ...{ rows, bytes, fileName: fileNameOf(request) },
    ...{ createdAt: stored.createdAt, endedAt: stored.endedAt, expiresAt: stored.expiresAt },
  }
}
