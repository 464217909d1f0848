import type { Catalogue } from '#kit/server/catalogue.ts'
import { normalisedKey } from '#kit/server/documents/document-keys.ts'

/**
 * Finds keys that look like that of another sensor of the device: nobody could say which one a
 * screen shows.
 */
export class ConfusableKeys {
  readonly #catalogue: Pick<Catalogue, 'sensorByKey' | 'sensorsOf'>
  /**
   * By device and look: keys that are not written as they look. They are few. A device is here
   * after its first new key.
   */
  readonly #unusual = new Map<number, Map<string, string>>()
  /** Keys that are being added, by device and look. */
  readonly #adding = new Map<string, string>()

  constructor(catalogue: Pick<Catalogue, 'sensorByKey' | 'sensorsOf'>) {
    this.#catalogue = catalogue
  }

  /**
   * The other key that looks like this new one, if there is one. Otherwise the key is claimed until
   * `added` is called.
   */
  claim(deviceId: number, key: string): string | null {
    const look = normalisedKey(key)
    const place = `${deviceId} ${look}`
    const candidates = [look, this.#unusualOf(deviceId).get(look)]
    const other = candidates.find(
      (each) => each !== undefined && each !== key && this.#catalogue.sensorByKey(deviceId, each),
    )
    const adding = this.#adding.get(place)
    if (other !== undefined) return other
    if (adding !== undefined && adding !== key) return adding
    this.#adding.set(place, key)
    return null
  }

  /** The claimed keys are known to the catalogue now, or were not added. */
  added(deviceId: number, keys: Iterable<string>): void {
    for (const key of keys) {
      const look = normalisedKey(key)
      this.#adding.delete(`${deviceId} ${look}`)
      if (look !== key && this.#catalogue.sensorByKey(deviceId, key))
        this.#unusualOf(deviceId).set(look, key)
    }
  }

  #unusualOf(deviceId: number): Map<string, string> {
    const known = this.#unusual.get(deviceId)
    if (known) return known
    const unusual = new Map<string, string>()
    for (const { key } of this.#catalogue.sensorsOf(deviceId)) {
      const look = normalisedKey(key)
      if (look !== key) unusual.set(look, key)
    }
    this.#unusual.set(deviceId, unusual)
    return unusual
  }
}
