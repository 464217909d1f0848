import type { Reading } from '#kit/model/reading.ts'
import type { AlarmValue } from './checks/check.ts'
import type { EvaluatedPoint } from './evaluated-point.ts'

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
  /**
   * When the run begins that goes on where this one ends: it came before, from a device that sends
   * its newest blocks first. Null: none does.
   */
  readonly goesOnAt: number | null
}

interface OpenRun extends Omit<LateRun, 'goesOnAt'> {
  /** Between its last two readings, ms; 0: it has one. */
  readonly stepMs: number
  /** Of the newest reading of the sensor then: what came in time after it lies between. */
  readonly newestTime: number
}

/** Late readings of one point, each after the one before. */
interface Stretch {
  last: number
  /** When the run begins that its first reading began; null: that began none. */
  readonly firstRun: number | null
  /** The same of the stretch that came before this one, and lies behind it. */
  readonly behind: number | null
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
  readonly #stretches = new Map<EvaluatedPoint, Stretch>()
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
    if (isThere || quality !== 'bad') this.#follow(of, time, isThere)
    const open = this.#open.get(of)
    const goesOn = open !== undefined && time >= open.until
    if (!isThere) {
      // A bad reading ends no alarm.
      if (goesOn && quality !== 'bad') this.#end(of)
      return
    }
    if (goesOn && time - open.until <= maximumGapMs && time <= open.newestTime)
      this.#open.set(of, { ...open, until: time, stepMs: time - open.until })
    else {
      this.#end(of)
      this.#open.set(of, { of, since: time, until: time, value, newestTime, stepMs: 0 })
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
    this.#stretches.delete(of)
  }

  #follow(of: EvaluatedPoint, time: number, isThere: boolean): void {
    const stretch = this.#stretches.get(of)
    if (stretch && time >= stretch.last) stretch.last = time
    else
      this.#stretches.set(of, {
        ...{ last: time, firstRun: isThere ? time : null },
        behind: stretch?.firstRun ?? null,
      })
  }

  /** Between the two no reading can lie: they are no further apart than those of the run. */
  #goesOnAt({ of, until, stepMs }: OpenRun): number | null {
    const { last, behind } = this.#stretches.get(of) ?? { last: Number.NaN, behind: null }
    if (behind === null || last !== until || behind <= until) return null
    return behind - until <= Math.min(maximumGapMs, stepMs * 1.5) ? behind : null
  }

  #end(of: EvaluatedPoint): void {
    if (this.#changed.delete(of)) this.#reportOne(of)
    this.#open.delete(of)
  }

  #reportOne(of: EvaluatedPoint): void {
    const run = this.#open.get(of)
    if (run && run.until - run.since >= of.rule.onDelayMs)
      this.#onLate({ ...run, goesOnAt: this.#goesOnAt(run) })
  }
}
