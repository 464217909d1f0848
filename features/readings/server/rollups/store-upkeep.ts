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
  readonly #everyMs: number
  /** Sensors have not been looked for yet. */
  #isStart = true

  constructor(dependencies: Dependencies, everyMs = filesEveryMs) {
    this.#dependencies = dependencies
    this.#everyMs = everyMs
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#running
    await this.#removeFiles().catch(() => undefined)
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed
    const { values, logger } = this.#dependencies
    const tasks = [
      new Task(async () => (await this.#removeFiles(), true)),
      new Task(() => this.#addFast()),
      new Task(() => values.countDays(signal)),
    ]
    for (let turn = 0; !signal.aborted; turn++) {
      if (turn % sensorsEveryTurns === 0) for (const task of tasks) task.dueAt = turn
      for (const task of tasks) {
        if (signal.aborted) return
        await task.begin(turn).catch((error: unknown) => {
          if (!signal.aborted)
            logger.warn({ err: error }, 'upkeep of the telemetry store; again soon')
        })
      }
      await delay(this.#everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #addFast(): Promise<false> {
    const { minutes, clock } = this.#dependencies
    await minutes.addFast(this.#isStart ? 0 : clock() - recentMs, this.#closed.signal)
    this.#isStart = false
    return false
  }

  async #removeFiles(): Promise<void> {
    const { telemetry } = this.#dependencies
    // The engine decides which are old enough.
    if ((await countReplacedParts(telemetry)) > 0) await removeReplacedParts(telemetry)
  }
}

/** Something that is done in turns, and again when it failed: after one turn, and ever later. */
class Task {
  /** The turn in which it is to be done. */
  dueAt = 0
  #failures = 0
  readonly #run: () => Promise<boolean>

  /** `run` resolves with whether it is to be done in the next turn, too. */
  constructor(run: () => Promise<boolean>) {
    this.#run = run
  }

  /** Does it, where it is due. Rejects when it failed. */
  async begin(turn: number): Promise<void> {
    if (turn < this.dueAt) return
    this.dueAt = turn + Math.min(2 ** this.#failures++, sensorsEveryTurns)
    const hasMore = await this.#run()
    this.#failures = 0
    this.dueAt = hasMore ? turn + 1 : Infinity
  }
}
