import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/server/http/serve.ts'
import { readConnection } from '../contract/connection.ts'
import type { DevicesServices } from './registry/registry-services.ts'

/** The call that says where devices reach the broker. */
export function registerConnectionRoute(
  app: FastifyInstance,
  { brokerAddress }: DevicesServices,
): void {
  serve(app, readConnection, async () => ({ data: brokerAddress() }))
}
