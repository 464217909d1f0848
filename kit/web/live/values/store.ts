import type {
  LiveDevice,
  LiveReading,
  QualityRuns,
  ServerMessage,
} from '#kit/model/live/messages.ts'
import {
  unchanged,
  type Changes,
  type LiveDeviceStatus,
  type LiveHeartbeat,
  type LiveValue,
} from './live-state.ts'
import { isOutdated, nextValue, replacesFuture, type ReplacedValue } from './next-value.ts'
import { SensorTrends } from './sensor-trends.ts'
import type { Trend } from './trend.ts'

/**
 * Values outside React: the last of every sensor that was ever received, statuses of devices,
 * trends, the last heartbeat.
 */
export interface LiveStore {
  apply(message: ServerMessage): Changes
  reading(sensorId: number): LiveValue | undefined
  /** Whether the server has reported what the sensor's reading is, or that it never had one. */
  isKnown(sensorId: number): boolean
  device(deviceId: number): LiveDeviceStatus | undefined
  trend(sensorId: number): Trend | undefined
  heartbeat(): LiveHeartbeat | undefined
  /** The text that is behind a point of a text sensor's trend. */
  trendText(sensorId: number, code: number): string | undefined
  /** Removes everything: another person may sign in next. */
  clear(): void
}

export const createLiveStore = (): LiveStore => new Store()

const spansOf = (runs: QualityRuns[1]) => runs.map(([from, to]) => ({ from, to }))

type Snapshot = Extract<ServerMessage, { readonly type: 'snapshot' }>
type History = Extract<ServerMessage, { readonly type: 'history' }>
type Heartbeat = Extract<ServerMessage, { readonly type: 'heartbeat' }>

class Store implements LiveStore {
  readonly #readings = new Map<number, LiveValue>()
  readonly #withoutReading = new Set<number>()
  readonly #devices = new Map<number, LiveDeviceStatus>()
  readonly #trends = new SensorTrends()
  #heartbeat: LiveHeartbeat | undefined

  readonly reading = (sensorId: number) => this.#readings.get(sensorId)
  readonly isKnown = (sensorId: number) =>
    this.#readings.has(sensorId) || this.#withoutReading.has(sensorId)
  readonly device = (deviceId: number) => this.#devices.get(deviceId)
  readonly trend = (sensorId: number) => this.#trends.get(sensorId)
  readonly trendText = (sensorId: number, code: number) => this.#trends.text(sensorId, code)
  readonly heartbeat = () => this.#heartbeat

  apply(message: ServerMessage): Changes {
    switch (message.type) {
      case 'snapshot':
        return this.#applySnapshot(message)
      case 'frame':
        return { ...unchanged, sensors: this.#applyReadings(message.readings, message.serverTime) }
      case 'devices':
        return { ...unchanged, devices: this.#applyDevices(message.devices) }
      case 'history':
        return { ...unchanged, sensors: this.#applyHistory(message) }
      case 'heartbeat':
        return this.#applyHeartbeat(message)
      case 'closed':
        return { ...unchanged, sensors: this.#removeSensors(message.sensors) }
      case 'catalogue':
        return { ...unchanged, catalogue: 'reload' }
      case 'difference':
        return { ...unchanged, catalogue: message }
      default:
        // A newer server may send more.
        return unchanged
    }
  }

  clear(): void {
    this.#readings.clear()
    this.#withoutReading.clear()
    this.#devices.clear()
    this.#trends.clear()
    this.#heartbeat = undefined
  }

  #applySnapshot(message: Snapshot): Changes {
    const { readings, serverTime, previous, withoutReading, devices } = message
    const replaced = new Map(previous.map(([sensorId, from, at]) => [sensorId, { from, at }]))
    return {
      ...unchanged,
      sensors: new Set([
        ...this.#applyReadings(readings, serverTime, replaced),
        ...this.#applyWithoutReading(withoutReading),
      ]),
      devices: this.#applyDevices(devices),
    }
  }

  #applyWithoutReading(sensorIds: readonly number[]): number[] {
    const changed = sensorIds.filter((sensorId) => !this.isKnown(sensorId))
    for (const sensorId of changed) this.#withoutReading.add(sensorId)
    return changed
  }

  #applyReadings(
    readings: readonly LiveReading[],
    serverTime: number,
    replaced?: ReadonlyMap<number, ReplacedValue>,
  ): Set<number> {
    const changed = new Set<number>()
    for (const reading of readings)
      if (this.#applyReading(reading, replaced?.get(reading[0]), serverTime))
        changed.add(reading[0])
    return changed
  }

  /** Whether the reading is the sensor's newest and differs from the one before. */
  #applyReading(
    reading: LiveReading,
    replaced: ReplacedValue | undefined,
    serverTime: number,
  ): boolean {
    const [sensorId, time, value, quality] = reading
    const stored = this.#readings.get(sensorId)
    if (replacesFuture(stored, time, serverTime)) this.#trends.get(sensorId)?.cut(time)
    else if (isOutdated(stored, reading)) return false
    this.#readings.set(sensorId, nextValue(stored, reading, replaced))
    if (quality !== 2 && value !== null) this.#trends.push(sensorId, time, value, quality === 1)
    else this.#trends.pushBad(sensorId, time)
    return true
  }

  #applyDevices(devices: readonly LiveDevice[]): Set<number> {
    const changed = new Set<number>()
    for (const [deviceId, status, since] of devices) {
      const stored = this.#devices.get(deviceId)
      if (stored?.status === status && stored.since === since) continue
      this.#devices.set(deviceId, { status, since })
      changed.add(deviceId)
    }
    return changed
  }

  #applyHistory({ series, bad, uncertain }: History): Set<number> {
    for (const [sensorId, times, values] of series) this.#trends.merge(sensorId, times, values)
    for (const [sensorId, runs] of bad) this.#trends.mergeBad(sensorId, spansOf(runs))
    for (const [sensorId, runs] of uncertain) this.#trends.mergeUncertain(sensorId, spansOf(runs))
    return new Set([...series, ...bad, ...uncertain].map(([sensorId]) => sensorId))
  }

  #applyHeartbeat(heartbeat: Heartbeat): Changes {
    const { readingsPerSecond, storedUpTo, storeOutage, alarmsStoppedSince } = heartbeat
    this.#heartbeat = { readingsPerSecond, storedUpTo, storeOutage, alarmsStoppedSince }
    return { ...unchanged, heartbeat: true }
  }

  /** What was shown of these must not be there as if it were the present. */
  #removeSensors(sensorIds: readonly number[]): Set<number> {
    const removed = sensorIds.filter((sensorId) => {
      this.#withoutReading.delete(sensorId)
      const hadTrend = this.#trends.remove(sensorId)
      return this.#readings.delete(sensorId) || hadTrend
    })
    return new Set(removed)
  }
}
