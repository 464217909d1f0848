import type { FastifyInstance } from 'fastify'
import { maximumPageSize, matchesWords, searchWords } from '#kit/model/sensor-filter.ts'
import type { Binding, Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DevicePresence } from '#kit/server/device-presence.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listDevices, type Device } from '../contract/routes.ts'

export interface DevicesServices {
  readonly catalogue: Catalogue
  readonly presence: DevicePresence
}

export function registerDeviceRoutes(
  app: FastifyInstance,
  { catalogue, presence }: DevicesServices,
): void {
  /** The present of a device that is open. */
  const present = ({ id }: CatalogueDevice) => {
    const { status, since, lastSeen } = presence.status(id)
    return {
      access: 'open' as const,
      status,
      statusSince: since,
      lastSeen,
      sensorCount: catalogue.sensorCount(id),
    }
  }

  const describe = (
    device: CatalogueDevice,
    binding: StatedBinding | undefined,
    isOpen: boolean,
  ): Device => {
    const shown = binding && !isOpen ? { ...closedDevice, access: binding.state } : present(device)
    return {
      id: device.id,
      lesiId: device.lesiId,
      name: device.name,
      ...bindingFields(binding),
      ...shown,
    }
  }

  /** The caller's whole plant, whatever page of it is asked for. */
  const figures = (open: ReadonlySet<number>) => {
    let [online, sensors] = [0, 0]
    for (const id of open) {
      if (presence.status(id).status === 'online') online++
      sensors += catalogue.sensorCount(id)
    }
    return { open: open.size, online, sensors }
  }

  serve(app, listDevices, async ({ caller, body }) => {
    const { page = 1, limit = maximumPageSize, find, ids } = body ?? {}
    const open = catalogue.visibleDeviceIds(caller)
    const bindings = catalogue.bindingsOf(caller.userId)
    const [words, named] = [searchWords(find), ids && new Set(ids)]
    const devices = catalogue
      .devices()
      .filter(({ id }) => (open.has(id) || bindings.has(id)) && (named?.has(id) ?? true))
      .filter(({ name, lesiId }) => matchesWords(words, [name, lesiId]))
    const shown = devices.slice((page - 1) * limit, page * limit)
    return {
      data: shown.map((device) => describe(device, bindings.get(device.id), open.has(device.id))),
      meta: { total: devices.length, page, limit, ...figures(open) },
    }
  })
}

type StatedBinding = Binding & { readonly state: Device['access'] }

const closedDevice = { status: null, statusSince: null, lastSeen: null, sensorCount: null }

const bindingFields = (binding: Binding | undefined) => ({
  relation: binding?.relation ?? null,
  contractStart: binding?.contractStart ?? null,
  contractEnd: binding?.contractEnd ?? null,
})
