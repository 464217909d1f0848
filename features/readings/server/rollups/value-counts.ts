import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { JournalWriter } from '../writer/writer.ts'
import { readStoredMonths } from './rollup-repair-store.ts'
import { countValues, readUncountedDays, type UncountedDay } from './value-counts-store.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly writer: Pick<JournalWriter, 'exclusively' | 'isWithdrawn'>
  readonly clock: Clock
  readonly logger: BaseLogger
}

const dayMs = 86_400_000
/** Readings that one statement counts: of values that never repeat it needs some 100 MB. */
const readingsAtOnce = 1_000_000
/** Statements of one turn, and days that are looked for. */
const statementsOfTurn = 30
const daysAtOnce = 1_000

/**
 * How often each value occurs on the days that have ended, for exact percentiles of long ranges. It
 * is derived from the readings, and checked against the hours by whoever reads it: nothing breaks
 * where it is missing or late.
 */
export class ValueCounts {
  readonly #dependencies: Dependencies
  /** Counted since somebody looked last. */
  readonly #counted = new Set<string>()
  /** Days that were counted in vain: hours and readings say different things. */
  readonly #different = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Counts some of the days that are not counted, the newest first; resolves with whether there may
   * be more. Rejects when the store fails or the signal is aborted.
   */
  async countDays(signal: AbortSignal): Promise<boolean> {
    const { telemetry, writer, logger } = this.#dependencies
    const days = await this.#uncounted(signal)
    const chunks = chunksOf(days)
    for (const chunk of chunks.slice(0, statementsOfTurn)) {
      const begin = performance.now()
      // What has expired or is deleted for good is not counted at the same time.
      await writer.exclusively('old', signal, async () => {
        const remaining = chunk.filter(({ sensor }) => !writer.isWithdrawn(sensor))
        if (remaining.length > 0) await countValues(telemetry, remaining)
      })
      for (const day of chunk) this.#counted.add(keyOf(day))
      await delay(performance.now() - begin, undefined, { signal })
    }
    if (days.length > 0) logger.debug({ days: days.length }, 'values of days are counted')
    return chunks.length > statementsOfTurn || days.length === daysAtOnce
  }

  async #uncounted(signal: AbortSignal): Promise<readonly UncountedDay[]> {
    const { telemetry, clock, writer } = this.#dependencies
    const today = Math.floor(clock() / dayMs) * dayMs
    const found: UncountedDay[] = []
    for (const { from, to } of (await readStoredMonths(telemetry)).toReversed()) {
      signal.throwIfAborted()
      const span = {
        from: Math.floor(from / dayMs) * dayMs,
        to: Math.min(today, (Math.floor(to / dayMs) + 1) * dayMs),
      }
      if (span.from >= span.to) continue
      const limit = daysAtOnce + this.#different.size
      for (const day of await readUncountedDays(telemetry, span, limit)) {
        if (this.#counted.has(keyOf(day))) this.#different.add(keyOf(day))
        if (!this.#different.has(keyOf(day)) && !writer.isWithdrawn(day.sensor)) found.push(day)
      }
      if (found.length >= daysAtOnce) break
    }
    this.#counted.clear()
    return found.slice(0, daysAtOnce)
  }
}

const keyOf = ({ sensor, start, readings }: UncountedDay) => `${sensor}:${start}:${readings}`

/** Days of a month that one statement counts. */
function chunksOf(days: readonly UncountedDay[]): readonly (readonly UncountedDay[])[] {
  const chunks: UncountedDay[][] = []
  let sum = Infinity
  for (const day of days) {
    if (sum + day.readings > readingsAtOnce) {
      chunks.push([])
      sum = 0
    }
    chunks.at(-1)?.push(day)
    sum += day.readings
  }
  return chunks
}
