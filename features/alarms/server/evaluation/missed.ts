import type { Reading } from '#kit/model/reading.ts'

/** What a reading that waits counts, bytes, beside its text. */
const readingBytes = 120
const maximumHeldBytes = 32 * 2 ** 20
/** So many changes count, each at its time; of further ones the last of each device. */
const maximumStatuses = 10_000

interface HeldReadings {
  readonly readings: readonly Reading[]
  readonly receivedAt: number
}

/** Moments are ms UTC of the server's clock. */
export interface MissedStatus {
  readonly deviceId: number
  readonly isOffline: boolean
  readonly since: number
  readonly at: number
}

/**
 * What comes while nothing is evaluated, as far as the telemetry store has nothing of it: how far
 * the clock of each sensor is from the server's, and whether devices were offline. What comes while
 * the last stored readings are evaluated is held, as long as there is room.
 */
export class Missed {
  readonly #offsets = new Map<number, number>()
  #statuses: MissedStatus[] = []
  /** By device. */
  readonly #lastStatuses = new Map<number, MissedStatus>()
  #held: HeldReadings[] | null = null
  #heldBytes = 0

  /** From now on readings are held; those of before are not. */
  hold(): void {
    this.#held = []
    this.#heldBytes = 0
  }

  release(): void {
    this.#held = null
  }

  /** What was held, in the order in which it came; null: there was no room for all of it. */
  get held(): readonly HeldReadings[] | null {
    return this.#held
  }

  takeReadings(readings: readonly Reading[], receivedAt: number, isWatched: Watched): void {
    for (const { sensorId, time, value } of readings)
      if (isWatched(sensorId)) {
        this.#offsets.set(sensorId, receivedAt - time)
        this.#heldBytes += readingBytes + (typeof value === 'string' ? 2 * value.length : 0)
      }
    if (this.#heldBytes > maximumHeldBytes) this.#held = null
    this.#held?.push({ readings, receivedAt })
  }

  /** About when a stored reading was received. */
  receivedAt({ sensorId, time }: Reading): number {
    return time + (this.#offsets.get(sensorId) ?? 0)
  }

  takeStatus(status: MissedStatus): void {
    if (this.#statuses.length < maximumStatuses) this.#statuses.push(status)
    else this.#lastStatuses.set(status.deviceId, status)
  }

  /** In the order in which those of each device came. */
  takeStatuses(): readonly MissedStatus[] {
    const all = [...this.#statuses.splice(0), ...this.#lastStatuses.values()]
    this.#lastStatuses.clear()
    return all
  }
}

type Watched = (sensorId: number) => boolean
