import type { Reading } from '#kit/model/reading.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { lateFlags } from '#kit/server/readings/late-readings.ts'
import type {
  NamedSensor,
  Outcome,
  Refusal,
  RefusedRow,
  SensorOutcome,
} from '../../contract/outcome.ts'
import type { ReadingsBatch } from '../process/messages.ts'

const maximumExamples = 50
const numeric: ReadonlySet<SensorType> = new Set(['analog', 'counter', 'timer'])

type Counts = { -readonly [Name in keyof Outcome]: Outcome[Name] }
type SensorCounts = { -readonly [Name in keyof SensorOutcome]: SensorOutcome[Name] }

/** Sums up what becomes of the readings of a file. */
export class OutcomeCounts {
  readonly #counts: Counts
  readonly #sensors: readonly SensorCounts[]
  /** Whether each of these is one of numbers. */
  readonly #areNumeric: readonly boolean[]

  /** Starts from `before`, if that is given; else from zero. */
  constructor(
    sensors: readonly Sensor[],
    catalogue: Pick<Catalogue, 'deviceById'>,
    names: readonly NamedSensor[],
    before: Outcome | null,
  ) {
    this.#sensors = sensors.map((sensor, place) => ({
      ...{ thing: sensor.lesiId, sensor: sensor.key, alias: sensor.alias },
      device: catalogue.deviceById(sensor.deviceId)?.name ?? sensor.lesiId,
      ...{ readings: 0, fresh: 0, texts: 0, first: null, last: null },
      ...before?.sensors[place],
    }))
    this.#areNumeric = sensors.map(({ type }) => numeric.has(type))
    this.#counts = {
      ...{ rows: 0, readings: 0, fresh: 0, stored: 0, repeated: 0, beside: 0, summed: 0 },
      ...{ twice: 0, refused: 0, reasons: {}, examples: [] },
      ...before,
      ...{ names: [...names], sensors: [] },
    }
  }

  get outcome(): Outcome {
    return { ...this.#counts, sensors: [...this.#sensors] }
  }

  get readings(): number {
    return this.#counts.readings
  }

  /** What the process counted of a batch. */
  addBatch({ rows, repeated, twice, reasons, refused }: ReadingsBatch): void {
    this.#counts.rows += rows
    this.#counts.repeated += repeated
    this.#counts.readings += repeated
    this.#counts.twice += twice
    for (const [reason, count] of reasons) this.#refuse(reason, count)
    this.#show(refused)
  }

  /** Results of the store for the readings of a batch; `places`: those of their sensors. */
  addFlags(readings: readonly Reading[], places: Uint32Array, flags: Uint8Array): void {
    for (const [index, { time, value }] of readings.entries()) {
      const flag = flags[index] ?? 0
      const place = places[index] ?? 0
      const sensor = this.#sensors[place]
      if (!sensor || (flag & lateFlags.expired) > 0) continue
      this.#counts.readings += 1
      sensor.readings += 1
      if (typeof value === 'string' && this.#areNumeric[place]) sensor.texts += 1
      sensor.first = Math.min(sensor.first ?? time, time)
      sensor.last = Math.max(sensor.last ?? time, time)
      if ((flag & lateFlags.stored) > 0) {
        this.#counts.stored += 1
        continue
      }
      this.#counts.fresh += 1
      sensor.fresh += 1
      if ((flag & lateFlags.beside) > 0) this.#counts.beside += 1
      if ((flag & lateFlags.summed) > 0) this.#counts.summed += 1
    }
  }

  /** Readings that are refused for what is stored. */
  addRefused(reason: Refusal, rows: readonly RefusedRow[]): void {
    this.#refuse(reason, rows.length)
    this.#show(rows)
  }

  #refuse(reason: Refusal, count: number): void {
    this.#counts.refused += count
    this.#counts.reasons = {
      ...this.#counts.reasons,
      [reason]: (this.#counts.reasons[reason] ?? 0) + count,
    }
  }

  #show(rows: readonly RefusedRow[]): void {
    const room = maximumExamples - this.#counts.examples.length
    if (room > 0) this.#counts.examples = [...this.#counts.examples, ...rows.slice(0, room)]
  }
}
