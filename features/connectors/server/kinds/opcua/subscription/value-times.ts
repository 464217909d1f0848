import type { DataValue } from 'node-opcua-client'
import type { OpcUaSettings } from '../../../../contract/kinds/opcua.ts'

/** The earliest and the latest time of the protocol, which stand for none. */
const [earliest, latest] = [Date.UTC(1601, 0, 1), Date.UTC(9999, 0, 1)]

/** The time of a stamp, ms UTC; undefined: there is none. */
export function timeOfStamp(stamp: Date | null | undefined): number | undefined {
  const time = stamp?.getTime() ?? Number.NaN
  return time > earliest && time < latest ? time : undefined
}

/**
 * Times of the readings of one server, all in ms UTC. A value that has not changed is confirmed at
 * the time that the clock which stamps it shows by now: in the time of another clock it would lie
 * before or behind the next change.
 */
export class ValueTimes {
  readonly #clock: OpcUaSettings['clock']
  /** How far the stamps are behind the server's publications at least, by item. */
  readonly #behind = new Map<number, number>()
  #minimumBehind = Number.POSITIVE_INFINITY

  constructor(clock: OpcUaSettings['clock']) {
    this.#clock = clock
  }

  /**
   * The time of a value that the server published at `publishedAt`; undefined: that of its receipt.
   * `isChange`: it is not the first one of its item, which may be as old as the world.
   */
  timeOf(
    item: number,
    { sourceTimestamp, serverTimestamp }: DataValue,
    publishedAt: number,
    isChange: boolean,
  ): number | undefined {
    if (this.#clock === 'receipt') return undefined
    const ofServer = timeOfStamp(serverTimestamp)
    const time = this.#clock === 'source' ? (timeOfStamp(sourceTimestamp) ?? ofServer) : ofServer
    if (time !== undefined && isChange) this.#learn(item, publishedAt - time)
    return time
  }

  /** The time at which the item's value is confirmed; undefined: that of the receipt. */
  confirmationTime(item: number, publishedAt: number): number | undefined {
    if (this.#clock === 'receipt') return undefined
    const minimum = Number.isFinite(this.#minimumBehind) ? this.#minimumBehind : 0
    return publishedAt - (this.#behind.get(item) ?? minimum)
  }

  #learn(item: number, behind: number): void {
    this.#behind.set(item, Math.min(behind, this.#behind.get(item) ?? behind))
    this.#minimumBehind = Math.min(this.#minimumBehind, behind)
  }
}
