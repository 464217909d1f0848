import { isBeyondPresent, type Reading } from '#kit/model/reading.ts'
import type { AlarmOrigin, PlannedRule } from '../rules/planned-rule.ts'
import type { AlarmValue } from './check.ts'
import type { AlarmPoint, Transition } from './point.ts'

/** One rule at one sensor, or at a device as a whole. */
export interface PointName {
  readonly origin: AlarmOrigin
  readonly deviceId: number
  /** null: it is about the device. */
  readonly sensorId: number | null
}

export const keyOf = ({ origin, deviceId, sensorId }: PointName): string =>
  sensorId === null ? `${origin} device ${deviceId}` : `${origin} ${sensorId}`

export interface EvaluatedPoint extends PointName {
  readonly rule: PlannedRule
  readonly point: AlarmPoint
  /** Sensors whose readings are held against it. */
  readonly sensorIds: readonly number[]
  /** Differs when the same readings could give other alarms. */
  readonly identity: string
}

export interface PointTransition extends Transition {
  readonly of: EvaluatedPoint
  /** Of its sensor, when the alarm came or passed. */
  readonly value: AlarmValue
}

/** A reading that came after newer ones, and that its rule would have had an alarm for. */
export interface LateViolation {
  readonly of: EvaluatedPoint
  readonly reading: Reading
}

interface Listeners {
  readonly onTransition: (transition: PointTransition) => void
  readonly onLate: (violation: LateViolation) => void
  /** Whether there is no room for what would come of further readings. */
  readonly isFull?: () => boolean
}

interface SensorEntry {
  /** Time of the newest reading that was evaluated. */
  last: number
  value: AlarmValue
  points: EvaluatedPoint[]
}

/**
 * Holds readings against rules. Each sensor's readings count in the order of their times: one that
 * comes after a newer one never changes an alarm of now.
 */
export class Evaluator {
  readonly #listeners: Listeners
  readonly #sensors = new Map<number, SensorEntry>()
  readonly #points = new Map<string, EvaluatedPoint>()
  readonly #ofDevices = new Map<number, Set<EvaluatedPoint>>()

  readonly #isFull: () => boolean

  constructor(listeners: Listeners) {
    this.#listeners = listeners
    this.#isFull = listeners.isFull ?? (() => false)
  }

  get points(): ReadonlyMap<string, EvaluatedPoint> {
    return this.#points
  }

