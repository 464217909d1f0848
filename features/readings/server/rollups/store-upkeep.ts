import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import { countReplacedParts, removeReplacedParts } from '../deletion/stored-rows-store.ts'
import type { MinuteRollups } from './minute-rollups.ts'
import type { ValueCounts } from './value-counts.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly minutes: Pick<MinuteRollups, 'addFast'>
  readonly values: Pick<ValueCounts, 'countDays'>
  readonly clock: Clock
  readonly logger: BaseLogger
}

/** How often files are looked for that merges have replaced, ms. */
const filesEveryMs = 10_000
/**
 * How often sensors are looked for that send often, and days whose values are not counted, in turns
 * of the above.
 */
const sensorsEveryTurns = 360
/** Only the hours since then decide, but at the start, ms. */
const recentMs = 2 * 86_400_000

/**
 * What the telemetry store needs from time to time: minutes of sensors that have become fast; the
 * values of days that have ended counted; and replaced files removed, for which the engine looks
 * seldom when nothing is inserted, so that they would take more than the data.
 */
export class StoreUpkeep {
  readonly #dependencies: Dependencies
  readonly #closed = new AbortController()
  readonly #running: Promise<void>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
    await this.#removeFiles().catch(() => undefined)
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    let isCounting = false
    for (let turn = 0; !signal.aborted; turn++) {
      const isDue = turn % sensorsEveryTurns === 0
      try {
        await this.#removeFiles()
        if (isDue) await this.#addFast(turn === 0)
        if (isDue || isCounting) isCounting = await this.#dependencies.values.countDays(signal)
      } catch (error) {
        if (!signal.aborted)
          this.#dependencies.logger.warn(
            { err: error },
            'upkeep of the telemetry store; again soon',
          )
      }
      await delay(filesEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #addFast(isStart: boolean): Promise<void> {
    const { minutes, clock } = this.#dependencies
    await minutes.addFast(isStart ? 0 : clock() - recentMs, this.#closed.signal)
  }

  async #removeFiles(): Promise<void> {
    const { telemetry } = this.#dependencies
    // The engine decides which are old enough.
    if ((await countReplacedParts(telemetry)) > 0) await removeReplacedParts(telemetry)
  }
}
