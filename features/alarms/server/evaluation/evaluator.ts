import { isBeyondPresent, toleratedClockLeadMs, type Reading } from '#kit/model/reading.ts'
import type { SetBack } from '#kit/server/bus.ts'
import { keyOf, type EvaluatedPoint, type PointTransition } from './evaluated-point.ts'
import { EvaluatedSensor } from './evaluated-sensor.ts'
import { LateRuns, type LateRun } from './late-runs.ts'
import type { Transition } from './point.ts'
import { BandFilter } from './checks/band-filter.ts'
import { RaisedSince } from './raised-since.ts'

interface Listeners {
  readonly onTransition: (transition: PointTransition) => void
  /** New, or longer than when it was reported last; the same has the same beginning. */
  readonly onLate: (run: LateRun) => void
  /** Whether there is no room for what would come of further readings. */
  readonly isFull?: () => boolean
}

type Sensor = EvaluatedSensor<EvaluatedPoint>

/**
 * Holds readings against rules. Each sensor's readings count in the order of their times: one that
 * comes after a newer one never changes an alarm of now.
 */
export class Evaluator {
  readonly #listeners: Listeners
  readonly #sensors = new Map<number, Sensor>()
  /** Most readings change nothing: for them this is enough. */
  readonly #bandFilter = new BandFilter()
  readonly #points = new Map<string, EvaluatedPoint>()
  readonly #ofDevices = new Map<number, Set<EvaluatedPoint>>()
  readonly #raisedSince = new RaisedSince()

  readonly #isFull: () => boolean
  readonly #late: LateRuns

  constructor(listeners: Listeners) {
    this.#listeners = listeners
    this.#late = new LateRuns(listeners.onLate)
    this.#isFull = listeners.isFull ?? (() => false)
  }

  get points(): ReadonlyMap<string, EvaluatedPoint> {
    return this.#points
  }

