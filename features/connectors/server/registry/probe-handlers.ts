import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import { browseConnector, testConnector } from '../../contract/routes.ts'
import type { Configuration } from '../driver.ts'
import { requireDevices, requireKind, requireSecrets, requireSettings } from './configuration.ts'
import { maximumBodyBytes } from './connector-handlers.ts'
import type { ConnectorServices } from './connector-services.ts'
import { readConnectorRow } from './connectors-store.ts'
import { unknownConnector } from './describe-connector.ts'

/** The calls that try what somebody entered, before it is stored. */
export function registerProbeRoutes(app: FastifyInstance, services: ConnectorServices): void {
  const { manager } = services.connectors
  const options = { bodyLimit: maximumBodyBytes }
  serve(app, testConnector, options, async ({ body, caller }) => ({
    data: await manager.probe(body.kind, await configurationOf(services, caller, body), {
      action: 'test',
    }),
  }))
  serve(app, browseConnector, options, async ({ body, caller }) => ({
    data: await manager.probe(body.kind, await configurationOf(services, caller, body), {
      ...{ action: 'browse', request: body.request },
    }),
  }))
}

type Draft = z.output<typeof testConnector.body>

async function configurationOf(
  services: ConnectorServices,
  caller: Caller,
  { kind: name, id, settings: entered, secrets }: Draft,
): Promise<Configuration> {
  const kind = requireKind(name)
  const settings = requireSettings(kind, entered)
  requireDevices(services, caller, kind, settings)
  const stored = id === null ? null : await readConnectorRow(services.sql, id)
  if (id !== null && stored?.kind !== name) throw unknownConnector(id)
  const entries = { settings, entered: secrets }
  return { settings, secrets: requireSecrets(services.keyring, kind, entries, stored) }
}
