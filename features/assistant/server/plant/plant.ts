import type { Figures } from '#features/history/contract/analysis.ts'
import type { Statistics } from '#features/history/contract/statistics.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Shift } from '#kit/model/time/shifts.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { CurrentReading } from '#kit/server/readings/current-readings.ts'
import { stateSharesOf, type StateShares } from '../../contract/state-shares.ts'
import type { AlarmCount, AssistantServices, FoundArticle, StoredReading } from '../services.ts'
import { fold } from '../understanding/fold.ts'
import { NameIndex } from '../understanding/names/name-index.ts'
import { readRegression, readTimeOf, type Extreme, type Regression } from './readings-store.ts'

/** Which alarms are asked for; without sensors and devices all that are open to the person. */
interface AlarmScope extends Range {
  readonly sensors: readonly Sensor[]
  readonly devices: readonly CatalogueDevice[]
}

/**
 * The plant as one person may see it: all that answers are made of. A sensor or a device that is
 * not open to the person is not there.
 */
export class Plant {
  readonly #services: AssistantServices
  readonly #caller: Caller
  readonly #reader: PersonalReader
  readonly now: number
  readonly timezone: string

  constructor(services: AssistantServices, caller: Caller, signal: AbortSignal) {
    this.#services = services
    this.#caller = caller
    this.#reader = services.telemetry.readerFor(caller.sessionId, signal)
    this.now = services.clock()
    this.timezone = services.timezone
  }

