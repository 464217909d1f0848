import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { SensorLists } from '#kit/server/sensor-list.ts'
import {
  registerConfigurationRoutes,
  type ConfigurationServices,
} from './configuration/configuration-handlers.ts'
import { registerSensorRoutes } from './sensors-handlers.ts'

export { createCatalogue, type FollowingCatalogue } from './catalogue.ts'

/** The calls that list sensors, and that change their configuration. */
export function sensorsPlugin(services: ConfigurationServices): FastifyPluginAsync {
  const register: FastifyPluginAsync = async (app) => {
    const lists = new SensorLists(services.catalogue)
    registerSensorRoutes(app, services, lists)
    registerConfigurationRoutes(app, services, lists)
  }
  return fastifyPlugin(register, {
    name: 'sensors',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
