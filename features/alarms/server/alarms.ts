import type { DeviceChange, SetBack } from '#kit/server/bus.ts'
import { adjustToSetBack } from '#kit/server/clock-steps/set-back.ts'
import { AlarmRecord } from './analysis/alarm-record.ts'
import type { AlarmEngineServices } from './engine-services.ts'
import { Evaluation } from './evaluation/evaluation.ts'
import { Evaluator, keyOf, type EvaluatedPoint } from './evaluation/evaluator.ts'
import { stateOf, writeCheckpoint } from './evaluation/checkpoint-store.ts'
import { pointsOf } from './evaluation/plan-points.ts'
import { restore } from './evaluation/restore.ts'
import { AlarmRegister } from './register/alarm-register.ts'
import type { AlarmChanges } from './register/changes.ts'
import { readOpenAlarms } from './register/alarms-store.ts'
import { OpenAlarms } from './register/open-alarms.ts'
import { every } from './every.ts'
import { endShelf, shortenShelves } from './register/shelving.ts'
import { readShelves, type StoredShelf } from './register/shelves-store.ts'
import { changedRules, devicesOf } from './rules/changed-rules.ts'
import { RuleSet } from './rules/rule-set.ts'
import { readProducts, readRules } from './rules/rules-store.ts'

/**
 * How often delays, shelves and silence are looked at, and how often a checkpoint is written, ms.
 */
export const tickMs = 250
const checkpointMs = 30_000

/** Rules, the readings that are held against them, and the alarms that come of it. */
export class AlarmEngine {
  readonly #services: AlarmEngineServices
  /** Since when this server receives readings, ms UTC. */
  #startedAt: number
  readonly #stops: (() => void)[] = []
  readonly open = new OpenAlarms()
  readonly register: AlarmRegister
  readonly evaluator: Evaluator
  readonly evaluation: Evaluation
  /** For their analysis. */
  readonly record: AlarmRecord
  #rules = new RuleSet([], () => '')
  #pointsOfSensor = new Map<number, readonly string[]>()
  #lastCheckpoint = ''

  constructor(services: AlarmEngineServices) {
    this.#services = services
    this.#startedAt = services.clock()
    this.record = new AlarmRecord(services)
    this.open.follow((alarm) => this.record.take(alarm))
    const register = new AlarmRegister(
      {
        ...services,
        open: this.open,
        rules: {
          dependentsOf: (origin) => this.#rules.dependentsOf(origin),
          suppressorsOf: (origin) => this.#rules.suppressorsOf(origin),
        },
        sensorOf: (id) => services.catalogue.sensor(id),
        isThere: ({ deviceId, sensorId }) =>
          sensorId === null
            ? services.catalogue.deviceById(deviceId) !== undefined
            : services.catalogue.sensor(sensorId) !== undefined,
      },
      services.maximumWaitingBytes,
    )
    this.register = register
    this.evaluator = new Evaluator({
      onTransition: (transition) => register.take(transition),
      onLate: (run) => register.takeLate(run),
      isFull: () => register.isFull,
    })
    this.evaluation = new Evaluation({ ...services, evaluator: this.evaluator, register })
  }

  /** The site's zone. */
  get timezone(): string {
    return this.#services.timezone
  }

  get rules(): RuleSet {
    return this.#rules
  }

