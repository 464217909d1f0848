import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { Figures } from '../../contract/analysis.ts'
import type { DeviceActivity, SensorReport } from '../../contract/sensor-report.ts'
import { activitiesFrom } from './activities.ts'
import { figuresOf } from './figures.ts'
import { reportJson } from './report.ts'

/** Columns of a printed line: its paper shows no finer ones. */
const printedWidth = 700

/** A period, ms UTC; nothing is known beyond `now`. */
interface Period extends Range {
  readonly now: number
}

/** What the history screen says of sensors and devices, for those who print it. */
export class ReportReader {
  readonly #retained: RetainedReadings
  readonly #catalogue: Catalogue
  readonly #timezone: string
  readonly #activityOf: ReturnType<typeof activitiesFrom>

  constructor(services: {
    readonly catalogue: Catalogue
    readonly retained: RetainedReadings
    /** The site's zone. */
    readonly timezone: string
  }) {
    this.#retained = services.retained
    this.#catalogue = services.catalogue
    this.#timezone = services.timezone
    this.#activityOf = activitiesFrom(services)
  }

  async report(reader: PersonalReader, sensor: Sensor, period: Period): Promise<SensorReport> {
    const pieces = await reportJson(reader, {
      ...{ ...period, sensor, width: printedWidth, mode: 'auto', timezone: this.#timezone },
      retained: this.#retained,
      // A few hundred columns, in the process that asked for them.
      hold: () => undefined,
      activity: () => this.activity(reader, sensor.deviceId, period),
    })
    return JSON.parse(Buffer.concat(pieces).toString()) as SensorReport
  }

  /** All figures of a sensor in a period. */
  figures(
    reader: PersonalReader,
    { sensor, ...period }: Period & { readonly sensor: Sensor },
  ): Promise<Figures> {
    const activity = () => this.activity(reader, sensor.deviceId, period)
    return figuresOf(reader, { sensor, ...period, retained: this.#retained, activity })
  }

  /** When a device was active; never, where it is not there. */
  async activity(reader: PersonalReader, deviceId: number, range: Range): Promise<DeviceActivity> {
    const device = this.#catalogue.deviceById(deviceId)
    if (!device) return { silenceMs: 0, columnMs: 60_000, firstTime: [], lastTime: [], count: [] }
    return this.#activityOf(reader, device, range)()
  }
}
