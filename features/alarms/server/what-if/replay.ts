import type { Reading } from '#kit/model/reading.ts'
import { staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { AlarmValue } from '../evaluation/check.ts'
import type { Lookups } from '../evaluation/create-check.ts'
import { Evaluator, type EvaluatedPoint, type PointTransition } from '../evaluation/evaluator.ts'
import { sensorPoint } from '../evaluation/plan-points.ts'
import type { AlarmOrigin, PlannedRule } from '../rules/planned-rule.ts'

/** An alarm that a rule would have raised. Times are ms UTC. */
export interface ReplayedAlarm {
  /** When its condition came. */
  readonly since: number
  /** When it came, after its delay. */
  readonly raisedAt: number
  /** When its condition passed; null: it was there at the end. */
  readonly returnedAt: number | null
  /** Of its sensor when the condition came; null also where hours of its rule began then. */
  readonly value: AlarmValue
}

/** What is replayed: rules, each of an origin of its own, against the readings of one sensor. */
export interface ReplaySetup {
  readonly rules: readonly PlannedRule[]
  readonly sensor: Sensor
  /** Other sensors that conditions name. */
  readonly others: readonly Sensor[]
  /** Of the site, in which hours of rules count. */
  readonly timezone: string
  /** When the replay begins, ms UTC. */
  readonly from: number
}

const minute = 60_000

interface Watched {
  readonly each: EvaluatedPoint
  readonly alarms: ReplayedAlarm[]
  /** Value of the reading at which the condition came whose delay is under way. */
  pendingValue: AlarmValue
  pendingSince: number | null
}

/**
 * Holds stored readings against rules by the code that holds new ones against them, as if each had
 * come at its own time. Where no reading comes, the clock ends delays as it does live. Readings
 * must come in the order of their times.
 */
export class Replay {
  readonly #evaluator: Evaluator
  readonly #watched = new Map<AlarmOrigin, Watched>()
  readonly #sensorId: number
  /** Moments after a reading at which time alone may bring something. */
  readonly #afterReading: readonly number[]
  readonly #countsMinutes: boolean
  #time: number
  /** Time of the newest reading of the sensor itself. */
  #last = -Infinity
  #value: AlarmValue = null

  constructor({ rules, sensor, others, timezone, from }: ReplaySetup) {
    this.#sensorId = sensor.id
    this.#time = from
    this.#evaluator = new Evaluator({
      onTransition: (transition) => this.#take(transition),
      onLate: () => {},
    })
    const plan = { catalogue: lookupsOf([sensor, ...others]), startedAt: from, timezone }
    for (const rule of rules) {
      const each = sensorPoint(plan, rule, sensor)
      if (!each) continue
      this.#evaluator.put(each)
      this.#watched.set(rule.origin, { each, alarms: [], pendingValue: null, pendingSince: null })
    }
    this.#afterReading = afterReading(rules, sensor)
    this.#countsMinutes = rules.some(({ hours }) => hours.length > 0)
  }

  take(readings: readonly Reading[]): void {
    for (const reading of readings) {
      const { time } = reading
      if (time > this.#time) this.#pass(time)
      this.#takeOne(reading)
      this.#time = Math.max(this.#time, time)
    }
  }

  #takeOne(reading: Reading): void {
    const { sensorId, time, value } = reading
    // Of readings of one time the first counts.
    if (sensorId === this.#sensorId && time > this.#last) {
      this.#last = time
      this.#value = value
    }
    this.#evaluator.take([reading], time)
    this.#notePending()
  }

  #tick(at: number): void {
    this.#evaluator.tick(at)
    this.#notePending()
  }

  /** Where hours begin a reading need not come. */
  #valueAt({ each }: Watched, since: number): AlarmValue {
    return each.rule.hours.length > 0 && since % minute === 0 ? null : this.#value
  }

  /** The value at which a delay began is that of the alarm when it comes. */
  #notePending(): void {
    for (const watched of this.#watched.values()) {
      const since = watched.each.point.pendingSince
      if (since !== null && since !== watched.pendingSince)
        watched.pendingValue = this.#valueAt(watched, since)
      watched.pendingSince = since
    }
  }

  /** What came of each rule, by its origin; nothing comes after `to`. */
  end(to: number): ReadonlyMap<AlarmOrigin, readonly ReplayedAlarm[]> {
    this.#pass(to + 1)
    return new Map([...this.#watched].map(([origin, { alarms }]) => [origin, alarms]))
  }

  /** What the clock brings from the newest reading until the moment before `time`. */
  #pass(time: number): void {
    const from = this.#time
    const last = time - 1
    if (last <= from) return
    for (const after of this.#afterReading) if (from + after < last) this.#tick(from + after)
    if (this.#countsMinutes)
      for (let at = (Math.floor(from / minute) + 1) * minute; at <= last; at += minute) {
        // What the minute before began has its whole length.
        this.#tick(at - 1)
        this.#tick(at)
      }
    this.#tick(last)
  }

  #take({ of, type, since, at }: PointTransition): void {
    const watched = this.#watched.get(of.origin)
    if (!watched) return
    const { alarms } = watched
    const value = at === since ? this.#valueAt(watched, since) : watched.pendingValue
    if (type === 'raise') alarms.push({ since, raisedAt: at, returnedAt: null, value })
    else {
      const last = alarms.pop()
      if (last) alarms.push({ ...last, returnedAt: at })
    }
  }
}

/** Ends of silences and of delays, in ms after the reading that they begin with, in order. */
function afterReading(rules: readonly PlannedRule[], sensor: Sensor): readonly number[] {
  const all = rules.flatMap(({ condition, onDelayMs, offDelayMs }) => {
    const after = silenceOf(condition, sensor)
    return after === null ? [] : [onDelayMs, offDelayMs, after + 1, after + 1 + onDelayMs]
  })
  return [...new Set(all)].toSorted((one, other) => one - other)
}

function silenceOf(condition: PlannedRule['condition'], sensor: Sensor): number | null {
  if (condition.kind === 'no_change') return condition.afterMs
  if (condition.kind === 'no_data')
    return condition.afterMs ?? sensor.intervalMs * staleAfterIntervals
  return condition.kind === 'repeated_text' ? condition.withinMs : null
}

function lookupsOf(sensors: readonly Sensor[]): Lookups {
  return {
    sensor: (id) => sensors.find((each) => each.id === id),
    device(lesiId) {
      const found = sensors.find((each) => each.lesiId === lesiId)
      return found && { id: found.deviceId, lesiId, name: lesiId, silenceMs: Infinity }
    },
    sensorByKey: (deviceId, key) =>
      sensors.find((each) => each.deviceId === deviceId && each.key === key),
  }
}
