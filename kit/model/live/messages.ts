import { z } from 'zod'
import { DeviceStatus } from '../device.ts'
import { QualityCode } from '../quality.ts'
import { Sensor } from '../sensor.ts'
import { liveVersion, maximumSubscription } from './protocol.ts'

/**
 * The newest reading of a sensor: sensor id, time (ms UTC), value (null: it has none), quality
 * code.
 */
export const LiveReading = z.tuple([
  z.int(),
  z.number(),
  z.union([z.number(), z.string()]).nullable(),
  QualityCode,
])
export type LiveReading = z.infer<typeof LiveReading>

/**
 * A device's status: device id, status, since when (ms UTC; null when nothing was ever received of
 * it).
 */
export const LiveDevice = z.tuple([z.int(), DeviceStatus, z.number().nullable()])
export type LiveDevice = z.infer<typeof LiveDevice>

/**
 * Replaces the subscription of this socket. `sensors` that the caller may not see come back in a
 * `closed` message, and in no other. `historyMs` asks for the recent past of each numeric sensor,
 * thinned to `historyColumns` columns, for trends. `since` (ms UTC, after a reconnect) limits that
 * past to what the client has not seen. `listsAgeMs`, in the first message of a page: how old its
 * lists may be, which nothing kept up to date until now.
 */
export const Subscribe = z.object({
  version: z.literal(liveVersion),
  type: z.literal('subscribe'),
  sensors: z.array(z.int()).max(maximumSubscription),
  historyMs: z.int().min(0).max(86_400_000).optional(),
  historyColumns: z.int().min(1).max(500).optional(),
  since: z.int().optional(),
  listsAgeMs: z.number().min(0).optional(),
})

export const ClientMessage = z.discriminatedUnion('type', [Subscribe])
export type ClientMessage = z.infer<typeof ClientMessage>

const base = { version: z.literal(liveVersion), serverTime: z.number() }

/**
 * State of everything subscribed, at once after `subscribe`: newest reading, and the value before
 * it where it differs. A large one comes in several messages, the devices in the first.
 */
export const Snapshot = z.object({
  ...base,
  type: z.literal('snapshot'),
  readings: z.array(LiveReading),
  /**
   * Sensor id, the different value that it had before the present one, and when that was replaced
   * (ms UTC); where they were received.
   */
  previous: z.array(z.tuple([z.int(), z.union([z.number(), z.string()]), z.number()])),
  /** Sensors of the subscription that have never had a reading. */
  withoutReading: z.array(z.int()).default([]),
  /**
   * Every device that the caller may see; of more than a thousand those of the subscribed sensors.
   */
  devices: z.array(LiveDevice),
})
/** Newest readings since the last frame, at most one for a sensor. */
export const Frame = z.object({ ...base, type: z.literal('frame'), readings: z.array(LiveReading) })
/** Devices whose status changed. */
export const DevicesChanged = z.object({
  ...base,
  type: z.literal('devices'),
  devices: z.array(LiveDevice),
})
/** Sensor id, then the first and the last moment of each run of readings (ms UTC). */
export const QualityRuns = z.tuple([z.int(), z.array(z.tuple([z.number(), z.number()]))])
export type QualityRuns = z.infer<typeof QualityRuns>
/**
 * The recent past of numeric sensors: sensor id, then times and values, oldest first. `bad`, and
 * `uncertain`: where they reported such, of those that did, also of sensors that speak in words.
 */
export const History = z.object({
  ...base,
  type: z.literal('history'),
  from: z.number(),
  series: z.array(z.tuple([z.int(), z.array(z.number()), z.array(z.number())])),
  bad: z.array(QualityRuns).default([]),
  uncertain: z.array(QualityRuns).default([]),
})
/**
 * Figures of the whole installation, about once a second. `storedUpTo`: readings received until
 * then are on disk.
 */
export const Heartbeat = z.object({
  ...base,
  type: z.literal('heartbeat'),
  readingsPerSecond: z.number(),
  storedUpTo: z.number().nullable(),
  /**
   * While the telemetry store takes no readings: since when (ms UTC), and how many bytes of them
   * wait in the journal on disk.
   */
  storeOutage: z.object({ since: z.number(), journalBytes: z.number() }).nullable().default(null),
  /** Since when no alarms are evaluated, ms UTC; null: they are. */
  alarmsStoppedSince: z.number().nullable().default(null),
})
/**
 * These sensors are not open to the caller, or no more: their contract has ended, they are bound no
 * more, or they do not exist. Their subscription has ended, and what is shown of them must go.
 */
export const SensorsClosed = z.object({
  ...base,
  type: z.literal('closed'),
  sensors: z.array(z.int()),
})
/**
 * Devices and sensors that came, went, changed or were annotated since the last such message,
 * gathered over a while; at most `maximumDifferences`. Only what the caller may see.
 */
export const CatalogueDifference = z.object({
  ...base,
  type: z.literal('difference'),
  /** As they are now. */
  sensors: z.array(Sensor),
  removedSensors: z.array(z.int()),
  /** As they are now, with how many sensors they have. */
  devices: z.array(
    z.object({ id: z.int(), lesiId: z.string(), name: z.string(), sensorCount: z.int() }),
  ),
  removedDevices: z.array(z.int()),
  /** Of these other annotations are there than before. */
  annotatedSensors: z.array(z.int()).default([]),
})
export type CatalogueDifference = z.infer<typeof CatalogueDifference>
/**
 * Bindings or what the person may do changed, or more of the catalogue than fits a difference:
 * fetch again what is shown of it.
 */
export const CatalogueChanged = z.object({ ...base, type: z.literal('catalogue') })

/** Devices, sensors or boards changed after the client may have fetched its lists of them. */
export const ListsOutdated = z.object({ ...base, type: z.literal('outdated') })

/**
 * A page or dashboard that is open to the person was saved, deleted or shared, or others edit it
 * now; also when it has just been closed to the person.
 */
export const BoardChanged = z.object({
  ...base,
  type: z.literal('board'),
  id: z.string(),
  /** The version that counts now; null: it is in the bin. */
  boardVersion: z.int().nullable(),
  /** Names of those who edit it now, the own one only where several of their tabs do. */
  editors: z.array(z.string()),
  /** Nothing else of it changed. */
  isOnlyEditors: z.boolean(),
})
export type BoardChanged = z.infer<typeof BoardChanged>

/**
 * Alarms of the caller's devices came, changed or ended, gathered over a short while: fetch again
 * what is shown of them.
 */
export const AlarmsChanged = z.object({ ...base, type: z.literal('alarms') })

export const ServerMessage = z.discriminatedUnion('type', [
  Snapshot,
  Frame,
  DevicesChanged,
  History,
  Heartbeat,
  SensorsClosed,
  CatalogueDifference,
  CatalogueChanged,
  ListsOutdated,
  BoardChanged,
  AlarmsChanged,
])
export type ServerMessage = z.infer<typeof ServerMessage>
