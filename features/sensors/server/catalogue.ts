import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'
import { productOrigin, type Audit, type AuditMany } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { PostgresListener } from '#kit/server/notifications/postgres-listener.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import { insertDevice, insertSensors } from './additions-store.ts'
import { CatalogueMaps, type CatalogueChange } from './catalogue-maps.ts'
import { readDevices } from './catalogue-store.ts'
import { OwnAdditions } from './own-additions.ts'
import { createRefresher } from './refresher.ts'
import { SensorAdder } from './sensor-adder.ts'
import { Visibility } from './visibility.ts'

export interface CatalogueServices {
  readonly sql: Kysely<DB>
  readonly audit: Audit
  readonly auditMany: AuditMany
  readonly bus: Bus
  readonly listener: PostgresListener
  readonly clock: Clock
  /** The site's zone, in which the days of contracts begin and end. */
  readonly timezone: string
  /** Receives the failures of reads, which are retried. */
  readonly report: (error: unknown) => void
}

/** A catalogue that follows the database until it is closed. */
export interface FollowingCatalogue extends Catalogue {
  close(): Promise<void>
}

const nobody = Buffer.alloc(32)
/** An id that the database can look for: one beyond its integers would fail at each try. */
const DeviceId = z.int32().positive()
/**
 * How often open sockets are checked for contracts that began or ended; every question is answered
 * by the clock itself.
 */
const contractCheckMs = 250

/**
 * Loads everything and follows every change, whoever makes it, and the clock. Emits
 * `catalogueChanged`, `visibilityChanged` and `deviceTokenChanged`.
 */
export async function createCatalogue(services: CatalogueServices): Promise<FollowingCatalogue> {
  const { sql, audit, auditMany, bus, listener, report } = services
  const visibility = new Visibility(services)
  const maps = new CatalogueMaps(visibility, services.clock)
  const announceVisibility = (userIds: readonly number[]) => {
    if (userIds.length > 0) bus.emit('visibilityChanged', { userIds })
  }
  const announce = ({ changes, lesiIdsWithOldToken, userIds }: CatalogueChange) => {
    if (changes.length > 0) bus.emit('catalogueChanged', { changes })
    announceVisibility(userIds)
    for (const lesiId of lesiIdsWithOldToken) bus.emit('deviceTokenChanged', { lesiId })
  }
  const refresher = createRefresher(async (deviceIds) => {
    const absent = new Set(deviceIds === 'all' ? maps.allIds : deviceIds)
    await readDevices(sql, deviceIds, (entries) => {
      const ids = entries.map(({ device }) => device.id)
      for (const id of ids) absent.delete(id)
      announce(maps.replace(ids, entries))
    })
    announce(maps.replace(absent, []))
  }, report)
  const own = new OwnAdditions((deviceIds) => refresher.request(deviceIds))
  const stopListening = await listener.listen('warroom_catalogue', DeviceId, {
    notified: (deviceId, processId) => own.notified(deviceId, processId),
    reconnected: () => {
      own.clear()
      refresher.request('all')
    },
  })
  const contractTimer = setInterval(() => {
    announceVisibility(visibility.takeChanged())
    for (const lesiId of maps.takeEnded()) bus.emit('deviceTokenChanged', { lesiId })
  }, contractCheckMs)
  contractTimer.unref()
  const close = () => {
    clearInterval(contractTimer)
    stopListening()
    return refresher.close()
  }
  await refresher.refresh('all').catch(async (error: unknown) => {
    await close()
    throw error
  })
  const adder = new SensorAdder({
    sensorByKey: (deviceId, key) => maps.sensorByKey(deviceId, key),
    sensorCount: (deviceId) => maps.sensorCount(deviceId),
    insert: (sensors) =>
      refresher.exclusive(async () => {
        const additions = await own.adding((onAdded) =>
          insertSensors(sql, auditMany, sensors, onAdded),
        )
        announce({
          changes: maps.addSensors(additions.sensors),
          lesiIdsWithOldToken: [],
          userIds: [],
        })
        return additions
      }),
  })
  const found = lookups(maps, visibility, services.clock)
  return {
    ...found,
    addSensors: (deviceId, missing) => adder.add(deviceId, missing),
    registerDevice,
    refresh: (deviceIds) => refresher.refresh(deviceIds),
    close,
  }

  async function registerDevice(lesiId: string, token: string, origin = productOrigin()) {
    await refresher.refresh([await insertDevice({ sql, audit, origin }, lesiId, hashToken(token))])
    const registered = found.device(lesiId)
    if (!registered || !found.verifyToken(lesiId, token)) {
      throw new AppError('device_unauthenticated', 'This LESI ID has another token')
    }
    return registered
  }
}

function lookups(maps: CatalogueMaps, visibility: Visibility, clock: Clock) {
  const idOf = (lesiId: string) => maps.idByLesiId(lesiId) ?? 0
  const visibleDeviceIds: Catalogue['visibleDeviceIds'] = ({ userId, roles, devices }) => {
    const open = roles.includes('admin') ? maps.allIds : visibility.openTo(userId)
    return devices ? new Set([...devices].filter((id) => open.has(id))) : open
  }
  return {
    device: (lesiId) => maps.device(idOf(lesiId)),
    deviceById: (deviceId) => maps.device(deviceId),
    devices: () => maps.devices(),
    sensor: (sensorId) => maps.sensor(sensorId),
    sensorIds: () => maps.sensorIds(),
    sensorByKey: (deviceId, key) => maps.sensorByKey(deviceId, key),
    sensorsOf: (deviceId) => maps.sensorsOf(deviceId),
    sensorCount: (deviceId) => maps.sensorCount(deviceId),
    verifyToken(lesiId, token) {
      const [hash, expected] = [hashToken(token), maps.tokenHash(idOf(lesiId))]
      const former = maps.formerToken(idOf(lesiId))
      const isFormer = timingSafeEqual(hash, former?.hash ?? nobody) && former !== undefined
      return (
        (timingSafeEqual(hash, expected ?? nobody) && expected !== undefined) ||
        (isFormer && clock() < former.until)
      )
    },
    visibleDeviceIds,
    bindingsOf: (userId) => visibility.bindingsOf(userId),
    maySeeSensor(caller, sensorId) {
      const sensor = maps.sensor(sensorId)
      return sensor !== undefined && visibleDeviceIds(caller).has(sensor.deviceId)
    },
  } satisfies Omit<Catalogue, 'addSensors' | 'registerDevice' | 'refresh'>
}
