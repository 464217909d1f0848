import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { conditionOf, type Condition } from '#kit/web/live/freshness.ts'
import type { LiveDeviceStatus, LiveValue } from '#kit/web/live/live-state.ts'

/** The plant at a glance. */
export interface Summary {
  /** Whether each device is online, in the order of the list. */
  readonly online: readonly boolean[]
  /** Sensors by condition. */
  readonly counts: Readonly<Record<Condition, number>>
  /** Ids of sensors whose value is not live: offline, stale, bad or never received. */
  readonly notLive: ReadonlySet<number>
}

/** What the summary is made from. */
export interface LiveSource {
  reading(sensorId: number): LiveValue | undefined
  device(deviceId: number): LiveDeviceStatus | undefined
}

/**
 * Looks at every sensor and device at the server's time `now`. The live status of a device goes
 * before the listed one.
 */
export function summarise(
  sensors: readonly Sensor[],
  devices: readonly Device[],
  live: LiveSource,
  now: number,
): Summary {
  const counts: Record<Condition, number> = {
    offline: 0,
    waiting: 0,
    bad: 0,
    stale: 0,
    uncertain: 0,
    good: 0,
  }
  const notLive = new Set<number>()
  for (const sensor of sensors) {
    const condition = conditionOf(
      live.reading(sensor.id),
      live.device(sensor.deviceId),
      sensor.intervalMs,
      now,
    )
    counts[condition]++
    if (condition !== 'good' && condition !== 'uncertain') notLive.add(sensor.id)
  }
  return {
    counts,
    notLive,
    online: devices.map(({ id, status }) => (live.device(id)?.status ?? status) === 'online'),
  }
}

/** Whether two summaries say the same. */
export function isSameSummary(one: Summary, other: Summary): boolean {
  return (
    one.notLive.size === other.notLive.size &&
    one.online.length === other.online.length &&
    one.online.every((online, index) => online === other.online[index]) &&
    Object.entries(one.counts).every(
      ([condition, count]) => other.counts[condition as Condition] === count,
    ) &&
    [...one.notLive].every((sensorId) => other.notLive.has(sensorId))
  )
}
