import type { AlarmEngineServices } from './engine-services.ts'
import type { Evaluation } from './evaluation/evaluation.ts'
import { keyOf, type EvaluatedPoint, type PointName } from './evaluation/evaluated-point.ts'
import type { Evaluator } from './evaluation/evaluator.ts'
import { pointsOf } from './evaluation/plan-points.ts'
import { takeCurrent } from './evaluation/take-current.ts'
import type { AlarmRegister } from './register/alarm-register.ts'
import type { AlarmChanges } from './register/changes.ts'
import type { OpenAlarms } from './register/open-alarms.ts'
import { deleteShelves } from './register/shelves-store.ts'
import { Suppression } from './register/suppression.ts'
import type { RuleSet } from './rules/rule-set.ts'

type Engine = Pick<AlarmEngineServices, 'catalogue' | 'timezone' | 'current' | 'clock' | 'log'>

interface PlannedPointsServices extends Engine {
  readonly register: AlarmRegister
  readonly open: OpenAlarms
  readonly evaluator: Evaluator
  readonly evaluation: Evaluation
  readonly rules: () => RuleSet
  /** Since when this server receives readings, ms UTC. */
  readonly startedAt: () => number
  /** Whether readings are evaluated already: then a new point takes what is current. */
  readonly isStarted: () => boolean
  /** Evaluates anew whether a device is online. */
  readonly takeStatus: (deviceId: number) => void
}

/** What is evaluated of each sensor, as the rules and the catalogue are now. */
export class PlannedPoints {
  readonly #services: PlannedPointsServices
  readonly #ofSensor = new Map<number, ReadonlySet<string>>()
  /** How many sensors each point was found by: one of a device by all of its sensors. */
  readonly #holders = new Map<string, number>()
  readonly #suppression: Suppression
  #isEndingLeft = false

  constructor(services: PlannedPointsServices) {
    this.#services = services
    const suppressorsOf: RuleSet['suppressorsOf'] = (of) => services.rules().suppressorsOf(of)
    this.#suppression = new Suppression({ ...services, rules: { suppressorsOf } })
  }

  has(sensorId: number): boolean {
    return this.#ofSensor.has(sensorId)
  }

  /** The same for all, and for alarms that others suppress. */
  async planAll(): Promise<void> {
    const { catalogue } = this.#services
    const removedIds = [...this.#ofSensor.keys()].filter((id) => !catalogue.sensor(id))
    await this.plan([...catalogue.sensorIds(), ...removedIds])
    await this.#suppression.settle()
  }

  /**
   * Adds, changes and removes points of sensors at once; resolves when the alarms of those that are
   * no more have ended, or could not be ended.
   */
  async plan(sensorIds: readonly number[]): Promise<void> {
    const withdrawn = sensorIds.flatMap((id) => this.#planOne(id))
    if (withdrawn.length > 0) await this.#end(withdrawn)
  }

  /**
   * Ends alarms whose points are no more, which could not be ended with them, and shows what those
   * suppressed that are gone.
   */
  async endLeft(): Promise<void> {
    const { open, evaluator, register } = this.#services
    if (this.#isEndingLeft || register.isBehind) return
    const left = [...open.all()].filter(
      (alarm) => !evaluator.points.has(keyOf(alarm)) && this.#isThere(alarm),
    )
    this.#isEndingLeft = true
    if (left.length > 0) await this.#end(left)
    await this.#suppression.settle()
    this.#isEndingLeft = false
  }

  #isThere({ deviceId, sensorId }: PointName): boolean {
    const { catalogue } = this.#services
    const there = sensorId === null ? catalogue.deviceById(deviceId) : catalogue.sensor(sensorId)
    return there !== undefined
  }

  /** The same for sensors whose rules name one of these, that came or went, in their conditions. */
  planNaming(changed: readonly number[], removed: readonly number[]): Promise<void> {
    const { catalogue, evaluator, rules } = this.#services
    const ofOthers = (id: number) =>
      evaluator.pointsOf(id).flatMap(({ sensorId }) => (sensorId === id ? [] : (sensorId ?? [])))
    const isMissing = (id: number) => {
      const sensor = catalogue.sensor(id)
      return sensor !== undefined && rules().index.isNamed(sensor) && ofOthers(id).length === 0
    }
    if (changed.some(isMissing)) return this.planAll()
    return this.plan([...new Set(removed.flatMap(ofOthers))])
  }

  /** Its alarms stay as they are. */
  removeSensor(sensorId: number): void {
    for (const key of this.#ofSensor.get(sensorId) ?? []) this.#release(key)
    this.#ofSensor.delete(sensorId)
  }

  /** The point, where no other sensor has it: it is evaluated no more. */
  #release(key: string): EvaluatedPoint | undefined {
    const left = (this.#holders.get(key) ?? 1) - 1
    if (left > 0) {
      this.#holders.set(key, left)
      return undefined
    }
    this.#holders.delete(key)
    return this.#services.evaluator.remove(key)
  }

  /** Those that are no more. */
  #planOne(sensorId: number): readonly EvaluatedPoint[] {
    const { catalogue, timezone, rules, startedAt } = this.#services
    const sensor = catalogue.sensor(sensorId)
    const plan = { index: rules().index, catalogue, timezone, startedAt: startedAt() }
    const points = sensor ? pointsOf(plan, sensor) : []
    const keys = new Set(points.map(keyOf))
    const former = this.#ofSensor.get(sensorId) ?? new Set()
    for (const key of keys)
      if (!former.has(key)) this.#holders.set(key, (this.#holders.get(key) ?? 0) + 1)
    const withdrawn = [...former].flatMap((key) =>
      keys.has(key) ? [] : (this.#release(key) ?? []),
    )
    if (sensor) this.#ofSensor.set(sensorId, keys)
    else this.#ofSensor.delete(sensorId)
    for (const point of points) this.#put(point)
    return withdrawn
  }

  #put(point: EvaluatedPoint): void {
    const { current, clock, evaluator, evaluation, isStarted, takeStatus } = this.#services
    if (!evaluator.put(point) || !isStarted()) return
    if (evaluation.stoppedSince !== null) evaluation.add(point)
    else takeCurrent(evaluator, current, point, clock())
    if (point.sensorId === null) takeStatus(point.deviceId)
  }

  /**
   * The alarms of points that are no more end together, with shelves that last until they have; if
   * that fails, those that can.
   */
  async #end(points: readonly PointName[]): Promise<void> {
    const { open, register, log } = this.#services
    const withdraw = (changes: AlarmChanges) => {
      for (const point of points) changes.step(point, { type: 'withdraw' }, { type: 'withdrawn' })
      this.#suppression.within(
        changes,
        points.map(({ deviceId }) => deviceId),
      )
      return points.filter((point) => open.shelfOf(point)?.isOneShot)
    }
    try {
      await register.change(withdraw, deleteShelves, (used) => {
        for (const point of used) open.removeShelf(point)
        return used.map(({ deviceId }) => deviceId)
      })
    } catch (error) {
      log.warn({ err: error }, 'alarms were not ended')
      if (points.length > 1) for (const point of points) await this.#end([point])
    }
  }
}
