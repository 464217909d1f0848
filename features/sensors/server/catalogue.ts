import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue, UnknownSensor } from '#kit/server/catalogue.ts'
import type { PostgresListener } from '#kit/server/postgres-listener.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import { CatalogueMaps } from './catalogue-maps.ts'
import { insertDevice, insertSensors, readDevices } from './catalogue-store.ts'
import { createRefresher } from './refresher.ts'

export interface CatalogueServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly listener: PostgresListener
  /** Hears of reads that failed; they are tried again. */
  readonly report: (error: unknown) => void
}

/** A catalogue that follows the database until it is closed. */
export interface FollowingCatalogue extends Catalogue {
  close(): Promise<void>
}

const longestKey = 128
const nobody = Buffer.alloc(32)

/** Loads everything and follows every change, whoever makes it. Emits `catalogueChanged` and `deviceTokenChanged`. */
export async function createCatalogue({ sql, bus, listener, report }: CatalogueServices): Promise<FollowingCatalogue> {
  const maps = new CatalogueMaps()
  const refresher = createRefresher(async (deviceIds) => {
    const read = await readDevices(sql, deviceIds)
    const touched = deviceIds === 'all' ? [...maps.allIds, ...read.map(({ device }) => device.id)] : deviceIds
    const change = maps.replace(new Set(touched), read)
    if (change.deviceIds.length > 0) bus.emit('catalogueChanged', { deviceIds: change.deviceIds })
    for (const lesiId of change.lesiIdsWithOldToken) bus.emit('deviceTokenChanged', { lesiId })
  }, report)
  const stopListening = await listener.listen('warroom_catalogue', {
    notified: (payload) => refresher.request([Number(payload)]),
    reconnected: () => refresher.request('all'),
  })
  const close = () => {
    stopListening()
    return refresher.close()
  }
  await refresher.refresh('all').catch(async (error: unknown) => {
    await close()
    throw error
  })

  const entryOf = (lesiId: string) => maps.entries.get(maps.idByLesiId.get(lesiId) ?? 0)
  const visibleDeviceIds: Catalogue['visibleDeviceIds'] = ({ userId, roles }) =>
    roles.includes('admin') ? maps.allIds : maps.devicesOfUser(userId)

  function verifyToken(lesiId: string, token: string): boolean {
    const entry = entryOf(lesiId)
    return timingSafeEqual(hashToken(token), entry?.tokenHash ?? nobody) && entry !== undefined
  }

  async function addSensors(deviceId: number, missing: readonly UnknownSensor[]): Promise<readonly Sensor[]> {
    const keys = new Map(missing.map((sensor) => [sensor.key, sensor.sample]))
    const unknown = [...keys].filter(([key]) => !maps.sensorByKey(deviceId, key))
    for (const [key] of unknown) assertUsableKey(key)
    if (unknown.length > 0) {
      const sensors = unknown.map(([key, sample]) => ({ key, type: typeof sample === 'number' ? 'analog' : 'string' }) as const)
      await insertSensors(sql, deviceId, sensors)
      await refresher.refresh([deviceId])
    }
    return [...keys.keys()].map((key) => maps.sensorByKey(deviceId, key)).filter((sensor) => sensor !== undefined)
  }

  return {
    device: (lesiId) => entryOf(lesiId)?.device,
    deviceById: (deviceId) => maps.entries.get(deviceId)?.device,
    devices: () => maps.entries.values().map(({ device }) => device),
    sensor: (sensorId) => maps.sensors.get(sensorId),
    sensorByKey: (deviceId, key) => maps.sensorByKey(deviceId, key),
    sensorsOf: (deviceId) => maps.entries.get(deviceId)?.sensors ?? [],
    verifyToken,
    addSensors,
    async registerDevice(lesiId, token) {
      await refresher.refresh([await insertDevice(sql, lesiId, hashToken(token))])
      const device = entryOf(lesiId)?.device
      if (!device || !verifyToken(lesiId, token)) throw new AppError('device_unauthenticated', 'This LESI ID has another token')
      return device
    },
    visibleDeviceIds,
    maySeeSensor(caller, sensorId) {
      const sensor = maps.sensors.get(sensorId)
      return sensor !== undefined && visibleDeviceIds(caller).has(sensor.deviceId)
    },
    close,
  }
}

/** A key that the database can hold and a screen can show. */
function assertUsableKey(key: string): void {
  const usable = key.length > 0 && key.length <= longestKey && key.isWellFormed() && !/\p{Cc}/u.test(key)
  if (usable) return
  const reason = `A sensor key has 1 to ${longestKey} characters and no control characters`
  throw new AppError('invalid', reason, { errors: { key: [reason] } })
}
