import type { Reading } from '#kit/model/reading.ts'
import type { AlarmValue } from './check.ts'
import type { EvaluatedPoint } from './evaluator.ts'

/**
 * Readings that came after newer ones and that their rule would have had one alarm for: all of the
 * time between the first and the last that came late. Times are ms UTC.
 */
export interface LateRun {
  readonly of: EvaluatedPoint
  readonly since: number
  readonly until: number
  /** Of the first of them. */
  readonly value: AlarmValue
}

interface OpenRun extends LateRun {
  /** Of the newest reading of the sensor then: what came in time after it lies between. */
  readonly newestTime: number
}

/** What is further apart than this is not shown to have lasted. */
const maximumGapMs = 10 * 60_000

/**
 * Gathers late readings: a device that sends what it kept for an hour had one alarm in that hour,
 * not one for each of its readings. What lasted less than the delay of its rule had none.
 */
export class LateRuns {
  readonly #open = new Map<EvaluatedPoint, OpenRun>()
  readonly #changed = new Set<EvaluatedPoint>()
  readonly #onLate: (run: LateRun) => void

  constructor(onLate: (run: LateRun) => void) {
    this.#onLate = onLate
  }

  /** A late reading; `isThere`: its rule would have an alarm for it. */
  take(
    of: EvaluatedPoint,
    { time, value, quality }: Reading,
    isThere: boolean,
    newestTime: number,
  ) {
    const open = this.#open.get(of)
    const goesOn = open !== undefined && time >= open.until
    if (!isThere) {
      // A bad reading ends no alarm.
      if (goesOn && quality !== 'bad') this.#end(of)
      return
    }
    if (goesOn && time - open.until <= maximumGapMs && time <= open.newestTime)
      this.#open.set(of, { ...open, until: time })
    else {
      this.#end(of)
      this.#open.set(of, { of, since: time, until: time, value, newestTime })
    }
    this.#changed.add(of)
  }

  /** Reports the runs that are new or longer, each once. */
  report(): void {
    for (const of of this.#changed) this.#reportOne(of)
    this.#changed.clear()
  }

  /** The point is evaluated no more. */
  remove(of: EvaluatedPoint): void {
    this.#end(of)
  }

  #end(of: EvaluatedPoint): void {
    if (this.#changed.delete(of)) this.#reportOne(of)
    this.#open.delete(of)
  }

  #reportOne(of: EvaluatedPoint): void {
    const run = this.#open.get(of)
    if (run && run.until - run.since >= of.rule.onDelayMs) this.#onLate(run)
  }
}
