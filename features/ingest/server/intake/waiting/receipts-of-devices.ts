import { isBeyondPresent } from '#kit/model/reading.ts'
import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import type { ReplacedTimes } from '../times/replaced-times.ts'

/**
 * Times for values whose sensors have no number yet. A device never gets the same time for two
 * documents, as two readings must not look like one that was sent twice.
 */
export class ReceiptsOfDevices {
  readonly #replaced: ReplacedTimes
  /** The last time given to a device, ms UTC. */
  readonly #given = new Map<number, number>()

  constructor(replaced: ReplacedTimes) {
    this.#replaced = replaced
  }

  /**
   * The values with their own times; where there is none, or one too far ahead, with the free one
   * nearest to the receipt. What was replaced is uncertain, and gets the same time when it is sent
   * again. Resolves when the times that replaced others are on disk.
   */
  async withTimes(
    deviceId: number,
    values: readonly DocumentValue[],
    receivedAt: number,
  ): Promise<readonly DocumentValue[]> {
    const before = this.#given.get(deviceId) ?? 0
    // After the clock was set back, times follow it.
    const first = isBeyondPresent(before, receivedAt)
      ? receivedAt
      : Math.max(receivedAt, before + 1)
    const last = new Map<string, number>()
    const give = (key: string) => {
      const time = (last.get(key) ?? first - 1) + 1
      last.set(key, time)
      this.#given.set(deviceId, Math.max(time, this.#given.get(deviceId) ?? 0))
      return time
    }
    let hasReplaced = false
    const timed = values.map((value) => {
      const { key, time, quality } = value
      if (time === undefined) return { ...value, time: give(key) }
      const claimed = { deviceId, sensorId: null, key, time, value: value.value }
      const before = this.#replaced.of(claimed)
      if (before === undefined && !isBeyondPresent(time, receivedAt)) return value
      hasReplaced = true
      const replacing = before ?? give(key)
      if (before === undefined) this.#replaced.record(claimed, replacing)
      return { ...value, time: replacing, quality: quality === 'good' ? 'uncertain' : quality }
    })
    if (hasReplaced) await this.#replaced.save()
    return timed
  }
}
