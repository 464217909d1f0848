import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode } from '#kit/model/calls/errors.ts'
import type { PersonalReader, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

const passing: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'too_many_requests',
  'store_unavailable',
])
const maximumAttempts = 20
const defaultPauseMs = 3_000

/**
 * Asks again where the store has no turn for it now: whoever waits for a file has time. All of its
 * questions give way to those of people who look at a screen.
 */
export function patientReader(
  reader: PersonalReader,
  signal: AbortSignal,
  pauseMs = defaultPauseMs,
): PersonalReader {
  const patient = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (let attempts = 1; ; attempts++)
      try {
        return await ask()
      } catch (error) {
        const mayPass = error instanceof AppError && passing.has(error.code)
        if (!mayPass || attempts >= maximumAttempts) throw error
        await delay(pauseMs, undefined, { signal })
      }
  }
  const { lengthy } = reader
  const asks: TelemetryReader = {
    rows: (query, parameters) => patient(() => lengthy.rows(query, parameters)),
    columns: (query, parameters) => patient(() => lengthy.columns(query, parameters)),
    json: (query, parameters) => patient(() => lengthy.json(query, parameters)),
    numbers: (query, parameters) => patient(() => lengthy.numbers(query, parameters)),
    numberColumns: (query, parameters) => patient(() => lengthy.numberColumns(query, parameters)),
  }
  return { ...asks, lengthy: asks }
}
