import type { Device } from '#features/devices/contract/routes.ts'
import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import {
  conditionOf,
  conditions,
  type Condition,
  type LiveSource,
} from '#kit/web/live/values/freshness.ts'
import { severityOf } from '#kit/web/live/values/severity.ts'

/** The plant at a glance. */
export interface Summary {
  /** Whether each device is online, in the order of the list. */
  readonly online: readonly boolean[]
  /** Whether it is known of any device how it was at the moment that is shown. */
  readonly isOnlineKnown: boolean
  /** Sensors by condition. */
  readonly counts: Readonly<Record<Condition, number>>
  /** Ids of sensors whose value is not live: offline, stale, bad or never received. */
  readonly notLive: ReadonlySet<number>
  /** Ids of sensors whose good and current value is beyond a limit. */
  readonly beyond: ReadonlySet<number>
  /** How many sensors have a limit. */
  readonly limited: number
  /** The stale sensor that has been silent for the longest, and its last reading, ms UTC. */
  readonly oldestStale: { readonly sensor: Sensor; readonly time: number } | null
  /** The device with the most sensors that are not live or beyond a limit. */
  readonly worstDevice: WorstDevice | null
}

interface WorstDevice {
  readonly device: Device
  /** Sensors that are not live or beyond a limit, and all of it that were looked at. */
  readonly troubled: number
  readonly sensors: number
}

/**
 * Looks at every sensor and device at the server's time `now`. The live status of a device goes
 * before the listed one, which is of now and says nothing where `isPast`.
 */
export function summarise(
  sensors: readonly Sensor[],
  devices: readonly Device[],
  live: LiveSource,
  now: number,
  isPast = false,
): Summary {
  const counts = Object.fromEntries(conditions.map((name) => [name, 0])) as Record<
    Condition,
    number
  >
  const notLive = new Set<number>()
  const beyond = new Set<number>()
  let oldestStale: Summary['oldestStale'] = null
  for (const sensor of sensors) {
    const reading = live.reading(sensor.id)
    const condition = conditionOf(live, sensor, now)
    counts[condition]++
    if (isNotLive(condition)) notLive.add(sensor.id)
    if (severityOf(sensor, live, now) > 0) beyond.add(sensor.id)
    if (condition === 'stale' && reading && reading.time < (oldestStale?.time ?? Infinity))
      oldestStale = { sensor, time: reading.time }
  }
  return {
    ...{ counts, notLive, beyond, oldestStale },
    limited: sensors.filter(hasLimits).length,
    worstDevice: worstOf(sensors, devices, ({ id }) => notLive.has(id) || beyond.has(id)),
    online: devices.map(
      ({ id, status }) => (live.device(id)?.status ?? (isPast ? null : status)) === 'online',
    ),
    isOnlineKnown: !isPast || devices.some(({ id }) => live.device(id) !== undefined),
  }
}

const isNotLive = (condition: Condition) => !['good', 'uncertain', 'loading'].includes(condition)

/** Of several with as many troubled sensors the first in the list. */
function worstOf(
  sensors: readonly Sensor[],
  devices: readonly Device[],
  isTroubled: (sensor: Sensor) => boolean,
): WorstDevice | null {
  const byDevice = Map.groupBy(sensors, ({ deviceId }) => deviceId)
  let worst: WorstDevice | null = null
  for (const device of devices) {
    const own = byDevice.get(device.id) ?? []
    const troubled = own.filter(isTroubled).length
    if (troubled > (worst?.troubled ?? 0)) worst = { device, troubled, sensors: own.length }
  }
  return worst
}

/** Whether two summaries say the same. */
export function isSameSummary(one: Summary, other: Summary): boolean {
  return (
    one.limited === other.limited &&
    one.isOnlineKnown === other.isOnlineKnown &&
    one.oldestStale?.sensor === other.oldestStale?.sensor &&
    one.oldestStale?.time === other.oldestStale?.time &&
    one.worstDevice?.device === other.worstDevice?.device &&
    one.worstDevice?.troubled === other.worstDevice?.troubled &&
    one.worstDevice?.sensors === other.worstDevice?.sensors &&
    isSameSet(one.notLive, other.notLive) &&
    isSameSet(one.beyond, other.beyond) &&
    one.online.length === other.online.length &&
    one.online.every((online, index) => online === other.online[index]) &&
    Object.entries(one.counts).every(
      ([condition, count]) => other.counts[condition as Condition] === count,
    )
  )
}

const isSameSet = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((id) => other.has(id))