  /** As it is now: an answer of a model takes up to 45 s. */
  get #visible(): ReadonlySet<number> {
    return this.#services.catalogue.visibleDeviceIds(this.#caller)
  }

  /** Those of the site; none: it has no shifts. */
  readShifts(): Promise<readonly Shift[]> {
    return this.#services.shifts()
  }

  /** By name. */
  devices(): readonly CatalogueDevice[] {
    const visible = this.#visible
    return this.#services.catalogue.devices().filter(({ id }) => visible.has(id))
  }

  /** By alias. */
  sensorsOf(device: CatalogueDevice): readonly Sensor[] {
    const { catalogue } = this.#services
    return catalogue
      .sensorsOf(device.id)
      .filter(({ id }) => catalogue.maySeeSensor(this.#caller, id))
  }

  sensors(): readonly Sensor[] {
    return this.devices().flatMap((device) => this.sensorsOf(device))
  }

  sensor(id: number): Sensor | null {
    const { catalogue } = this.#services
    return catalogue.maySeeSensor(this.#caller, id) ? (catalogue.sensor(id) ?? null) : null
  }

  device(lesiId: string): CatalogueDevice | null {
    const device = this.#services.catalogue.device(lesiId)
    return device && this.#visible.has(device.id) ? device : null
  }

  names(): NameIndex {
    return new NameIndex(
      this.devices().map((device) => ({ device, sensors: this.sensorsOf(device) })),
    )
  }

  /** The sensors that a name fits best, and all of the quantity that it says. */
  findSensors(name: string): readonly Sensor[] {
    const { sensors, alike, devices } = this.names().find(fold(name))
    if (sensors.length === 0) return devices.flatMap((device) => this.sensorsOf(device))
    return alike.length > sensors.length && devices.length === 0 ? alike : sensors
  }

  /** As people call it: its alias and its device. */
  labelOf(sensor: Pick<Sensor, 'alias' | 'deviceId' | 'lesiId'>): string {
    const device = this.#services.catalogue.deviceById(sensor.deviceId)
    return `${sensor.alias} · ${device?.name ?? sensor.lesiId}`
  }

  present(sensor: Sensor): CurrentReading | null {
    return this.#services.current.get(sensor.id) ?? null
  }

  async readingAt(sensor: Sensor, at: number): Promise<StoredReading | null> {
    await this.#flush([sensor], at + 1)
    const found = await this.#services.readingsAt(this.#reader, [sensor], at)
    return found.get(sensor.id) ?? null
  }

  async statistics(sensor: Sensor, range: Range): Promise<Statistics> {
    await this.#flush([sensor], range.to)
    return this.#services.statistics(this.#reader, { sensor, ...range, now: this.now })
  }

  async figures(sensor: Sensor, range: Range): Promise<Figures> {
    await this.#flush([sensor], range.to)
    return this.#services.figures(this.#reader, { sensor, ...range, now: this.now })
  }

  /** When it first had its extreme of a range, ms UTC; null where the readings have expired. */
  timeOf(sensor: Sensor, range: Range, extreme: Extreme): Promise<number | null> {
    return readTimeOf(this.#reader, { sensorId: sensor.id, ...range }, extreme)
  }

  async regression(sensor: Sensor, range: Range): Promise<Regression> {
    await this.#flush([sensor], range.to)
    return readRegression(this.#reader, { sensorId: sensor.id, ...range })
  }

  /** For how long a lamp or a detector was in each state, ms; null of other sensors. */
  async states(sensor: Sensor, range: Range): Promise<StateShares | null> {
    const device = this.#services.catalogue.deviceById(sensor.deviceId)
    if (!device) return null
    await this.#flush(this.#services.catalogue.sensorsOf(device.id), range.to)
    const report = await this.#services.report(this.#reader, { sensor, ...range, now: this.now })
    return stateSharesOf(report, this.now)
  }

  alarms(scope: AlarmScope, limit: number) {
    return this.#services.alarms.list(this.#asked(scope), limit)
  }

  mostAlarms(
    scope: AlarmScope,
    by: 'sensor' | 'device',
    limit: number,
  ): Promise<readonly AlarmCount[]> {
    return this.#services.alarms.mostOften(this.#asked(scope), by, limit)
  }

  /**
   * Alarms that are there now, of these sensors and devices; of all where none is named. The most
   * important ones, at most `limit`.
   */
  activeAlarms(scope: Omit<AlarmScope, keyof Range>, limit: number) {
    return this.#services.alarms.active(this.#asked({ ...scope, from: 0, to: 0 }), limit)
  }

  /** Published articles that have most of these words, the best match first. */
  async articles(words: readonly string[], limit: number): Promise<readonly FoundArticle[]> {
    const found = await this.#services.articles.find(words, limit)
    return found.filter((article) => this.#mayRead(article))
  }

  /** The procedures of sensors, and of the alarm rules that count for them. */
  async procedures(sensors: readonly Sensor[], limit: number): Promise<readonly FoundArticle[]> {
    const rules = sensors.flatMap((sensor) => this.#services.alarms.rulesOf(sensor))
    const ids = sensors.map(({ id }) => id)
    const found = await this.#services.articles.procedures(
      { sensors: ids, rules: [...new Set(rules)] },
      limit,
    )
    return found.filter((article) => this.#mayRead(article))
  }

  /** Everybody reads what is published; a token for some devices, only procedures of these. */
  #mayRead({ sensors }: FoundArticle): boolean {
    return this.#caller.devices === undefined || sensors.some((id) => this.sensor(id) !== null)
  }

  presence(device: CatalogueDevice) {
    return this.#services.presence.status(device.id)
  }

  deviceById(id: number): CatalogueDevice | null {
    return this.#visible.has(id) ? (this.#services.catalogue.deviceById(id) ?? null) : null
  }

  #asked({ sensors, devices, from, to }: AlarmScope) {
    if (sensors.length > 0)
      return {
        ...{ from, to },
        deviceIds: [...new Set(sensors.map(({ deviceId }) => deviceId))],
        sensorIds: sensors.map(({ id }) => id),
      }
    const deviceIds = devices.length > 0 ? devices.map(({ id }) => id) : [...this.#visible]
    return { from, to, deviceIds, sensorIds: null }
  }

  #flush(sensors: readonly Sensor[], to: number): Promise<void> {
    return this.#services.writer.flush({ sensorIds: sensors.map(({ id }) => id), to })
  }
}
