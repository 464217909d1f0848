import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { noCutoffs, type RetentionCutoffs } from '#kit/server/readings/retained-readings.ts'
import type { ReadingLine } from '../writer/reading-lines.ts'
import { isSame, laterOf } from './cutoffs.ts'
import {
  cancelExpiry,
  readIncompleteHours,
  readCutoffs,
  writeCutoffs,
} from './sensor-cutoffs-store.ts'

const hourMs = 3_600_000
/** Hours of sensors in one query. */
const hoursAtOnce = 1_000

/**
 * From when on what is stored of each sensor is whole. Known before anything is removed: whoever
 * asks for what is earlier asks the rollups.
 */
export class SensorCutoffs {
  readonly #telemetry: Telemetry
  readonly #cutoffs: Map<number, RetentionCutoffs>
  #latest = 0

  private constructor(telemetry: Telemetry, cutoffs: Map<number, RetentionCutoffs>) {
    this.#telemetry = telemetry
    this.#cutoffs = cutoffs
    for (const { readings } of cutoffs.values()) this.#latest = Math.max(this.#latest, readings)
  }

  /** Ends what a former run has begun to remove, so that nothing vanishes by itself. */
  static async open(telemetry: Telemetry): Promise<SensorCutoffs> {
    await cancelExpiry(telemetry)
    return new SensorCutoffs(telemetry, await readCutoffs(telemetry))
  }

  of(sensorId: number): RetentionCutoffs {
    return this.#cutoffs.get(sensorId) ?? noCutoffs
  }

  /** Readings of no sensor are removed from then on, ms UTC. */
  get latest(): number {
    return this.#latest
  }

  /** From now on less is kept of these sensors; what was removed before stays removed. */
  async move(cutoffs: ReadonlyMap<number, RetentionCutoffs>): Promise<void> {
    const moved = new Map<number, RetentionCutoffs>()
    for (const [sensor, cutoff] of cutoffs) {
      const former = this.of(sensor)
      const later = laterOf(former, cutoff)
      if (!isSame(former, later)) moved.set(sensor, later)
    }
    if (moved.size === 0) return
    await writeCutoffs(this.#telemetry, moved)
    for (const [sensor, cutoffs] of moved) {
      this.#cutoffs.set(sensor, cutoffs)
      this.#latest = Math.max(this.#latest, cutoffs.readings)
    }
  }

  /**
   * Whether a line lies in an hour of which readings are removed already: nobody can say whether it
   * is one of them, and its rollups would count it twice.
   */
  async incompleteAmong(lines: readonly ReadingLine[]): Promise<(line: ReadingLine) => boolean> {
    const old = lines.filter(({ sensorId, time }) => time < this.of(sensorId).readings)
    const hours = new Map(old.map((line) => [keyOf(line), hourOf(line)]))
    const incomplete = new Set<string>()
    const all = [...hours.values()]
    for (let start = 0; start < all.length; start += hoursAtOnce)
      for (const hour of await readIncompleteHours(
        this.#telemetry,
        all.slice(start, start + hoursAtOnce),
      ))
        incomplete.add(`${hour.sensorId}:${hour.start}`)
    return (line) => incomplete.has(keyOf(line))
  }
}

const hourOf = ({ sensorId, time }: ReadingLine) => ({
  sensorId,
  start: (Math.floor(time / hourMs) * hourMs) / 1000,
})
const keyOf = (line: ReadingLine) => `${line.sensorId}:${hourOf(line).start}`
