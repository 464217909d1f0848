import type { FastifyInstance } from 'fastify'
import { passesGate } from '#kit/model/gate.ts'
import { deletionGate, scadaGate } from '#kit/model/permission.ts'
import { searchWords } from '#kit/model/sensor-filter.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listRegistry, readDevice, type deviceSorts } from '../../contract/registry.ts'
import { describer, readDescribed, stateOf } from './describe-device.ts'
import type { DevicesServices } from './registry-services.ts'
import { findDevices, readDevices } from './registry-store.ts'

/** The calls that list devices with all that is known about them. */
export function registerRegistryRoutes(app: FastifyInstance, services: DevicesServices): void {
  serve(app, listRegistry, async ({ query, caller }) => {
    const { search, state, sort, order, page, limit } = query
    const { devices, stateById } = devicesOf(services, caller)
    const words = searchWords(search)
    const found = words.length === 0 ? null : await findDevices(services.sql, words)
    const matching = devices.filter(
      ({ id }) =>
        (found === null || found.has(id)) && (state === undefined || stateById.get(id) === state),
    )
    const sorted = inOrder(services, matching, sort)
    if (order === 'desc') sorted.reverse()
    const shown = sorted.slice((page - 1) * limit, page * limit).map(({ id }) => id)
    const rows = await readDevices(services.sql, shown)
    const describe = describer(services, caller)
    return {
      data: shown.flatMap((id) => {
        const row = rows.get(id)
        return row ? [describe(row)] : []
      }),
      meta: {
        ...{ total: matching.length, page, limit, all: devices.length },
        ...countStates(stateById.values()),
        autoRegister: services.autoRegister,
        mayAdd: passesGate(scadaGate, caller),
        mayDeleteReadings: passesGate(deletionGate, caller),
      },
    }
  })
  serve(app, readDevice, async ({ params, caller }) => ({
    data: await readDescribed(services, caller, params.lesiId),
  }))
}

/** Everything of the caller by name, and the state of what of it is open to them. */
function devicesOf({ catalogue, presence }: DevicesServices, caller: Caller) {
  const open = catalogue.visibleDeviceIds(caller)
  const bindings = catalogue.bindingsOf(caller.userId)
  const devices = catalogue.devices().filter(({ id }) => open.has(id) || bindings.has(id))
  const stateById = new Map(
    devices
      .filter(({ id }) => open.has(id))
      .map(({ id }) => [id, stateOf(presence.status(id))] as const),
  )
  return { devices, stateById }
}

function countStates(states: Iterable<'online' | 'offline' | 'never'>) {
  const counts = { online: 0, offline: 0, never: 0 }
  for (const state of states) counts[state]++
  return counts
}

/** A list of its own; `devices` are in the order of their names. */
function inOrder(
  { presence }: DevicesServices,
  devices: readonly CatalogueDevice[],
  sort: (typeof deviceSorts)[number],
): CatalogueDevice[] {
  if (sort === 'name') return [...devices]
  if (sort === 'added') return devices.toSorted((one, other) => one.id - other.id)
  if (sort === 'lesiId')
    return devices.toSorted((one, other) => (one.lesiId < other.lesiId ? -1 : 1))
  const seen = new Map(devices.map(({ id }) => [id, presence.status(id).lastSeen ?? 0]))
  return devices.toSorted((one, other) => (seen.get(one.id) ?? 0) - (seen.get(other.id) ?? 0))
}
