import { staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import type { EvaluatedPoint } from './evaluated-point.ts'

const minute = 60_000

/**
 * What the clock brings to one point between readings of the past, as it would have live: ends of
 * delays and of silences, and hours that begin and end. Moments are ms UTC.
 */
export class PointClock {
  readonly #each: EvaluatedPoint
  readonly #tick: (at: number) => void
  readonly #afterReading: readonly number[]
  readonly #countsMinutes: boolean
  #time: number

  /** `tick` is what the clock does to the point. */
  constructor(
    each: EvaluatedPoint,
    sensor: Pick<Sensor, 'intervalMs'>,
    from: number,
    tick: (at: number) => void,
  ) {
    this.#each = each
    this.#tick = tick
    this.#time = from
    this.#afterReading = afterReading(each.rule, sensor)
    this.#countsMinutes = each.rule.hours.length > 0
  }

  /** Until the moment before `time`; a reading of that time comes next. */
  until(time: number): void {
    const from = this.#time
    if (time <= from) return
    this.#time = time
    const last = time - 1
    const { point } = this.#each
    if (!point.isPending && point.check.at === undefined) return
    for (const after of this.#afterReading) if (from + after < last) this.#tick(from + after)
    if (this.#countsMinutes)
      // With the minute in which the reading before came: it may have reported nothing.
      for (let at = Math.ceil(from / minute) * minute; at <= last; at += minute) {
        // What the minute before began has its whole length.
        if (at > from) this.#tick(at - 1)
        this.#tick(at)
      }
    if (last > from) this.#tick(last)
  }
}

/** Ends of silences and of delays, in ms after the reading that they begin with, in order. */
function afterReading(
  { condition, onDelayMs, offDelayMs }: PlannedRule,
  sensor: Pick<Sensor, 'intervalMs'>,
): readonly number[] {
  const after = silenceOf(condition, sensor)
  if (after === null) return []
  const all = [onDelayMs, offDelayMs, after + 1, after + 1 + onDelayMs]
  return [...new Set(all)].toSorted((one, other) => one - other)
}

/** After how long without a reading the clock changes the condition; null: it never does. */
function silenceOf(
  condition: PlannedRule['condition'],
  { intervalMs }: Pick<Sensor, 'intervalMs'>,
): number | null {
  switch (condition.kind) {
    case 'no_change':
      return condition.afterMs
    case 'no_data':
      return condition.afterMs ?? intervalMs * staleAfterIntervals
    case 'repeated_text':
      return condition.withinMs
    case 'limit':
    case 'rate':
    case 'deviation':
    case 'state':
    case 'device_offline':
    case 'bad_quality':
    case 'expression':
      return null
  }
}
