import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import type { DeviceChange, SetBack } from '#kit/server/bus.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import { endedInTime } from '#kit/server/process/ended-in-time.ts'
import { adjustToSetBack } from '#kit/server/clock-steps/set-back.ts'
import { AlarmRecord } from './analysis/alarm-record.ts'
import type { AlarmEngineServices } from './engine-services.ts'
import { Evaluation } from './evaluation/evaluation.ts'
import { Evaluator } from './evaluation/evaluator.ts'
import { DeviceStatuses } from './evaluation/device-statuses.ts'
import { stateOf, writeCheckpoint } from './evaluation/checkpoint-store.ts'
import { restore } from './evaluation/restore.ts'
import { AlarmRegister } from './register/alarm-register.ts'
import { readOpenAlarms } from './register/alarms-store.ts'
import { OpenAlarms } from './register/open-alarms.ts'
import { readTexts } from './register/read-texts.ts'
import { followRenumbered } from './register/renumbered.ts'
import { every } from './every.ts'
import { PlannedPoints } from './planned-points.ts'
import { ShelfEnds } from './register/shelving.ts'
import { readShelves } from './register/shelves-store.ts'
import { changedRules, devicesOf } from './rules/changed-rules.ts'
import { RuleSet } from './rules/rule-set.ts'
import { productsOf } from './rules/rule-index.ts'
import { readRules } from './rules/rules-store.ts'

/**
 * How often delays, shelves and silence are looked at, and how often a checkpoint is written, ms.
 */
