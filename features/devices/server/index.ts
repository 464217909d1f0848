import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerDeviceRoutes, type DevicesServices } from './devices-handlers.ts'

export type { DevicesServices } from './devices-handlers.ts'
export { provisionDevices, type Plant, type PlantDevice, type PlantSensor } from './provision.ts'

/** The calls that list devices with their status. */
export function devicesPlugin(services: DevicesServices): FastifyPluginAsync {
  return fastifyPlugin(async (app) => registerDeviceRoutes(app, services), {
    name: 'devices',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
