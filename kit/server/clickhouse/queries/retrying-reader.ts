import { AppError, type ErrorCode } from '#kit/model/calls/errors.ts'
import type { PersonalReader, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { withRetries } from '../../process/with-retries.ts'

const transient: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'too_many_requests',
  'store_unavailable',
])
const isTransient = (error: unknown): boolean =>
  error instanceof AppError && transient.has(error.code)
const maximumAttempts = 20
const defaultPauseMs = 3_000

/**
 * Repeats queries that the store could not serve: whoever waits for a file has time. All of its
 * queries give way to those of people who look at a screen.
 */
export function retryingReader(
  reader: PersonalReader,
  signal: AbortSignal,
  pauseMs = defaultPauseMs,
): PersonalReader {
  const retried = async <Reply>(ask: () => Promise<Reply>): Promise<Reply> =>
    withRetries(ask, { signal, isTransient, maximumAttempts, pauseMs })
  const { lengthy } = reader
  const retrying: TelemetryReader = {
    rows: (query, parameters) => retried(() => lengthy.rows(query, parameters)),
    columns: (query, parameters) => retried(() => lengthy.columns(query, parameters)),
    jsonColumns: (...asked) => retried(() => lengthy.jsonColumns(...asked)),
    json: (query, parameters) => retried(() => lengthy.json(query, parameters)),
    numbers: (query, parameters) => retried(() => lengthy.numbers(query, parameters)),
    numberColumns: (query, parameters) => retried(() => lengthy.numberColumns(query, parameters)),
  }
  return { ...retrying, lengthy: retrying }
}
