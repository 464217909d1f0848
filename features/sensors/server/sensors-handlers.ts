import type { FastifyInstance } from 'fastify'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { SensorLists } from '#kit/server/sensor-list.ts'
import { listSensors, lookUpSensors, sensorConfig } from '../contract/routes.ts'

export function registerSensorRoutes(
  app: FastifyInstance,
  { catalogue }: { readonly catalogue: Catalogue },
  lists: SensorLists,
): void {
  serve(app, listSensors, async ({ caller, query, request }) => {
    const { sensors, total } = await lists.page(caller, query, request.signal)
    return { data: [...sensors], meta: { total, page: query.page, limit: query.limit } }
  })

  serve(app, lookUpSensors, async ({ caller, body }) => {
    const named = body.names.flatMap(({ thing, key }) => {
      const device = catalogue.device(thing)
      return (device && catalogue.sensorByKey(device.id, key)?.id) ?? []
    })
    return { data: [...lists.named(caller, [...body.ids, ...named])] }
  })

  serve(app, sensorConfig, async ({ params, caller }) => {
    return { data: [...catalogue.sensorsOf(requireOpenDevice(catalogue, caller, params.id).id)] }
  })
}
