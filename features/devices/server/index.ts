import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerBindingRoutes } from './bindings/binding-handlers.ts'
import { registerOwnBindingRoutes } from './bindings/own-handlers.ts'
import { registerCertificateRoutes } from './certificates/certificates-handlers.ts'
import { registerClaimRoutes } from './claim/claim-handlers.ts'
import { registerImportRoutes } from './import/import-handlers.ts'
import { registerConnectionRoute } from './connection-handlers.ts'
import { registerDeviceRoutes } from './devices-handlers.ts'
import { registerChangeRoutes } from './registry/change-handlers.ts'
import { registerRegistryRoutes } from './registry/list-handlers.ts'
import type { DevicesServices } from './registry/registry-services.ts'

export { provisionDevices, type Plant, type PlantDevice, type PlantSensor } from './provision.ts'

/** The calls that list devices with their status, and those of their registry. */
export function devicesPlugin(services: DevicesServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerDeviceRoutes(app, services)
    registerRegistryRoutes(app, services)
    registerChangeRoutes(app, services)
    registerBindingRoutes(app, services)
    registerOwnBindingRoutes(app, services)
    registerClaimRoutes(app, services)
    registerImportRoutes(app, services)
    registerCertificateRoutes(app, services)
    registerConnectionRoute(app, services)
  }
  return fastifyPlugin(register, {
    name: 'devices',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
