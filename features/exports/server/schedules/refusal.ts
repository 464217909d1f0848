import { AppError } from '#kit/model/calls/errors.ts'
import type { FieldErrorCode } from '#kit/model/calls/field-errors.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { RunFailure } from '../../contract/schedule/schedule.ts'

const failures: Partial<Record<FieldErrorCode, RunFailure>> = {
  unknown_sensor: 'access',
  readings_expired: 'expired',
  export_too_large: 'too_large',
}
/** Errors that pass: too many exports of the owner under way, or a store that does not answer. */
const transient: ReadonlySet<string> = new Set([
  ...(['store_unavailable', 'overloaded', 'too_many_requests', 'timeout'] as const),
])

/** Why an export that a schedule asks for is refused; null: it may be asked for again later. */
export function failureOfRefusal(error: unknown): RunFailure | null {
  if (isTransientFailure(error)) return null
  if (!(error instanceof AppError)) return 'defect'
  if (transient.has(error.code)) return null
  if (error.code === 'forbidden') return 'rights'
  const codes = Object.values(error.errors ?? {}).flatMap((each) => each.map(({ code }) => code))
  if (codes.includes('exports_under_way')) return null
  return codes.flatMap((code) => failures[code] ?? [])[0] ?? 'defect'
}