export const tickMs = 250
const checkpointMs = 30_000
/** Rules that could not be read, and ends of shelves not stored, are tried again after so long. */
const retryMs = 1_000
/** How often it is looked for alarms whose rule is gone. */
const endLeftMs = 5_000

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
  readonly #points: PlannedPoints
  readonly #statuses: DeviceStatuses
  readonly #shelfEnds: ShelfEnds
  readonly #refreshes = new SerialQueue()
  /** The rules could not be read when they were changed. */
  #isOutdated = false
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
      { maximumBytes: services.maximumWaitingBytes },
    )
    this.register = register
    this.#shelfEnds = new ShelfEnds({ ...services, open: this.open, register })
    const isStarted = () => this.#stops.length > 0
    this.evaluator = new Evaluator({
      onTransition: (each) =>
        register.take(isStarted() ? { ...each, takenAt: services.clock() } : each),
      onLate: (run) => register.takeLate(run),
      isFull: () => register.isFull,
    })
    this.evaluation = new Evaluation({ ...services, evaluator: this.evaluator, register })
    const startedAt = () => this.#startedAt
    this.#statuses = new DeviceStatuses({ ...services, evaluation: this.evaluation, startedAt })
    this.#points = new PlannedPoints({
      ...{ ...services, register, open: this.open },
      ...{ evaluator: this.evaluator, evaluation: this.evaluation },
      ...{ rules: () => this.#rules, startedAt },
      isStarted,
      takeStatus: (deviceId) => this.#statuses.take(deviceId),
    })
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
    void this.#points.planAll()
    const { open, evaluator, evaluation, register } = this
    await restore({ sql, telemetry, current, open, evaluator, register, now: clock() })
    for (const id of new Set([...this.evaluator.points.values()].map((each) => each.deviceId)))
      this.#statuses.take(id)
    this.#stops.push(
      bus.on('readings', (received) =>
        evaluation.takeReadings(received.readings, received.receivedAt),
      ),
      bus.on('clockSetBack', (setBack) => this.#setBack(setBack)),
      bus.on('deviceStatus', ({ deviceId }) => this.#statuses.change(deviceId)),
      bus.on('catalogueChanged', ({ changes }) => this.#follow(changes)),
      every(tickMs, () => this.tick()),
      every(retryMs, () => this.#refreshIfOutdated()),
      every(retryMs, () => void this.#shelfEnds.store()),
      every(endLeftMs, () => void this.#endLeft()),
      every(checkpointMs, () => void this.checkpoint()),
    )
    // Sensors that came while it was read.
    void this.#points.plan([...catalogue.sensorIds()].filter((id) => !this.#points.has(id)))
    await this.#endLeft()
    await this.checkpoint()
    // Whoever asks for it meanwhile waits, and retries what failed.
    this.record.load().catch(() => undefined)
  }

  /**
   * Reads the rules again after they were changed; who sees a device of one is notified. One after
   * the other, so that none puts older rules in the place of newer ones. Rejects where they cannot
   * be read now: they are read again.
   */
  refresh(): Promise<void> {
    return this.#refreshes.run(() =>
      this.#refresh().catch((error: unknown) => {
        this.#isOutdated = true
        throw error
      }),
    )
  }

  #refreshIfOutdated(): void {
    if (!this.#isOutdated) return
    this.#isOutdated = false
    this.refresh().catch((error: unknown) =>
      this.#services.log.warn({ err: error }, 'the rules could not be read; trying again'),
    )
  }

  async #refresh(): Promise<void> {
    const before = this.#rules.stored
    await this.#readRules()
    const changed = changedRules(before, this.#rules.stored)
    const { points } = this.evaluator
    const deviceIds = devicesOf(points.values(), changed)
    const planned = this.#points.planAll()
    for (const id of devicesOf(points.values(), changed)) deviceIds.add(id)
    if (deviceIds.size > 0) this.#services.bus.emit('alarmsChanged', { deviceIds })
    await endedInTime([planned])
    this.#shelfEnds.endWithoutRule(this.#rules)
  }

  async #endLeft(): Promise<void> {
    await this.#points.endLeft()
    this.#shelfEnds.endWithoutRule(this.#rules)
  }

  /** What the time brings: delays, silence, shelves that end. */
  tick(): void {
    const now = this.#services.clock()
    this.#statuses.tick(now)
    this.evaluation.tick(now)
    this.#shelfEnds.endDue(now)
  }

  /** What was recorded before a start is taken as it is by the start. */
  #setBack(setBack: SetBack): void {
    if (setBack.withinMs !== null) {
      this.#startedAt = adjustToSetBack(this.#startedAt, setBack)
      this.evaluation.setBack(setBack)
    }
    this.#shelfEnds.shorten(setBack.byMs)
    void this.#shelfEnds.store()
  }

  /** Writes how far readings are evaluated, after all that came of them. */
  async checkpoint(): Promise<void> {
    const { sql, clock, log } = this.#services
    const unstored = this.register.asideSince()
    const state = stateOf(this.evaluator, unstored)
    // A start looks at alarms that came since: also at those of a sensor that it begins earlier.
    const earliest = Math.min(...unstored.values()) - toleratedClockLeadMs
    const recordedAt = Math.min(clock(), earliest)
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
    // Names may have left what people wrote: it is shown, and written, as it is stored now.
    void this.register.afterwards(() => readTexts(this.#services, this.open))
    void this.refresh().catch(() => undefined)
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    await this.evaluation.close()
    await this.checkpoint()
    await this.register.close()
    await this.record.close()
  }

  async #readRules(): Promise<void> {
    const { sql, catalogue } = this.#services
    this.#rules = new RuleSet(await readRules(sql), productsOf(catalogue))
  }

  #follow(changes: readonly DeviceChange[]): void {
    const { open, register, record } = this
    const { catalogue } = this.#services
    for (const { changedSensors, removedSensors, deviceId, isDeviceChanged } of changes) {
      const removed = removedSensors.flatMap((id) => {
        this.#points.removeSensor(id)
        return open.removeSensor(id)
      })
      // Of another product it may have other rules.
      const all = isDeviceChanged ? catalogue.sensorsOf(deviceId).map(({ id }) => id) : []
      void this.#points.plan([...new Set([...changedSensors, ...all])])
      void this.#points.planNaming(changedSensors, removedSensors)
      if (!catalogue.deviceById(deviceId)) this.#removeDevice(deviceId)
      else if (removedSensors.length > 0)
        followRenumbered({ ...this.#services, open, register, record }, deviceId, removed)
    }
  }

  #removeDevice(deviceId: number): void {
    for (const alarm of [...this.open.ofDevice(deviceId)]) this.open.remove(alarm)
    for (const [key, point] of this.evaluator.points)
      if (point.deviceId === deviceId) this.evaluator.remove(key)
  }
}
