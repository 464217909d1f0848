import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { SensorOnDisk } from '../../contract/sensors-on-disk.ts'
import { readSensorCosts, type SensorCost } from './sensor-costs-store.ts'

interface Dependencies {
  readonly telemetry: Telemetry
  readonly catalogue: Pick<Catalogue, 'sensor' | 'deviceById'>
  readonly clock: Clock
}

interface Counted {
  /** ms UTC */
  readonly at: number
  readonly costs: readonly SensorCost[]
}

/** Rows are counted again after this time at the earliest: of billions that takes seconds. */
const countEveryMs = 300_000

/** What sensors take on disk; all who ask share one count. */
export class SensorCosts {
  readonly #dependencies: Dependencies
  #counted: Counted | null = null
  #counting: Promise<Counted> | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Sensors whose names have all words of `search`, the dearest first; when that was counted. */
  async find(search: string): Promise<{ at: number; bytes: number; sensors: SensorOnDisk[] }> {
    const { at, costs } = await this.#count()
    const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    const sensors = costs.map((cost) => this.#named(cost))
    const found = sensors.filter((sensor) => {
      const names = [sensor.lesiId, sensor.device, sensor.key, sensor.alias]
      const text = names.join(' ').toLocaleLowerCase()
      return words.every((word) => text.includes(word))
    })
    return { at, bytes: found.reduce((sum, { bytes }) => sum + bytes, 0), sensors: found }
  }

  #named({ sensorId, readings, bytes }: SensorCost): SensorOnDisk {
    const { catalogue } = this.#dependencies
    const sensor = catalogue.sensor(sensorId)
    const device = sensor && catalogue.deviceById(sensor.deviceId)
    return {
      ...{ id: sensorId, readings, bytes, isRemoved: !sensor },
      ...{ lesiId: device?.lesiId ?? '', device: device?.name ?? '' },
      ...{ key: sensor?.key ?? '', alias: sensor?.alias ?? '' },
    }
  }

  async #count(): Promise<Counted> {
    const { telemetry, clock } = this.#dependencies
    if (this.#counted && Math.abs(clock() - this.#counted.at) < countEveryMs) return this.#counted
    this.#counting ??= readSensorCosts(telemetry)
      .then((costs) => (this.#counted = { at: clock(), costs }))
      .finally(() => (this.#counting = null))
    return this.#counting
  }
}