  /** Newest evaluated time of each sensor that has rules, ms UTC. */
  *evaluatedTimes(): Iterable<readonly [number, number]> {
    for (const [id, { last }] of this.#sensors) if (last > -Infinity) yield [id, last]
  }

  /** Those whose readings are held against rules. */
  sensorIds(): Iterable<number> {
    return this.#sensors.keys()
  }

  /** Adds a point unless one is there that would give the same; whether it was added. */
  put(point: EvaluatedPoint): boolean {
    const key = keyOf(point)
    const present = this.#points.get(key)
    if (present?.identity === point.identity) return false
    if (present) {
      // The alarm that is there passes when the new rule says so.
      point.point.restore(present.point.isActive, -Infinity)
      this.remove(key)
    }
    this.#points.set(key, point)
    if (point.sensorId === null) this.#ofDevice(point.deviceId).add(point)
    for (const id of point.sensorIds) this.#entry(id).points.push(point)
    return true
  }

  /** Whether readings of this sensor are held against a rule. */
  hasSensor(sensorId: number): boolean {
    return this.#sensors.has(sensorId)
  }

  /** Points that readings of this sensor are held against. */
  pointsOf(sensorId: number): readonly EvaluatedPoint[] {
    return this.#sensors.get(sensorId)?.points ?? []
  }

  /** The point that there was. */
  remove(key: string): EvaluatedPoint | undefined {
    const point = this.#points.get(key)
    if (!point) return undefined
    this.#points.delete(key)
    this.#ofDevices.get(point.deviceId)?.delete(point)
    for (const id of point.sensorIds) {
      const entry = this.#sensors.get(id)
      if (!entry) continue
      entry.points = entry.points.filter((each) => each !== point)
      if (entry.points.length === 0) this.#sensors.delete(id)
    }
    return point
  }

  /** Readings of a sensor until this time were evaluated before a start. */
  restoreSensor(sensorId: number, last: number): void {
    const entry = this.#sensors.get(sensorId)
    if (entry) entry.last = Math.max(entry.last, last)
  }

  /** Takes readings of a time that was evaluated before a start, oldest first. */
  prime(readings: readonly Reading[]): void {
    for (const reading of readings) {
      const entry = this.#sensors.get(reading.sensorId)
      if (!entry) continue
      entry.value = reading.value
      for (const { point } of entry.points) point.check.prime?.(reading, reading.time)
    }
  }

  /** How many of them were taken: all, as long as there is room for what comes of them. */
  take(readings: readonly Reading[], receivedAt: number): number {
    let taken = 0
    for (const reading of readings) {
      const entry = this.#sensors.get(reading.sensorId)
      if (entry !== undefined) {
        if (this.#isFull()) return taken
        this.#takeOne(entry, reading, receivedAt)
      }
      taken++
    }
    return taken
  }

  /** Takes one reading, however much of the room is used. */
  takeOne(reading: Reading, receivedAt: number): void {
    const entry = this.#sensors.get(reading.sensorId)
    if (entry !== undefined) this.#takeOne(entry, reading, receivedAt)
  }

  /**
   * Takes a reading that was not taken when it came; those that were, and late ones, change
   * nothing. Before it is held against a point `pass` brings that to its moment. Whether there was
   * room for what comes of it.
   */
  takeMissed(
    reading: Reading,
    receivedAt: number,
    pass: (each: EvaluatedPoint, at: number) => void,
  ): boolean {
    const entry = this.#sensors.get(reading.sensorId)
    if (entry === undefined || reading.time <= entry.last) return true
    if (isBeyondPresent(reading.time, receivedAt)) return true
    if (this.#isFull()) return false
    for (const each of entry.points) pass(each, receivedAt)
    this.#takeOne(entry, reading, receivedAt)
    return true
  }

  /**
   * At a moment of the server's clock, ms UTC: delays that end, and what time alone brings. Whether
   * there was room for all that came of it.
   */
  tick(now: number): boolean {
    for (const each of this.#points.values()) {
      if (!each.point.isPending && each.point.check.at === undefined) continue
      if (this.#isFull()) return false
      this.tickOne(each, now)
    }
    return true
  }

  /** The same for one point. */
  tickOne(each: EvaluatedPoint, at: number): void {
    const transition = each.point.tick(at)
    if (transition !== null) this.#emit(each, transition)
  }

  /** Points of the device as a whole. */
  pointsOfDevice(deviceId: number): Iterable<EvaluatedPoint> {
    return this.#ofDevices.get(deviceId) ?? []
  }

  /** Holds the present reading of a sensor against a point that has just come. */
  takePresent({ point }: EvaluatedPoint, reading: Reading, receivedAt: number): void {
    const entry = this.#sensors.get(reading.sensorId)
    if (!entry || point.isEvaluated(reading.time)) return
    entry.last = Math.max(entry.last, reading.time)
    entry.value = reading.value
    for (const each of entry.points) if (each.point === point) this.#hold(each, reading, receivedAt)
  }

  /** A device went offline or came back, ms UTC. */
  takeStatus(deviceId: number, isOffline: boolean, since: number, now: number): void {
    for (const each of this.#ofDevices.get(deviceId) ?? []) {
      each.point.check.takeStatus?.(isOffline, since)
      this.tickOne(each, now)
    }
  }

  #takeOne(entry: SensorEntry, reading: Reading, receivedAt: number): void {
    const { time } = reading
    if (time <= entry.last) {
      if (time < entry.last) this.#takeLate(entry, reading, receivedAt)
      return
    }
    if (isBeyondPresent(time, receivedAt)) return
    entry.last = time
    entry.value = reading.value
    for (const each of entry.points) {
      const { point } = each
      if (point.isEvaluated(time)) {
        point.check.prime?.(reading, receivedAt)
        continue
      }
      this.#hold(each, reading, receivedAt)
    }
  }

  #hold(each: EvaluatedPoint, reading: Reading, receivedAt: number): void {
    const { point } = each
    const isThere = point.check.next(reading, point.isActive, receivedAt)
    if (isThere === undefined) return
    const transition = point.offer(isThere, reading.time, receivedAt)
    if (transition !== null) this.#emit(each, transition)
  }

  #takeLate(entry: SensorEntry, reading: Reading, receivedAt: number): void {
    for (const each of entry.points) {
      const { check } = each.point
      if (check.isStateless && check.next(reading, false, receivedAt))
        this.#listeners.onLate({ of: each, reading })
    }
  }

  #emit(of: EvaluatedPoint, transition: Transition): void {
    const value = of.sensorId === null ? null : (this.#sensors.get(of.sensorId)?.value ?? null)
    this.#listeners.onTransition({ ...transition, of, value })
  }

  #ofDevice(deviceId: number): Set<EvaluatedPoint> {
    const present = this.#ofDevices.get(deviceId) ?? new Set()
    this.#ofDevices.set(deviceId, present)
    return present
  }

  #entry(sensorId: number): SensorEntry {
    const present = this.#sensors.get(sensorId)
    if (present) return present
    const entry: SensorEntry = { last: -Infinity, value: null, points: [] }
    this.#sensors.set(sensorId, entry)
    return entry
  }
}
