import { isBeyondPresent, type Reading } from '#kit/model/reading.ts'
import type { Bus, DeviceChange } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { CalculationState } from '../contract/calculation.ts'
import type { Evaluate } from '#kit/server/expression.ts'
import { evaluateNow, type PresentInput } from './evaluate.ts'
import { resolve, type Plan, type PlannedCalculation } from './plan.ts'
import type { StoredCalculation } from './calculations-store.ts'

interface Services {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly writer: Pick<ReadingWriter, 'write'>
  readonly bus: Bus
  readonly clock: Clock
  /** Receives what could not be written: the next reading of an input is calculated again. */
  readonly report: (error: unknown) => void
}

/** Why something is calculated. */
interface Occasion {
  /** Results have no earlier time, ms UTC. */
  readonly notBefore: number
  /** A device is there again. */
  readonly isBack: boolean
}

const ofInputs: Occasion = { notBefore: 0, isBack: false }

/**
 * Calculates sensors from others, when the newest value of an input changes. A late reading, which
 * changes no newest value, changes nothing here: what was calculated was what was known.
 */
export class Calculator {
  readonly #services: Services
  #stored: readonly StoredCalculation[] = []
  #plan: Plan = { byId: new Map(), dependents: new Map(), isIncomplete: false }
  readonly #compiled = new Map<string, Evaluate>()
  /** Devices that reported that they are offline, or were found to be, since the start. */
  readonly #offline = new Set<number>()
  /** What is to be calculated, by its level. */
  readonly #due: Set<PlannedCalculation>[] = []
  #isRunning = false
  readonly #stops: (() => void)[]

  constructor(services: Services) {
    this.#services = services
    const { bus } = services
    this.#stops = [
      bus.on('current', ({ readings }) => this.#inputsChanged(readings)),
      bus.on('deviceStatus', ({ deviceId, status, since }) => {
        if (status === 'offline') this.#offline.add(deviceId)
        else this.#offline.delete(deviceId)
        this.#deviceChanged(deviceId, { notBefore: since, isBack: status === 'online' })
      }),
      bus.on('catalogueChanged', ({ changes }) => {
        if (changes.some((change) => this.#affects(change))) this.replace(this.#stored)
      }),
    ]
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  /**
   * These calculations count from now on. What a former run has not come to is calculated; what is
   * new or another than before at once.
   */
  replace(stored: readonly StoredCalculation[]): void {
    const before = this.#plan.byId
    this.#stored = stored
    if (this.#compiled.size > 2 * stored.length) this.#compiled.clear()
    this.#plan = resolve(this.#services.catalogue, stored, this.#compiled)
    for (const calculation of this.#plan.byId.values()) {
      const former = before.get(calculation.sensor.id)
      const isChanged = former !== undefined && former.identity !== calculation.identity
      if (isChanged || this.#isBehind(calculation)) this.#add(calculation)
    }
    this.#run()
  }

  /** What this calculation gives now; null: there is none. */
  stateOf(sensorId: number): CalculationState | null {
    const calculation = this.#plan.byId.get(sensorId)
    return calculation ? this.#evaluate(calculation) : null
  }

  /** What it would give. */
  stateOfOther(calculation: Omit<PlannedCalculation, 'level' | 'identity'>): CalculationState {
    return this.#evaluate(calculation)
  }

  #affects({ isDeviceChanged, changedSensors, removedSensors }: DeviceChange): boolean {
    const { byId, dependents, isIncomplete } = this.#plan
    if (byId.size === 0) return false
    if (isIncomplete && (isDeviceChanged || changedSensors.length > 0)) return true
    const affects = (id: number) => dependents.has(id) || byId.has(id)
    return changedSensors.some(affects) || removedSensors.some(affects)
  }

  /** Whether an input has a newer reading than what was calculated last. */
  #isBehind(calculation: PlannedCalculation): boolean {
    const last = this.#services.current.get(calculation.sensor.id)?.reading
    const times = calculation.inputs.map(({ sensor }) =>
      sensor ? (this.#services.current.get(sensor.id)?.reading.time ?? 0) : 0,
    )
    return Math.max(0, ...times) > (last?.time ?? 0)
  }

  #inputsChanged(readings: readonly Reading[]): void {
    const { dependents } = this.#plan
    if (dependents.size === 0) return
    for (const { sensorId } of readings) {
      const affected = dependents.get(sensorId)
      if (affected) for (const calculation of affected) this.#add(calculation)
    }
    this.#run()
  }

  #deviceChanged(deviceId: number, occasion: Occasion): void {
    const { dependents } = this.#plan
    if (dependents.size === 0) return
    for (const { id, isCalculated } of this.#services.catalogue.sensorsOf(deviceId))
      if (!isCalculated) for (const calculation of dependents.get(id) ?? []) this.#add(calculation)
    this.#run(occasion)
  }

  #add(calculation: PlannedCalculation): void {
    const due = (this.#due[calculation.level] ??= new Set())
    due.add(calculation)
  }

  /**
   * Calculates what is due, inputs before what is calculated from them, each once: what the results
   * affect is added meanwhile.
   */
  #run(occasion = ofInputs): void {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let level = 0; level < this.#due.length; level++) {
        const due = this.#due[level]
        if (!due || due.size === 0) continue
        this.#due[level] = new Set()
        this.#emit([...due].flatMap((calculation) => this.#readingOf(calculation, occasion) ?? []))
      }
    } finally {
      this.#isRunning = false
    }
  }

