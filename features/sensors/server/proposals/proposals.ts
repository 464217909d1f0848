import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Reading } from '#kit/model/reading.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { proposeAgain, defaultIntervalMs, type Proposal } from './propose.ts'
import type { Sample } from './proposed-type.ts'

/** Readings after which a proposal is looked at again; with the last of them it stands. */
const looks = [5, 20] as const
const lastLook = looks[1]
/** Sensors observed at once; further ones stay as their first value suggested. */
const maximumObserved = 5_000
/** Proposals of many sensors are written together. */
const gatherMs = 500
/** Between two tries while the database does not answer. */
const retryMs = 1_000

interface Services {
  readonly catalogue: Pick<Catalogue, 'sensor' | 'sensorIds'>
  readonly bus: Bus
  /** Writes proposals for those of the sensors that are still new. */
  readonly write: (proposals: ReadonlyMap<number, Proposal>) => Promise<void>
  /**
   * Receives failures of writing: it is tried again while the database is away, else the sensors
   * stay as they were proposed before.
   */
  readonly report: (error: unknown) => void
}

/**
 * Observes the first readings of sensors that nobody has looked at, and proposes again what they
 * are. Ends with `close`.
 */
export class Proposals {
  readonly #services: Services
  readonly #observed = new Map<number, Sample[]>()
  /** New sensors whose proposal stands: what is written of it is no reason to look again. */
  readonly #settled = new Set<number>()
  #due = new Map<number, Proposal>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #isClosed = false
  readonly #stops: (() => void)[]

  constructor(services: Services) {
    this.#services = services
    const { bus, catalogue } = services
    for (const id of catalogue.sensorIds()) this.#follow(id)
    this.#stops = [
      bus.on('catalogueChanged', ({ changes }) => {
        for (const { changedSensors, removedSensors } of changes) {
          for (const id of removedSensors) this.#leave(id)
          for (const id of changedSensors) this.#follow(id)
        }
      }),
      bus.on('readings', ({ readings }) => this.#observe(readings)),
    ]
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    clearTimeout(this.#timer)
    this.#isClosed = true
    this.#write()
    await this.#writing
  }

  /** A new sensor is observed from its first readings on, one that was looked at no more. */
  #follow(id: number): void {
    const sensor = this.#services.catalogue.sensor(id)
    if (!sensor?.isNew) this.#leave(id)
    else if (isUnobserved(sensor) && !this.#observed.has(id) && !this.#settled.has(id))
      this.#open(id)
  }

  #leave(id: number): void {
    this.#observed.delete(id)
    this.#settled.delete(id)
    this.#due.delete(id)
  }

  #open(id: number): void {
    if (this.#observed.size < maximumObserved) this.#observed.set(id, [])
  }

  #observe(readings: readonly Reading[]): void {
    for (const { sensorId, time, value, quality } of readings) {
      if (typeof value === 'string') this.#reopen(sensorId)
      if (this.#observed.size === 0 || value === null || quality === 'bad') continue
      const samples = this.#observed.get(sensorId)
      if (!samples) continue
      samples.push({ time, value })
      if (samples.length === looks[0] || samples.length === lastLook) this.#look(sensorId, samples)
    }
  }

  /** A text from a sensor that was taken for a measure says something new. */
  #reopen(id: number): void {
    if (this.#observed.has(id)) return
    const sensor = this.#services.catalogue.sensor(id)
    if (sensor?.isNew && isMeasuring(sensor.type)) this.#open(id)
  }

  #look(id: number, samples: readonly Sample[]): void {
    if (samples.length >= lastLook) {
      this.#observed.delete(id)
      this.#settled.add(id)
    }
    const sensor = this.#services.catalogue.sensor(id)
    if (!sensor?.isNew) return
    const proposal = proposeAgain(sensor, samples)
    // What waits was proposed of fewer readings.
    if (isSame(sensor, proposal)) return void this.#due.delete(id)
    this.#due.set(id, proposal)
    this.#timer ??= setTimeout(() => this.#write(), gatherMs)
    this.#timer.unref()
  }

  #write(): void {
    this.#timer = undefined
    if (this.#due.size === 0) return
    const proposals = this.#due
    this.#due = new Map()
    this.#writing = this.#writing
      .then(() => this.#services.write(proposals))
      .catch((error: unknown) => {
        this.#services.report(error)
        if (isTransientFailure(error)) this.#writeLater(proposals)
      })
  }

  /** What was proposed of a sensor since then is newer. */
  #writeLater(proposals: ReadonlyMap<number, Proposal>): void {
    if (this.#isClosed) return
    for (const [id, proposal] of proposals) if (!this.#due.has(id)) this.#due.set(id, proposal)
    this.#timer ??= setTimeout(() => this.#write(), retryMs).unref()
  }
}

/** Whether only the name and the first value are known about the sensor. */
const isUnobserved = ({ intervalMs }: Sensor) => intervalMs === defaultIntervalMs

function isSame(sensor: Sensor, proposal: Proposal): boolean {
  return (Object.keys(proposal) as (keyof Proposal)[]).every(
    (field) => sensor[field] === proposal[field],
  )
}
