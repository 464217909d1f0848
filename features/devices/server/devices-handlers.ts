import type { FastifyInstance } from 'fastify'
import type { Caller } from '#kit/server/caller.ts'
import type { Binding, Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DevicePresence } from '#kit/server/device-presence.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listThings, type Thing } from '../contract/routes.ts'

export interface DevicesServices {
  readonly catalogue: Catalogue
  readonly presence: DevicePresence
}

const inOrder = new Intl.Collator('en', { numeric: true })

export function registerDeviceRoutes(app: FastifyInstance, { catalogue, presence }: DevicesServices): void {
  /** What is told of a device that is open: its present. */
  const present = ({ id }: CatalogueDevice) => {
    const { status, since, lastSeen } = presence.status(id)
    return { access: 'open' as const, status, statusSince: since, lastSeen, sensorCount: catalogue.sensorCount(id) }
  }

  /** Every device that is open to the caller or bound to them. */
  const thingsOf = (caller: Caller): Thing[] => {
    const open = catalogue.visibleDeviceIds(caller)
    const bindings = catalogue.bindingsOf(caller.userId)
    return [...new Set([...open, ...bindings.keys()])].flatMap((deviceId) => {
      const device = catalogue.deviceById(deviceId)
      if (!device) return []
      const binding = bindings.get(deviceId)
      const shown = binding && !open.has(deviceId) ? { ...nothingOfThePresent, access: binding.state } : present(device)
      return [{ id: device.id, lesiId: device.lesiId, name: device.name, ...tieOf(binding), ...shown }]
    })
  }

  serve(
    app,
    listThings,
  )(async ({ caller }) => ({
    data: thingsOf(caller).toSorted((one, other) => inOrder.compare(one.name, other.name) || one.id - other.id),
  }))
}

const nothingOfThePresent = { status: null, statusSince: null, lastSeen: null, sensorCount: null }

const tieOf = (binding: Binding | undefined) => ({
  relation: binding?.relation ?? null,
  contractStart: binding?.contractStart ?? null,
  contractEnd: binding?.contractEnd ?? null,
})
