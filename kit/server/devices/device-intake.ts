import type { DeviceStatus } from '#kit/model/device.ts'
import type { Quality } from '#kit/model/quality.ts'
import type { SensorHint } from '../catalogue.ts'

/** One value of a device, fetched from elsewhere; null: it has none. */
export interface FetchedValue {
  /** Of the sensor. */
  readonly key: string
  readonly value: number | string | boolean | null
  /** ms UTC; without it, that of its receipt. */
  readonly time?: number
  readonly quality: Quality
  /** For the sensor, where it is not there yet. */
  readonly hint?: SensorHint
  /** Its source had stored it: it does not show that the device is there now. */
  readonly isRetained?: true
}

/** Whether the values show that their device is there now. */
export const areSignOfLife = (values: readonly FetchedValue[]): boolean =>
  values.some(({ isRetained }) => isRetained !== true)

/** What became of the values: readings on disk, and what never will be. */
export interface FetchedOutcome {
  readonly stored: number
  readonly refused: readonly { readonly field: string; readonly reason: string }[]
}

/** Who fetched values: what a connector is called by people, and its part of what may wait. */
export interface Fetcher {
  readonly id: number
  readonly name: string
}

/** The way into the product for values that it fetches itself. */
export interface DeviceIntake {
  /**
   * Takes values of a device, which is added when there is none; resolves when they are on disk.
   * What is refused is counted and listed. Rejects when they may be taken later, with
   * `store_unavailable` or `overloaded`.
   */
  take(fetcher: Fetcher, lesiId: string, values: readonly FetchedValue[]): Promise<FetchedOutcome>
  /** Counts and lists what a fetcher could make nothing of; `message` begins as it came. */
  refuse(
    fetcher: Fetcher,
    lesiId: string | null,
    problem: FetchedOutcome['refused'][number],
    message: string,
  ): void
  /** Whether the device can be reached; nothing for one that does not exist. */
  reportStatus(lesiId: string, status: DeviceStatus): void
}
