import type { FastifyInstance } from 'fastify'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import { deletionGate } from '#kit/model/permission.ts'
import { matchesWords, searchWords } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue, type CatalogueDevice } from '#kit/server/catalogue.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { DevicePresence } from '#kit/server/devices/device-presence.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { RefusedSender } from '../../contract/tail.ts'
import { listThings, readThing, type Thing, type ThingState } from '../../contract/things.ts'
import type { Refusals } from '../refusals/refusals.ts'
import type { LastMessages } from './last-messages.ts'

export interface ThingsServices {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
  readonly presence: DevicePresence
  readonly refusals: Refusals
  readonly lastMessages: LastMessages
}

/** Devices with their raw state, for engineers. */
export function serveThings(app: FastifyInstance, services: ThingsServices): void {
  const { catalogue, current } = services

  serve(app, listThings, async ({ caller, query }) => {
    const { find, state, page, limit } = query
    const refused = refusedByDevice(services.refusals)
    const visible = catalogue.visibleDeviceIds(caller)
    const devices = catalogue.devices().filter(({ id }) => visible.has(id))
    const words = searchWords(find)
    const matching = devices.filter(
      (device) =>
        (state === undefined || isIn(services, state, device, refused)) &&
        matchesWords(words, [device.name, device.lesiId]),
    )
    const shown = matching.slice((page - 1) * limit, page * limit)
    return {
      data: shown.map((device) => describeThing(services, device, refused)),
      meta: {
        ...{ total: matching.length, page, limit, all: devices.length },
        ...counted(services, devices, refused),
      },
    }
  })

  serve(app, readThing, async ({ caller, params, query }) => {
    const device = requireOpenDevice(catalogue, caller, params.lesiId)
    const words = searchWords(query.find)
    const sensors = catalogue
      .sensorsOf(device.id)
      .filter(({ key, alias }) => matchesWords(words, [key, alias]))
    const { page, limit } = query
    return {
      data: {
        thing: describeThing(services, device, refusedByDevice(services.refusals)),
        raw: services.lastMessages.rawOf(device.id),
        sensors: sensors
          .slice((page - 1) * limit, page * limit)
          .map((sensor) => describeSensor(current, sensor)),
        total: sensors.length,
        mayDeleteReadings: mayDelete(catalogue, caller, device),
      },
    }
  })
}

function mayDelete(catalogue: Catalogue, caller: Caller, { id }: CatalogueDevice): boolean {
  if (!passesGate(deletionGate, caller)) return false
  return (
    isAdministrator(caller) || catalogue.bindingsOf(caller.userId).get(id)?.relation === 'admin'
  )
}

/** Those that were refused within the last hour, by LESI ID. */
const refusedByDevice = (refusals: Refusals): ReadonlyMap<string | null, RefusedSender> =>
  new Map(refusals.senders().map((sender) => [sender.lesiId, sender]))

type RefusedByDevice = ReturnType<typeof refusedByDevice>

function stateOf({ presence }: ThingsServices, { id }: CatalogueDevice) {
  const { status, since } = presence.status(id)
  return since === null ? 'never' : status
}

function isIn(
  services: ThingsServices,
  state: ThingState,
  device: CatalogueDevice,
  refused: RefusedByDevice,
): boolean {
  return state === 'refused' ? refused.has(device.lesiId) : stateOf(services, device) === state
}

function counted(
  services: ThingsServices,
  devices: readonly CatalogueDevice[],
  refused: RefusedByDevice,
) {
  const counts = { online: 0, offline: 0, never: 0, refused: 0 }
  for (const device of devices) {
    counts[stateOf(services, device)]++
    if (refused.has(device.lesiId)) counts.refused++
  }
  return counts
}

function describeThing(
  { catalogue, presence, lastMessages }: ThingsServices,
  { id, lesiId, name }: CatalogueDevice,
  refused: RefusedByDevice,
): Thing {
  const { status, since, lastSeen } = presence.status(id)
  return {
    ...{ id, lesiId, name, status, statusSince: since, lastSeen },
    sensorCount: catalogue.sensorCount(id),
    message: lastMessages.get(id),
    refused: refused.get(lesiId) ?? null,
  }
}

function describeSensor(
  current: CurrentReadings,
  { id, key, alias, type, unit, decimals, intervalMs, isNew }: Sensor,
) {
  const reading = current.get(id)?.reading
  return {
    ...{ id, key, alias, type, unit, decimals, intervalMs, isNew },
    reading: reading
      ? { time: reading.time, value: reading.value, quality: reading.quality }
      : null,
  }
}
