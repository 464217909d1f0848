import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { registerSensorRoutes } from './sensors-handlers.ts'

export { createCatalogue, type FollowingCatalogue } from './catalogue.ts'

/** The calls that list sensors and their configuration. */
export function sensorsPlugin(services: { readonly catalogue: Catalogue }): FastifyPluginAsync {
  return fastifyPlugin(async (app) => registerSensorRoutes(app, services), {
    name: 'sensors',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
