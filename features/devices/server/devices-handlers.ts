import type { FastifyInstance } from 'fastify'
import { maximumPageSize, matchesWords, searchWords } from '#kit/model/sensor-filter.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { kioskCalls, visibleSensors } from '#kit/server/kiosks.ts'
import { listDevices, listKioskDevices, type Device } from '../contract/routes.ts'
import { describeDevice, type StatedBinding } from './describe-device.ts'
import type { DevicesServices } from './registry/registry-services.ts'

export function registerDeviceRoutes(
  app: FastifyInstance,
  services: Pick<DevicesServices, 'catalogue' | 'presence' | 'kiosks'>,
): void {
  const { catalogue, presence } = services
  const describe = (
    device: CatalogueDevice,
    binding: StatedBinding | undefined,
    open: ReadonlySet<number>,
  ): Device => {
    const { id } = device
    const present = { ...presence.status(id), sensorCount: catalogue.sensorCount(id) }
    return describeDevice(device, binding, open.has(id) ? present : null)
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
      data: shown.map((device) => describe(device, bindings.get(device.id), open)),
      meta: { total: devices.length, page, limit, ...figures(open) },
    }
  })
  registerKioskDevices(app, services)
}

/** The devices of a board, for those who have a link to it. */
function registerKioskDevices(
  app: FastifyInstance,
  { catalogue, presence, kiosks }: Pick<DevicesServices, 'catalogue' | 'presence' | 'kiosks'>,
): void {
  const byLink = kioskCalls(kiosks)
  serve(app, listKioskDevices, byLink.options, async ({ request }) => {
    const access = byLink.accessOf(request)
    const shown = new Map<number, number>()
    for (const { deviceId } of visibleSensors(catalogue, access, [...access.sensorIds]))
      shown.set(deviceId, (shown.get(deviceId) ?? 0) + 1)
    const data = catalogue.devices().flatMap((device) => {
      const sensorCount = shown.get(device.id)
      if (sensorCount === undefined) return []
      return [describeDevice(device, undefined, { ...presence.status(device.id), sensorCount })]
    })
    const [total, online] = [data.length, data.filter(({ status }) => status === 'online').length]
    const sensors = [...shown.values()].reduce((sum, count) => sum + count, 0)
    return { data, meta: { total, page: 1, limit: total, open: total, online, sensors } }
  })
}