  /** Newest evaluated time of each sensor that has rules, ms UTC. */
  *evaluatedTimes(): Iterable<readonly [number, number]> {
    for (const [id, { newestTime }] of this.#sensors)
      if (newestTime > -Infinity) yield [id, newestTime]
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
    point.point.raiseAfter(this.#raisedSince.take(key))
    this.#points.set(key, point)
    if (point.sensorId === null) this.#ofDevice(point.deviceId).add(point)
    for (const id of point.sensorIds) this.#sensor(id).add(point)
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
    this.#raisedSince.keep(key, point.point.raisedSince)
    this.#late.remove(point)
    this.#ofDevices.get(point.deviceId)?.delete(point)
    for (const id of point.sensorIds) {
      const sensor = this.#sensors.get(id)
      if (!sensor || sensor.remove(point)) continue
      this.#sensors.delete(id)
      sensor.release()
    }
    return point
  }

  /** Readings of a sensor until this time were evaluated before a start. */
  restoreSensor(sensorId: number, last: number): void {
    this.#sensors.get(sensorId)?.evaluatedUntil(last)
  }

  /** Takes readings of a time that was evaluated before a start, oldest first. */
  prime(readings: readonly Reading[]): void {
    for (const reading of readings) {
      const sensor = this.#sensors.get(reading.sensorId)
      if (!sensor) continue
      sensor.setNewest(reading)
      for (const { point } of sensor.points)
        point.check.prime?.(reading, reading.time, point.isActive)
    }
  }

  /**
   * Takes what has just come: of readings of one time the last one counts, as on the screen. How
   * many of them were taken: all, as long as there is room for what comes of them.
   */
  take(readings: readonly Reading[], receivedAt: number): number {
    let taken = 0
    const latest = receivedAt + toleratedClockLeadMs
    for (const reading of readings) {
      const place = this.#bandFilter.placeOf(reading.sensorId)
      if (place >= 0 && !this.#bandFilter.take(place, reading, latest)) {
        if (this.#isFull()) break
        this.#takeReceived(this.#sensor(reading.sensorId), reading, receivedAt)
      }
      taken++
    }
    this.#late.report()
    return taken
  }

  /** Takes one stored reading, however much of the room is used; of one time the first counts. */
  takeOne(reading: Reading, receivedAt: number): void {
    if (this.takeSteady(reading, receivedAt)) return
    const sensor = this.#sensors.get(reading.sensorId)
    if (sensor !== undefined) this.#takeOne(sensor, reading, receivedAt)
    this.#late.report()
  }

  /** Takes a reading of a sensor for whose rules it changes nothing; whether it was one. */
  takeSteady(reading: Reading, receivedAt: number): boolean {
    const place = this.#bandFilter.placeOf(reading.sensorId)
    return place >= 0 && this.#bandFilter.take(place, reading, receivedAt + toleratedClockLeadMs)
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
    const sensor = this.#sensors.get(reading.sensorId)
    if (sensor === undefined || reading.time <= sensor.newestTime) return true
    if (isBeyondPresent(reading.time, receivedAt)) return true
    if (this.#isFull()) return false
    for (const each of sensor.points) pass(each, receivedAt)
    this.#takeOne(sensor, reading, receivedAt)
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

  /** The server's clock was set back: no delay, silence or reading waits until it is as late. */
  setBack(setBack: SetBack): void {
    for (const sensor of this.#sensors.values()) sensor.setBack(setBack)
    for (const { point } of this.#points.values()) point.setBack(setBack)
    this.#raisedSince.clear()
  }

  /** Points of the device as a whole. */
  pointsOfDevice(deviceId: number): Iterable<EvaluatedPoint> {
    return this.#ofDevices.get(deviceId) ?? []
  }

  /** Holds the present reading of a sensor against a point that has just come. */
  takePresent({ point }: EvaluatedPoint, reading: Reading, receivedAt: number): void {
    const sensor = this.#sensors.get(reading.sensorId)
    if (!sensor || point.isEvaluated(reading.time)) return
    if (isBeyondPresent(reading.time, receivedAt)) return
    sensor.setNewest(reading)
    sensor.evaluatedUntil(reading.time)
    for (const each of sensor.points) {
      if (each.point !== point) continue
      if (point.check.takePresent) point.check.takePresent(reading, receivedAt)
      else this.#hold(each, reading, receivedAt)
    }
  }

  /** A device went offline or came back, ms UTC. */
  takeStatus(deviceId: number, isOffline: boolean, since: number, now: number): void {
    for (const each of this.#ofDevices.get(deviceId) ?? []) {
      each.point.check.takeStatus?.(isOffline, since)
      this.tickOne(each, now)
    }
  }

  #takeReceived(sensor: Sensor, reading: Reading, receivedAt: number): void {
    if (reading.time !== sensor.newestTime) this.#takeOne(sensor, reading, receivedAt)
    // The same reading may come twice: that is no sign of life, and changes nothing.
    else if (!sensor.isNewest(reading)) this.#evaluate(sensor, reading, receivedAt)
  }

  #takeOne(sensor: Sensor, reading: Reading, receivedAt: number): void {
    const { time } = reading
    const last = sensor.newestTime
    if (time > last) {
      if (!isBeyondPresent(time, receivedAt)) this.#evaluate(sensor, reading, receivedAt)
    } else if (time < last) this.#takeLate(sensor, reading)
  }

  #evaluate(sensor: Sensor, reading: Reading, receivedAt: number): void {
    const { time } = reading
    sensor.setNewest(reading)
    sensor.evaluatedUntil(time)
    for (const each of sensor.points) {
      const { point } = each
      if (point.isEvaluated(time)) {
        point.check.prime?.(reading, receivedAt, point.isActive)
        continue
      }
      this.#hold(each, reading, receivedAt)
    }
    sensor.beginBand()
  }

  #hold(each: EvaluatedPoint, reading: Reading, receivedAt: number): void {
    const { point } = each
    const isThere = point.check.next(reading, point.isActive, receivedAt)
    if (isThere === undefined) return
    const transition = point.offer(isThere, reading.time, receivedAt)
    if (transition !== null) this.#emit(each, transition)
  }

  #takeLate(sensor: Sensor, reading: Reading): void {
    for (const each of sensor.points) {
      const isThere = each.point.check.isThereLate?.(reading) ?? false
      this.#late.take(each, reading, isThere, sensor.newestTime)
    }
  }

  #emit(of: EvaluatedPoint, transition: Transition): void {
    const value =
      of.sensorId === null ? null : (this.#sensors.get(of.sensorId)?.newestValue ?? null)
    this.#listeners.onTransition({ ...transition, of, value })
  }

  #ofDevice(deviceId: number): Set<EvaluatedPoint> {
    const present = this.#ofDevices.get(deviceId) ?? new Set()
    this.#ofDevices.set(deviceId, present)
    return present
  }

  #sensor(id: number): Sensor {
    const present = this.#sensors.get(id)
    if (present) return present
    const sensor: Sensor = new EvaluatedSensor(id, this.#bandFilter)
    this.#sensors.set(id, sensor)
    return sensor
  }
}
