import { hash } from 'node:crypto'

const digestedLength = 48

export interface ReplacedTimeLimits {
  /** Replaced times of one device. */
  readonly ofDevice: number
  readonly ofAll: number
}

export interface ClaimedReading {
  readonly deviceId: number
  /** null: its sensor cannot be added now. */
  readonly sensorId: number | null
  readonly key: string
  /** What the device says, ms UTC. */
  readonly time: number | undefined
  readonly value: number | string | null
}

/** Of a device, the identity of a reading as it was claimed, and the time that it got instead. */
export type ReplacedTime = readonly [deviceId: number, identity: string, time: number]

/** Where replaced times outlive the process. */
export interface ReplacedTimeStore {
  /**
   * Resolves when these are on disk. `all` has every time that is to be found there later, these
   * included, by device.
   */
  append(times: readonly ReplacedTime[], all: AllReplacedTimes): Promise<void>
}

type TimesOfDevice = ReadonlyMap<string, number>
export type AllReplacedTimes = ReadonlyMap<number, TimesOfDevice>

const limitsDefault: ReplacedTimeLimits = { ofDevice: 20_000, ofAll: 200_000 }

/**
 * Which times replaced those that devices claimed, the newest of each device: a reading that is
 * sent again gets the same, after a restart too.
 */
export class ReplacedTimes {
  readonly #store: ReplacedTimeStore
  readonly #limits: ReplacedTimeLimits
  /**
   * By device, the device that was used last at the end; within it the newest at the end.
   */
  readonly #ofDevices = new Map<number, Map<string, number>>()
  #count = 0
  #unsaved: ReplacedTime[] = []
  /** How many were recorded, and of how many it is settled whether they are on disk. */
  #recorded = 0
  #settled = 0
  #saving: Promise<void> | null = null

  /** `stored`: what a former run stored, in order. */
  constructor(
    store: ReplacedTimeStore,
    stored: Iterable<ReplacedTime> = [],
    limits: ReplacedTimeLimits = limitsDefault,
  ) {
    this.#store = store
    this.#limits = limits
    for (const time of stored) this.#add(time)
  }

  has(deviceId: number): boolean {
    return this.#ofDevices.has(deviceId)
  }

  /**
   * The time that the reading got when it came before, ms UTC; also when it came before its sensor
   * was there.
   */
  of(reading: ClaimedReading): number | undefined {
    const ofDevice = this.#ofDevices.get(reading.deviceId)
    return (
      ofDevice?.get(identityOf(reading)) ??
      ofDevice?.get(identityOf({ ...reading, sensorId: null }))
    )
  }

  /** Records the time that a reading gets instead of the one it claims. */
  record(reading: ClaimedReading, time: number): void {
    const recorded: ReplacedTime = [reading.deviceId, identityOf(reading), time]
    this.#add(recorded)
    this.#unsaved.push(recorded)
    this.#recorded++
  }

  /** Resolves when what was recorded before is on disk; rejects when it is not. */
  async save(): Promise<void> {
    for (const upTo = this.#recorded; this.#settled < upTo;) {
      this.#saving ??= this.#saveAll().finally(() => (this.#saving = null))
      await this.#saving
    }
  }

  async #saveAll(): Promise<void> {
    const times = this.#unsaved
    this.#unsaved = []
    try {
      await this.#store.append(times, this.#ofDevices)
      this.#settled += times.length
    } catch (error) {
      // Whoever sends again finds the same times, and stores them then.
      const unsaved = [...times, ...this.#unsaved]
      this.#unsaved = unsaved.slice(-this.#limits.ofAll)
      this.#settled += unsaved.length - this.#unsaved.length
      throw error
    }
  }

  #add([deviceId, identity, time]: ReplacedTime): void {
    const ofDevice = this.#ofDevices.get(deviceId) ?? new Map<string, number>()
    this.#ofDevices.delete(deviceId)
    this.#ofDevices.set(deviceId, ofDevice)
    if (!ofDevice.has(identity)) this.#count++
    ofDevice.set(identity, time)
    this.#bound(ofDevice)
  }

  #bound(ofDevice: Map<string, number>): void {
    if (ofDevice.size > this.#limits.ofDevice) {
      for (const oldest of ofDevice.keys()) {
        ofDevice.delete(oldest)
        this.#count--
        break
      }
    }
    for (const [deviceId, times] of this.#ofDevices) {
      if (this.#count <= this.#limits.ofAll || times === ofDevice) break
      this.#ofDevices.delete(deviceId)
      this.#count -= times.size
    }
  }
}

/** Short whatever the value: it is stored for a while. */
function identityOf({ sensorId, key, time, value }: ClaimedReading): string {
  const text = typeof value === 'string' ? shortened(value) : value
  const sensor = sensorId ?? JSON.stringify(shortened(key))
  return `${sensor} ${time} ${typeof value} ${text}`
}

const shortened = (text: string) => (text.length > digestedLength ? hash('sha256', text) : text)