  /** Reads what is stored and goes on from there; from then on until `close`. */
  async start(): Promise<void> {
    const { sql, telemetry, catalogue, current, bus, clock } = this.#services
    for (const alarm of await readOpenAlarms(sql)) this.open.set(alarm)
    for (const shelf of await readShelves(sql)) this.open.setShelf(shelf)
    await this.#readRules()
    this.#planAll()
    const { open, evaluator, evaluation, register } = this
    await restore({ sql, telemetry, current, open, evaluator, register, now: clock() })
    for (const id of new Set([...this.evaluator.points.values()].map((each) => each.deviceId)))
      this.#takeStatus(id)
    this.#stops.push(
      bus.on('readings', (received) =>
        evaluation.takeReadings(received.readings, received.receivedAt),
      ),
      bus.on('clockSetBack', (setBack) => this.#setBack(setBack)),
      bus.on('deviceStatus', ({ deviceId }) => this.#takeStatus(deviceId)),
      bus.on('catalogueChanged', ({ changes }) => this.#follow(changes)),
      every(tickMs, () => this.tick()),
      every(checkpointMs, () => void this.checkpoint()),
    )
    // Sensors that came while it was read.
    this.#planSome([...catalogue.sensorIds()].filter((id) => !this.#pointsOfSensor.has(id)))
    await this.checkpoint()
    // Whoever asks for it meanwhile waits, and retries what failed.
    this.record.load().catch(() => undefined)
  }

  /** Reads the rules again after they were changed; who sees a device of one is notified. */
  async refresh(): Promise<void> {
    const before = this.#rules.stored
    await this.#readRules()
    const changed = changedRules(before, this.#rules.stored)
    const { points } = this.evaluator
    const deviceIds = devicesOf(points.values(), changed)
    this.#planAll()
    for (const id of devicesOf(points.values(), changed)) deviceIds.add(id)
    if (deviceIds.size > 0) this.#services.bus.emit('alarmsChanged', { deviceIds })
  }

  /** What the time brings: delays, silence, shelves that end. */
  tick(): void {
    const now = this.#services.clock()
    this.evaluation.tick(now)
    for (const shelf of this.open.shelves())
      if (shelf.until !== null && shelf.until <= now) this.#endShelf(shelf)
  }

  /** What was recorded before a start is taken as it is by the start. */
  #setBack(setBack: SetBack): void {
    if (setBack.withinMs !== null) {
      this.#startedAt = adjustToSetBack(this.#startedAt, setBack)
      this.evaluator.setBack(setBack)
    }
    shortenShelves(this, this.#services.sql, setBack.byMs).catch((error: unknown) =>
      this.#services.log.warn({ err: error }, 'shelves end later by what the clock was set back'),
    )
  }

  #endShelf(shelf: StoredShelf): void {
    const { log } = this.#services
    endShelf(this, shelf, null).catch((error: unknown) =>
      log.warn({ err: error }, 'a shelf could not be ended; trying again'),
    )
  }

  /** Writes how far readings are evaluated, after all that came of them. */
  async checkpoint(): Promise<void> {
    const { sql, clock, log } = this.#services
    const state = stateOf(this.evaluator)
    const recordedAt = clock()
    const text = JSON.stringify(state)
    if (text === this.#lastCheckpoint) return
    await this.register
      .afterwards(async () => {
        if (this.register.isBehind) return
        await writeCheckpoint(sql, { recordedAt, ...state })
        this.#lastCheckpoint = text
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the checkpoint was not stored'))
  }

  /** An account is gone, and the database does not name it any more: nor may what is written. */
  releasePerson(userId: number): void {
    this.open.releasePerson(userId)
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.evaluation.close()
    await this.checkpoint()
    await this.register.close()
    await this.record.close()
  }

  async #readRules(): Promise<void> {
    const { sql } = this.#services
    const products = await readProducts(sql)
    this.#rules = new RuleSet(await readRules(sql), (deviceId) => products.get(deviceId) ?? '')
  }

  #planAll(): void {
    const { catalogue } = this.#services
    const removedIds = [...this.#pointsOfSensor.keys()].filter((id) => !catalogue.sensor(id))
    this.#planSome([...catalogue.sensorIds(), ...removedIds])
  }

  #planSome(sensorIds: readonly number[]): void {
    const withdrawn = sensorIds.flatMap((id) => this.#plan(id))
    if (withdrawn.length > 0) void this.#end(withdrawn)
  }

  /** Adds, changes and removes the points of a sensor; those that are no more. */
  #plan(sensorId: number): readonly EvaluatedPoint[] {
    const { catalogue, timezone, current, clock } = this.#services
    const sensor = catalogue.sensor(sensorId)
    const plan = { index: this.#rules.index, catalogue, timezone, startedAt: this.#startedAt }
    const points = sensor ? pointsOf(plan, sensor) : []
    const keys = new Set(points.map(keyOf))
    const former = this.#pointsOfSensor.get(sensorId) ?? []
    const withdrawn = former.flatMap((key) =>
      keys.has(key) ? [] : (this.evaluator.remove(key) ?? []),
    )
    if (sensor) this.#pointsOfSensor.set(sensorId, [...keys])
    else this.#pointsOfSensor.delete(sensorId)
    for (const point of points) {
      if (!this.evaluator.put(point) || this.#stops.length === 0) continue
      const present = point.sensorId === null ? undefined : current.get(point.sensorId)
      if (this.evaluation.stoppedSince !== null) this.evaluation.add(point)
      else if (present) this.evaluator.takePresent(point, present.reading, clock())
      if (point.sensorId === null) this.#takeStatus(point.deviceId)
    }
    return withdrawn
  }

  /** The alarms of points that are no more end together; if that fails, those that can. */
  async #end(points: readonly EvaluatedPoint[]): Promise<void> {
    const { log } = this.#services
    const withdraw = (changes: AlarmChanges) => {
      for (const point of points) changes.step(point, { type: 'withdraw' }, { type: 'withdrawn' })
    }
    try {
      await this.register.change(withdraw, async () => undefined)
    } catch (error) {
      log.warn({ err: error }, 'alarms were not ended')
      if (points.length > 1) for (const point of points) await this.#end([point])
    }
  }

  #takeStatus(deviceId: number): void {
    const { presence, clock } = this.#services
    const { status, since } = presence.status(deviceId)
    const at = clock()
    const isOffline = status === 'offline'
    this.evaluation.takeStatus({ deviceId, isOffline, since: since ?? at, at })
  }

  #follow(changes: readonly DeviceChange[]): void {
    for (const { changedSensors, removedSensors, deviceId } of changes) {
      for (const id of removedSensors) this.#removeSensor(id)
      this.#planSome(changedSensors)
      if (!this.#services.catalogue.deviceById(deviceId)) this.#removeDevice(deviceId)
    }
  }

  /** The database removes alarms of removed sensors by itself. */
  #removeSensor(sensorId: number): void {
    for (const alarm of [...this.open.all()])
      if (alarm.sensorId === sensorId) this.open.remove(alarm)
    for (const key of this.#pointsOfSensor.get(sensorId) ?? []) this.evaluator.remove(key)
    this.#pointsOfSensor.delete(sensorId)
  }

  #removeDevice(deviceId: number): void {
    for (const alarm of [...this.open.ofDevice(deviceId)]) this.open.remove(alarm)
    for (const [key, point] of this.evaluator.points)
      if (point.deviceId === deviceId) this.evaluator.remove(key)
  }
}
