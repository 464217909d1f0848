import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { AuditMany } from '#kit/server/audit.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { SensorLists } from '#kit/server/sensor-list.ts'
import {
  registerConfigurationRoutes,
  type ConfigurationServices,
} from './configuration/configuration-handlers.ts'
import { Proposals } from './proposals/proposals.ts'
import { writeProposals } from './proposals/proposals-store.ts'
import { registerSensorRoutes } from './sensors-handlers.ts'

export { createCatalogue, type FollowingCatalogue } from './catalogue.ts'

interface ProposalServices {
  readonly sql: Kysely<DB>
  readonly auditMany: AuditMany
  readonly catalogue: Catalogue
  readonly bus: Bus
  readonly report: (error: unknown) => void
}

/** Proposes from their readings what new sensors are, until it is closed. */
export function startProposals({ sql, auditMany, ...services }: ProposalServices): Proposals {
  return new Proposals({
    ...services,
    write: (proposals) => writeProposals({ sql, auditMany }, proposals),
  })
}

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
