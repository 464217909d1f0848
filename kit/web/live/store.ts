import type {
  CatalogueDifference,
  LiveDevice,
  LiveReading,
  ServerMessage,
} from '#kit/model/live/messages.ts'
import type { DeviceStatus } from '#kit/model/device.ts'
import type { QualityCode } from '#kit/model/quality.ts'
import { isBeyondPresent } from '#kit/model/reading.ts'
import { createTrend, type Trend } from './trend.ts'

/** How far back trends reach, and into how many columns the server thins the past that it sends. */
export const trendWindowMs = 15 * 60_000
export const trendColumns = 120
/** The time of one of these columns. */
export const trendSlotMs = trendWindowMs / trendColumns

/** The newest that is known of a sensor. A new reading makes a new object. */
export interface LiveValue {
  /** When it was read, ms UTC. */
  readonly time: number
  /** null: the sensor has no value. */
  readonly value: number | string | null
  readonly quality: QualityCode
  /**
   * The value before it, when it differed; undefined when it was the same or is not known. "No
   * value" is passed over.
   */
  readonly previous: number | string | undefined
  /** Since when the value has been what it is, as far as this client has received, ms UTC. */
  readonly since: number
  /** Whether the change at `since` was seen: otherwise it may lie before. */
  readonly isSinceExact: boolean
}

/** The value that the present one replaced, and when, ms UTC. */
interface Change {
  readonly from: number | string
  readonly at: number
}

export interface LiveDeviceStatus {
  readonly status: DeviceStatus
  /** Since when, ms UTC; null when the device never sent anything. */
  readonly since: number | null
}

export interface LivePulse {
  readonly readingsPerSecond: number
  /** Readings received until then are on disk, ms UTC. */
  readonly storedUpTo: number | null
  /**
   * While the telemetry store takes no readings: since when (ms UTC), and how many bytes of them
   * wait on disk.
   */
  readonly storeOutage: { readonly since: number; readonly journalBytes: number } | null
}

/** What a message changed: ids of sensors and devices whose listeners are to be called. */
export interface Changes {
  readonly sensors: ReadonlySet<number>
  readonly devices: ReadonlySet<number>
  readonly pulse: boolean
  readonly catalogue: CatalogueNews | null
}

/**
 * What changed of devices and sensors: differences, or so much that what is shown must be fetched
 * again.
 */
export type CatalogueNews = CatalogueDifference | 'reload'

/**
 * Values outside React: the last of every sensor that was ever received, statuses of devices,
 * trends, the last pulse.
 */
export interface LiveStore {
  apply(message: ServerMessage): Changes
  reading(sensorId: number): LiveValue | undefined
  device(deviceId: number): LiveDeviceStatus | undefined
  trend(sensorId: number): Trend | undefined
  pulse(): LivePulse | undefined
  /** The text that stands behind a point of a text sensor's trend. */
  trendText(sensorId: number, code: number): string | undefined
  /** Removes everything: another person may sign in next. */
  clear(): void
}

