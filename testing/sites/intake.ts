import type { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import { plainSensor, type Sensor, type SensorType } from '#kit/model/sensor.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import { createBus } from '#kit/server/bus.ts'
import type { Catalogue, CatalogueDevice, UnknownSensor } from '#kit/server/catalogue.ts'
import { noDamage } from '#kit/server/journal/damage.ts'
import { Intake, type IntakeDependencies } from '#features/ingest/server/intake/intake.ts'
import { ReplacedTimes } from '#features/ingest/server/intake/times/replaced-times.ts'

export const intakeDevice: CatalogueDevice = {
  ...{ id: 1, lesiId: 'pump-1', name: 'Pump', product: '', silenceMs: 60_000 },
}
export const intakeStart = Date.UTC(2026, 5, 1)

/** Replaced times that end with the process. */
const inMemory = () => new ReplacedTimes({ append: () => Promise.resolve() })

/** What surrounds an intake: each part can be changed by a test. */
export class IntakeSite {
  now = intakeStart
  readonly sensors: Sensor[] = []
  /** Sensors that the intake has added; a key that begins with "surplus" never can be. */
  readonly added: UnknownSensor[] = []
  readonly stored: Reading[] = []
  refusal: AppError | null = null
  /** Whether the catalogue does not have the device any more. */
  isRemoved = false
  write: () => Promise<void> = () => Promise.resolve()
  /** Why sensors cannot be added for now. */
  failure: Error | null = null
  /** Those of the intakes created next. */
  replacedTimes = inMemory()
  readonly budget = new Budget(64 * 2 ** 20)
  readonly bus = createBus((error) => {
    throw error
  })

  constructor() {
    for (const [key, type] of [
      ['temp', 'analog'],
      ['lamp', 'lamp'],
      ['batch', 'string'],
    ] as const)
      this.sensors.push(this.sensor(key, type))
  }

  sensor(key: string, type: SensorType): Sensor {
    return {
      ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
      ...{ intervalMs: 10_000, states: {}, isNew: false, unit: '', decimals: 0 },
      ...{ id: this.sensors.length + 1, deviceId: 1, lesiId: 'pump-1', key, alias: key, type },
    }
  }

  createIntake(more: Pick<IntakeDependencies, 'waiting' | 'onLateRefusal'> = {}): Intake {
    const { bus, budget, replacedTimes } = this
    const catalogue = {
      deviceById: () => (this.isRemoved ? undefined : intakeDevice),
      sensorByKey: (_: number, key: string) => this.sensors.find((sensor) => sensor.key === key),
      sensorsOf: () => this.sensors,
      addSensors: (_: number, missing: readonly UnknownSensor[]) => this.#addSensors(missing),
    } as unknown as Catalogue
    const writer = {
      write: async (readings: readonly Reading[]) => {
        await this.write()
        this.stored.push(...readings)
      },
      refusal: () => this.refusal,
      flush: async () => {},
      settled: async () => {},
      status: {
        ...{
          journalBytes: 0,
          damage: noDamage,
          storeFailingForMs: null,
          writeFailure: null,
          diskSilentForMs: 0,
        },
        hasDiskSpace: true,
      },
      close: async () => {},
    }
    return new Intake({
      ...{ catalogue, writer, bus, clock: () => this.now, budget, replacedTimes },
      defectOf: (error) => `internal error: ${String(error)}`,
      ...more,
    })
  }

  async #addSensors(missing: readonly UnknownSensor[]) {
    await new Promise((resolve) => setImmediate(resolve))
    if (this.failure) throw this.failure
    const isKnown = (key: string) => this.sensors.some((sensor) => sensor.key === key)
    const wanted = missing.filter(({ key }) => !key.startsWith('surplus') && !isKnown(key))
    this.added.push(...wanted)
    for (const { key, sample } of wanted)
      this.sensors.push(this.sensor(key, typeof sample === 'string' ? 'string' : 'analog'))
    const surplus = missing.filter(({ key }) => !isKnown(key))
    return {
      sensors: this.sensors,
      defects: new Map<string, unknown>(),
      refused: new Map(surplus.map(({ key }) => [key, 'would be one sensor too many'])),
    }
  }
}

/** Gives the intake a document, which is refused when too many wait. */
export const take = (intake: Intake, text: string) =>
  intake.take(intakeDevice, Buffer.from(text), 'refuse')
