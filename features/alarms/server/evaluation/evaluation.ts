import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { toleratedClockLeadMs, type Reading } from '#kit/model/reading.ts'
import type { SetBack } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { adjustToSetBack } from '#kit/server/clock-steps/set-back.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { AlarmRegister } from '../register/alarm-register.ts'
import type { EvaluatedPoint } from './evaluated-point.ts'
import type { Evaluator } from './evaluator.ts'
import { Missed, type MissedStatus } from './missed.ts'
import { PointClock } from './point-clock.ts'
import { storedReadings } from './stored-readings-store.ts'
import { takeCurrent } from './take-current.ts'

export interface EvaluationServices {
  readonly telemetry: TelemetryReader
  readonly writer: Pick<ReadingWriter, 'flush' | 'settled'>
  readonly catalogue: Pick<Catalogue, 'sensor'>
  readonly current: CurrentReadings
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn' | 'info'>
}

interface Evaluated extends EvaluationServices {
  readonly evaluator: Evaluator
  readonly register: AlarmRegister
}

/** A round over what is stored that takes less time than this is the last but one. */
const shortRoundMs = 1_000
/**
 * So is one that is hardly shorter than the one before: asking takes its time where very many
 * sensors have rules, or the store is slow, however little is left.
 */
const shorterShare = 0.7
/** A document is announced to the evaluation so long before it is on its way to the disk. */
const announcedBeforeMs = 500

interface Stop {
  since: number
  readonly missed: Missed
  /** Rules that came meanwhile. */
  readonly added: Set<EvaluatedPoint>
  readonly clocks: Map<EvaluatedPoint, PointClock>
}

/**
 * Gives what comes to the evaluator. When what came of it fills its room, as the database takes
 * nothing, evaluation stops. As soon as all is stored the readings of meanwhile are evaluated from
 * the telemetry store, as if nothing had been, and evaluation goes on.
 */
export class Evaluation {
  readonly #services: Evaluated
  #stop: Stop | null = null
  #catchingUp: Promise<void> | null = null
  #isClosed = false

  constructor(services: Evaluated) {
    this.#services = services
  }

  /** Since when nothing is evaluated, ms UTC; null: all is. */
  get stoppedSince(): number | null {
    return this.#stop?.since ?? null
  }

  takeReadings(readings: readonly Reading[], receivedAt: number): void {
    const { evaluator } = this.#services
    const taken = this.#stop ? 0 : evaluator.take(readings, receivedAt)
    if (taken === readings.length) return
    const rest = taken === 0 ? readings : readings.slice(taken)
    this.#stopped().missed.takeReadings(rest, receivedAt, (id) => evaluator.hasSensor(id))
  }

  takeStatus(status: MissedStatus): void {
    if (this.#stop) return this.#stop.missed.takeStatus(status)
    const { deviceId, isOffline, since, at } = status
    this.#services.evaluator.takeStatus(deviceId, isOffline, since, at)
  }

  /** A rule that came while nothing is evaluated is held against what is there afterwards. */
  add(point: EvaluatedPoint): void {
    this.#stop?.added.add(point)
  }

  /** The clock goes on; evaluation too, if it can. */
  tick(now: number): void {
    const { evaluator, register } = this.#services
    if (!this.#stop && !evaluator.tick(now)) this.#stopped()
    if (!this.#stop || this.#catchingUp || this.#isClosed) return
    if (register.waitingBytes > 0 || register.isBehind) return
    this.#catchingUp = this.#catchUp(this.#stop)
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'alarms are not evaluated yet; trying again'),
      )
      .finally(() => {
        this.#stop?.missed.release()
        this.#catchingUp = null
      })
  }

  /** Moments that were recorded before become those of the clock as it is now. */
  setBack(setBack: SetBack): void {
    this.#services.evaluator.setBack(setBack)
    if (!this.#stop) return
    this.#stop.since = adjustToSetBack(this.#stop.since, setBack)
    // Each was ahead of what comes now.
    this.#stop.clocks.clear()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#catchingUp
  }

  #stopped(): Stop {
    if (this.#stop) return this.#stop
    const { clock, log } = this.#services
    const since = clock()
    log.warn({ since }, 'alarms are not evaluated until those that wait are stored')
    const stop = { since, missed: new Missed(), added: new Set<EvaluatedPoint>() }
    return (this.#stop = { ...stop, clocks: new Map() })
  }

  async #catchUp(stop: Stop): Promise<void> {
    const { writer } = this.#services
    let [lastMs, isShort] = [Infinity, false]
    while (!isShort) {
      const begun = performance.now()
      await writer.flush()
      if (!(await this.#evaluateStored(stop))) return
      const tookMs = performance.now() - begun
      isShort = tookMs < shortRoundMs || tookMs > lastMs * shorterShare
      lastMs = tookMs
    }
    // What came before this moment is stored, and what comes after it is held.
    stop.missed.hold()
    await delay(announcedBeforeMs)
    await writer.settled()
    await writer.flush()
    if ((await this.#evaluateStored(stop)) && this.#evaluateHeld(stop)) this.#goOn(stop)
  }

  /** Whether there was room for what came of them. */
  async #evaluateStored(stop: Stop): Promise<boolean> {
    const { evaluator, telemetry, register, clock } = this.#services
    const moments = new Map(evaluator.evaluatedTimes())
    for (const id of evaluator.sensorIds())
      if (!moments.has(id)) moments.set(id, stop.since - toleratedClockLeadMs)
    if (moments.size === 0) return true
    const to = clock() + toleratedClockLeadMs
    for await (const readings of storedReadings(telemetry, moments, to)) {
      if (this.#isClosed) return false
      for (const reading of readings)
        if (!this.#takeMissed(stop, reading, stop.missed.receivedAt(reading))) return false
      // Each part is stored before the next is read.
      await register.afterwards(async () => undefined)
      if (register.isBehind) return false
    }
    return !this.#isClosed
  }

  #evaluateHeld(stop: Stop): boolean {
    const { held } = stop.missed
    if (held === null) return false
    for (const { readings, receivedAt } of held)
      for (const reading of readings) if (!this.#takeMissed(stop, reading, receivedAt)) return false
    return true
  }

  #takeMissed(stop: Stop, reading: Reading, receivedAt: number): boolean {
    return this.#services.evaluator.takeMissed(reading, receivedAt, (each, at) =>
      this.#clockOf(stop, each).until(at),
    )
  }

  #clockOf({ clocks, since }: Stop, each: EvaluatedPoint): PointClock {
    const present = clocks.get(each)
    if (present) return present
    const { catalogue, evaluator } = this.#services
    const sensor = each.sensorId === null ? undefined : catalogue.sensor(each.sensorId)
    const time = new PointClock(each, sensor ?? { intervalMs: Infinity }, since, (at) =>
      evaluator.tickOne(each, at),
    )
    clocks.set(each, time)
    return time
  }

  #goOn(stop: Stop): void {
    const { evaluator, clock, current, log } = this.#services
    const now = clock()
    for (const { deviceId, isOffline, since, at } of stop.missed.takeStatuses()) {
      for (const each of evaluator.pointsOfDevice(deviceId)) this.#clockOf(stop, each).until(at)
      evaluator.takeStatus(deviceId, isOffline, since, at)
    }
    for (const each of evaluator.points.values())
      if (each.point.check.at !== undefined) this.#clockOf(stop, each).until(now)
    for (const each of stop.added) takeCurrent(evaluator, current, each, now)
    this.#stop = null
    log.info({ since: stop.since }, 'alarms are evaluated again')
  }
}