export function createLiveStore(): LiveStore {
  const readings = new Map<number, LiveValue>()
  const devices = new Map<number, LiveDeviceStatus>()
  const trends = new Map<number, Trend>()
  const texts = new Map<number, string[]>()
  let pulse: LivePulse | undefined

  /**
   * A text as a number, so that its trend fits the same arrays: its place in the sensor's own list
   * of texts.
   */
  function codeOf(sensorId: number, text: string): number {
    const known = texts.get(sensorId) ?? []
    texts.set(sensorId, known)
    const place = known.indexOf(text)
    if (place >= 0) return place
    // A sensor that never repeats itself (batch codes) must not collect texts for ever: the oldest
    // place is used again.
    if (known.length < 64) return known.push(text) - 1
    known[0] = text
    return 0
  }

  function trendOf(sensorId: number): Trend {
    let trend = trends.get(sensorId)
    if (!trend) trends.set(sensorId, (trend = createTrend(trendSlotMs, trendColumns)))
    return trend
  }

  function applyReading(
    [sensorId, time, value, quality]: LiveReading,
    before: Change | undefined,
    serverTime: number,
  ): boolean {
    const known = readings.get(sensorId)
    const isAhead =
      known !== undefined && time < known.time && isBeyondPresent(known.time, serverTime)
    // The server's clock was set back: what is known of the time after it has not been yet.
    if (isAhead) trends.get(sensorId)?.cut(time)
    else if (
      known &&
      (time < known.time ||
        (time === known.time && known.value === value && known.quality === quality))
    )
      return false
    const same = known?.value === value
    readings.set(sensorId, {
      time,
      value,
      quality,
      previous: known ? previousOf(known, value) : before?.from,
      since: same ? Math.min(known.since, time) : (before?.at ?? time),
      isSinceExact: same ? known.isSinceExact : known !== undefined || before !== undefined,
    })
    if (quality !== 2 && value !== null)
      trendOf(sensorId).push(time, typeof value === 'number' ? value : codeOf(sensorId, value))
    return true
  }

  function applyReadings(
    list: readonly LiveReading[],
    serverTime: number,
    changes?: ReadonlyMap<number, Change>,
  ): Set<number> {
    const changed = new Set<number>()
    for (const reading of list)
      if (applyReading(reading, changes?.get(reading[0]), serverTime)) changed.add(reading[0])
    return changed
  }

  function applyDevices(list: readonly LiveDevice[]): Set<number> {
    const changed = new Set<number>()
    for (const [deviceId, status, since] of list) {
      const known = devices.get(deviceId)
      if (known?.status === status && known.since === since) continue
      devices.set(deviceId, { status, since })
      changed.add(deviceId)
    }
    return changed
  }

  /** What was shown of these must not stand there as if it were the present. */
  function removeSensors(sensorIds: readonly number[]): Set<number> {
    const removed = new Set(
      sensorIds.filter((sensorId) => readings.has(sensorId) || trends.has(sensorId)),
    )
    for (const sensorId of removed)
      for (const map of [readings, trends, texts]) map.delete(sensorId)
    return removed
  }

  function apply(message: ServerMessage): Changes {
    switch (message.type) {
      case 'snapshot':
        return {
          ...unchanged,
          sensors: applyReadings(
            message.readings,
            message.serverTime,
            new Map(message.previous.map(([sensorId, from, at]) => [sensorId, { from, at }])),
          ),
          devices: applyDevices(message.devices),
        }
      case 'frame':
        return { ...unchanged, sensors: applyReadings(message.readings, message.serverTime) }
      case 'devices':
        return { ...unchanged, devices: applyDevices(message.devices) }
      case 'history':
        for (const [sensorId, times, values] of message.series)
          trendOf(sensorId).merge(times, values)
        return { ...unchanged, sensors: new Set(message.series.map(([sensorId]) => sensorId)) }
      case 'pulse':
        const { readingsPerSecond, storedUpTo, storeOutage } = message
        pulse = { readingsPerSecond, storedUpTo, storeOutage }
        return { ...unchanged, pulse: true }
      case 'closed':
        return { ...unchanged, sensors: removeSensors(message.sensors) }
      case 'catalogue':
        return { ...unchanged, catalogue: 'reload' }
      case 'difference':
        return { ...unchanged, catalogue: message }
      default:
        // A newer server may send more.
        return unchanged
    }
  }

  return {
    apply,
    reading: (sensorId) => readings.get(sensorId),
    device: (deviceId) => devices.get(deviceId),
    trend: (sensorId) => trends.get(sensorId),
    trendText: (sensorId, code) => texts.get(sensorId)?.[code],
    pulse: () => pulse,
    clear() {
      readings.clear()
      devices.clear()
      trends.clear()
      texts.clear()
      pulse = undefined
    },
  }
}

/** What `value` replaces; a sensor that has no value still shows its last one. */
function previousOf(known: LiveValue, value: LiveValue['value']): LiveValue['previous'] {
  const before = known.value ?? known.previous
  return value === null || before !== value ? before : undefined
}

const none: ReadonlySet<number> = new Set()
const unchanged: Changes = { sensors: none, devices: none, pulse: false, catalogue: null }