  #emit(readings: readonly Reading[]): void {
    if (readings.length === 0) return
    const { bus, writer, clock, report } = this.#services
    bus.emit('readings', { readings, receivedAt: clock() })
    const numbers = readings.flatMap((reading) => this.#numberOfText(reading))
    writer.write(numbers.length === 0 ? readings : [...readings, ...numbers]).catch(report)
  }

  /** A text sensor has its numbers beside its texts, as if a device had sent them. */
  #numberOfText(reading: Reading): Reading[] {
    const number = typeof reading.value === 'string' ? Number(reading.value) : Number.NaN
    const type = this.#plan.byId.get(reading.sensorId)?.sensor.type
    return type === 'string' && String(number) === reading.value
      ? [{ ...reading, value: number }]
      : []
  }

  /**
   * The next reading of a calculated sensor; null where it would say nothing new. Its times only
   * grow, so that no two results have the same one, and none depends on when it was calculated:
   * what is calculated again after a restart is recognised.
   */
  #readingOf(calculation: PlannedCalculation, { notBefore, isBack }: Occasion): Reading | null {
    const state = this.#evaluate(calculation, notBefore)
    if (state.time === null) return null
    const { id: sensorId, type } = calculation.sensor
    const last = this.#services.current.get(sensorId)?.reading
    const value = type === 'string' && state.value !== null ? String(state.value) : state.value
    const { quality } = state
    const isSame = last?.value === value && last.quality === quality
    // What a device gathered while it was away has earlier times, and comes behind its return.
    if (state.time < notBefore && (isSame || (isBack && quality === 'bad'))) return null
    const time = Math.max(state.time, notBefore)
    // What was calculated before the clock was set back gives way, as other values do.
    const isNewer = !last || time > last.time || isBeyondPresent(last.time, this.#services.clock())
    if (isNewer) return { sensorId, time, value, quality }
    if (isSame) return null
    return { sensorId, time: last.time + 1, value, quality }
  }

  #evaluate(
    { evaluate, inputs, sensor }: Omit<PlannedCalculation, 'level' | 'identity'>,
    notBefore = 0,
  ): CalculationState {
    const { current } = this.#services
    const present = inputs.map(({ name, sensor: input }): PresentInput => ({
      name,
      sensor: input && {
        intervalMs: input.intervalMs,
        reading: current.get(input.id)?.reading,
        isOffline: !input.isCalculated && this.#offline.has(input.deviceId),
      },
    }))
    return evaluateNow(evaluate, present, sensor.type, notBefore)
  }
}
