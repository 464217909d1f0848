import type { Reading } from '#kit/model/reading.ts'
import { qualities } from '#kit/model/quality.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { AlarmValue } from '../evaluation/checks/check.ts'
import type { Lookups } from '../evaluation/checks/create-check.ts'
import type { EvaluatedPoint, PointTransition } from '../evaluation/evaluated-point.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { PointClock } from '../evaluation/point-clock.ts'
import { sensorPoint } from '../evaluation/plan-points.ts'
import type { AlarmOrigin, PlannedRule } from '../rules/planned-rule.ts'
import { AlarmCollector, type ReplayResult } from './replayed-alarms.ts'
import type { RawNumbers } from './what-if-store.ts'

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
  readonly pointClock: PointClock
  readonly alarms: AlarmCollector
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
  readonly #all: readonly Watched[]
  readonly #sensorId: number
  /** Time of the newest reading of the sensor itself. */
  #last = -Infinity
  #value: AlarmValue = null

  constructor({ rules, sensor, others, timezone, from }: ReplaySetup) {
    this.#sensorId = sensor.id
    const evaluator = new Evaluator({
      onTransition: (transition) => this.#take(transition),
      onLate: () => {},
    })
    this.#evaluator = evaluator
    const plan = { catalogue: lookupsOf([sensor, ...others]), startedAt: from, timezone }
    for (const rule of rules) {
      const each = sensorPoint(plan, rule, sensor)
      if (!each) continue
      evaluator.put(each)
      const pointClock = new PointClock(each, sensor, from, (at) => {
        evaluator.tickOne(each, at)
        this.#recordPending()
      })
      const watched = {
        each,
        pointClock,
        alarms: new AlarmCollector(),
        pendingValue: null,
        pendingSince: null,
      }
      this.#watched.set(rule.origin, watched)
    }
    this.#all = [...this.#watched.values()]
  }

  take(readings: readonly Reading[]): void {
    for (const reading of readings) this.#takeOne(reading)
  }

  /** Of bad readings the value does not count, and NaN is none. */
  takeNumbers({ base, fields, rows }: RawNumbers): void {
    // One object for all of them: nothing holds a reading longer than it is evaluated.
    const reading: { -readonly [Field in keyof Reading]: Reading[Field] } = {
      ...{ sensorId: this.#sensorId, time: 0, value: 0, quality: 'good' },
    }
    for (let at = 0; at < rows.length; at += fields) {
      if (fields === 4) reading.sensorId = rows[at + 3] ?? 0
      reading.time = base + (rows[at] ?? 0)
      reading.quality = qualities[rows[at + 2] ?? 2] ?? 'bad'
      const value = rows[at + 1] ?? NaN
      reading.value = reading.quality === 'bad' || Number.isNaN(value) ? null : value
      // What changes nothing needs no clock before it.
      if (this.#evaluator.takeSteady(reading, reading.time)) this.#setNewest(reading)
      else this.#takeOne(reading)
    }
  }

  #takeOne(reading: Reading): void {
    const { time } = reading
    for (const { pointClock } of this.#all) pointClock.until(time)
    this.#setNewest(reading)
    this.#evaluator.takeOne(reading, time)
    this.#recordPending()
  }

  /** Of readings of one time the first counts. */
  #setNewest({ sensorId, time, value }: Reading): void {
    if (sensorId !== this.#sensorId || time <= this.#last) return
    this.#last = time
    this.#value = value
  }

  /** Where hours begin a reading need not come. */
  #valueAt({ each }: Watched, since: number): AlarmValue {
    return each.rule.hours.length > 0 && since % minute === 0 ? null : this.#value
  }

  /** The value at which a delay began is that of the alarm when it comes. */
  #recordPending(): void {
    for (const watched of this.#all) {
      const since = watched.each.point.pendingSince
      if (since !== null && since !== watched.pendingSince)
        watched.pendingValue = this.#valueAt(watched, since)
      watched.pendingSince = since
    }
  }

  /** What came of each rule, by its origin; nothing comes after `to`. */
  end(to: number): ReplayResult {
    for (const { pointClock } of this.#all) pointClock.until(to + 1)
    return new Map([...this.#watched].map(([origin, { alarms }]) => [origin, alarms.end()]))
  }

  #take({ of, type, since, at }: PointTransition): void {
    const watched = this.#watched.get(of.origin)
    if (!watched) return
    const { alarms } = watched
    const value = at === since ? this.#valueAt(watched, since) : watched.pendingValue
    if (type === 'raise') alarms.raise(since, at, value)
    else alarms.return(at)
  }
}

function lookupsOf(sensors: readonly Sensor[]): Lookups {
  return {
    sensor: (id) => sensors.find((each) => each.id === id),
    device(lesiId) {
      const found = sensors.find((each) => each.lesiId === lesiId)
      return found && { id: found.deviceId, lesiId, name: lesiId, product: '', silenceMs: Infinity }
    },
    sensorByKey: (deviceId, key) =>
      sensors.find((each) => each.deviceId === deviceId && each.key === key),
  }
}
