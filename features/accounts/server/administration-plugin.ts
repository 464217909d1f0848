import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerAccountRoutes } from './users/access-handlers.ts'
import { registerRoleRoutes } from './roles/roles-handlers.ts'
import type { AdministrationServices } from './administration-services.ts'
import { registerUserRoutes } from './users/users-handlers.ts'

export { ensureProducts } from './roles/products.ts'

/** Accounts, roles, permissions and products. */
export function administrationPlugin(services: AdministrationServices): FastifyPluginAsync {
  return fastifyPlugin(
    async (app) => {
      registerUserRoutes(app, services)
      registerAccountRoutes(app, services)
      registerRoleRoutes(app, services)
    },
    { name: 'administration', dependencies: ['session'], fastify: '5.x' },
  )
}
