import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue, CatalogueDevice, UnknownSensor } from '#kit/server/catalogue.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import { ConfusableKeys } from './confusable-keys.ts'

/**
 * The sensors of one document that were not known before it, by key, and why each of the others
 * will never be one.
 */
export interface Added {
  readonly sensors: ReadonlyMap<string, Sensor>
  readonly refused: ReadonlyMap<string, string>
  /** The defect of the server that each of these met. */
  readonly defects: ReadonlyMap<string, unknown>
}

/** Sensors that come into being with their first value. */
export class NewSensors {
  readonly #catalogue: Catalogue
  readonly #looks: ConfusableKeys

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
    this.#looks = new ConfusableKeys(catalogue)
  }

  /**
   * Adds the sensors that these values are of; a sensor that has no value yet is not added. Rejects
   * with `store_unavailable` when they may be added later.
   */
  async add(device: CatalogueDevice, values: readonly DocumentValue[]): Promise<Added> {
    const missing = new Map<string, UnknownSensor>()
    for (const { key, value, isBoolean, hint } of values)
      if (value !== null && !missing.has(key))
        missing.set(key, { key, sample: isBoolean ? value !== 0 : value, ...(hint && { hint }) })
    const refused = new Map<string, string>()
    for (const key of missing.keys()) {
      const other = this.#looks.claim(device.id, key)
      if (other !== null)
        refused.set(key, `looks like another sensor of this device, ${JSON.stringify(other)}`)
    }
    for (const key of refused.keys()) missing.delete(key)
    if (missing.size === 0) return { sensors: new Map(), refused, defects: new Map() }
    try {
      const added = await this.#catalogue.addSensors(device.id, [...missing.values()])
      for (const [key, reason] of added.refused) refused.set(key, reason)
      const sensors = new Map(added.sensors.map((sensor) => [sensor.key, sensor]))
      return { sensors, refused, defects: added.defects }
    } catch (error) {
      if (error instanceof AppError) throw error
      const defects = new Map([...missing.keys()].map((key) => [key, error]))
      if (!isTransientFailure(error)) return { sensors: new Map(), refused, defects }
      const message = 'New sensors could not be added; send the message again'
      throw Object.assign(new AppError('store_unavailable', message, { retryAfterSeconds: 5 }), {
        cause: error,
      })
    } finally {
      this.#looks.added(device.id, missing.keys())
    }
  }
}
