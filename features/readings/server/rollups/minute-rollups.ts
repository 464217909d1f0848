import type { BaseLogger } from 'pino'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { JournalWriter } from '../writer/writer.ts'
import { buildMinutes, readFastSensors, readMinuteSensors } from './minute-rollups-store.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly writer: Pick<JournalWriter, 'exclusively' | 'isWithdrawn'>
  readonly logger: BaseLogger
}

/** Readings of which minutes are made at once, while others wait for their way to the store. */
const readingsAtOnce = 3_000_000

/**
 * Which sensors have a rollup of a minute. It pays where many readings come a minute; of sensors
 * that are found to be that fast it is made from all their readings, and kept from then on.
 */
export class MinuteRollups {
  readonly #dependencies: Dependencies
  readonly #sensors: Set<number>

  private constructor(dependencies: Dependencies, sensors: readonly number[]) {
    this.#dependencies = dependencies
    this.#sensors = new Set(sensors)
  }

  static async open(dependencies: Dependencies): Promise<MinuteRollups> {
    return new MinuteRollups(dependencies, await readMinuteSensors(dependencies.telemetry))
  }

  has(sensorId: number): boolean {
    return this.#sensors.has(sensorId)
  }

  /**
   * Makes minutes of sensors that have been fast in the hours since `from` (ms UTC); resolves with
   * how many there are. Rejects when the store fails or the signal is aborted; some may have
   * theirs then.
   */
  async addFast(from: number, signal: AbortSignal): Promise<number> {
    const { telemetry, writer, logger } = this.#dependencies
    const found = await readFastSensors(telemetry, from)
    for (let start = 0; start < found.length;) {
      let end = start
      for (let sum = 0; end < found.length && (end === start || sum < readingsAtOnce); end++)
        sum += found[end]?.readings ?? 0
      const chosen = found.slice(start, end)
      await writer.exclusively('all', signal, async () => {
        // What is being deleted for good would be stored anew, behind the one who deletes it.
        const sensors = chosen.flatMap(({ sensor }) => (writer.isWithdrawn(sensor) ? [] : [sensor]))
        if (sensors.length > 0) await buildMinutes(telemetry, sensors)
        for (const sensor of sensors) this.#sensors.add(sensor)
      })
      start = end
    }
    if (found.length > 0) logger.info({ sensors: found.length }, 'sensors have minutes now')
    return found.length
  }
}
