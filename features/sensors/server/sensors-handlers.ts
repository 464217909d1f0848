import type { FastifyInstance } from 'fastify'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listSensors, sensorConfig } from '../contract/routes.ts'

const inOrder = new Intl.Collator('en', { numeric: true })

export function registerSensorRoutes(app: FastifyInstance, { catalogue }: { readonly catalogue: Catalogue }): void {
  serve(
    app,
    listSensors,
  )(async ({ caller }) => {
    const devices = [...catalogue.visibleDeviceIds(caller)]
      .map((deviceId) => catalogue.deviceById(deviceId))
      .filter((device) => device !== undefined)
      .toSorted((one, other) => inOrder.compare(one.name, other.name) || one.id - other.id)
    return { data: devices.flatMap((device) => [...catalogue.sensorsOf(device.id)]) }
  })

  serve(
    app,
    sensorConfig,
  )(async ({ params, caller }) => {
    return { data: [...catalogue.sensorsOf(requireOpenDevice(catalogue, caller, params.id).id)] }
  })
}
