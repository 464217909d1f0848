import type { FastifyInstance } from 'fastify'
import { connectorsPlugin } from '#features/connectors/server/index.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import type { Dependencies } from '../app.ts'
import { recordAudit } from '../audit.ts'

/** What the server fetches by itself. */
export async function registerConnectors(
  app: FastifyInstance,
  { engines, data: { catalogue }, keyring, connectors, log }: Dependencies,
): Promise<void> {
  await app.register(
    connectorsPlugin({
      ...{ sql: engines.sql, keyring, connectors, catalogue, log, audit: recordAudit },
      mayConfigure: (caller, deviceId) =>
        mayConfigure(caller, catalogue.bindingsOf(caller.userId).get(deviceId)),
    }),
  )
}
