import { z } from 'zod'
import { dataOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { connectorsGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import {
  ConfiguredConnector,
  Connector,
  FailureReport,
  maximumConnectors,
  maximumNameLength,
  maximumSecretLength,
  Settings,
} from './connector.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

const ConnectorId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

/**
 * Secrets by their names: a text is stored, null removes what is stored, and what is not named
 * stays as it is.
 */
const Secrets = z.record(z.string(), z.string().max(maximumSecretLength).nullable()).default({})

const name = oneLine(maximumNameLength).min(1)

export const listConnectors = defineRoute({
  method: 'GET',
  path: '/api/connectors',
  summary: 'All connectors in their order, each with its state',
  gate: connectorsGate,
  reply: wholeListOf(Connector),
})

export const readConnector = defineRoute({
  method: 'GET',
  path: '/api/connectors/:id',
  summary: 'One connector with its settings; of its secrets only which are stored',
  gate: connectorsGate,
  params: ConnectorId,
  reply: dataOf(ConfiguredConnector),
})

export const addConnector = defineRoute({
  method: 'POST',
  path: '/api/connectors',
  summary: 'Adds a connector, which starts at once unless it is paused',
  isMadeOnce: true,
  gate: connectorsGate,
  body: z.object({
    kind: z.string(),
    name,
    settings: Settings,
    secrets: Secrets,
    isPaused: z.boolean().default(false),
  }),
  reply: dataOf(ConfiguredConnector),
})

export const updateConnector = defineRoute({
  method: 'PUT',
  path: '/api/connectors/:id',
  summary: 'Changes a connector, which connects anew; 409 when it was changed since `version`',
  isMadeOnce: true,
  gate: connectorsGate,
  params: ConnectorId,
  body: z.object({ version: z.int32(), name, settings: Settings, secrets: Secrets }),
  reply: dataOf(ConfiguredConnector),
})

export const removeConnector = defineRoute({
  method: 'DELETE',
  path: '/api/connectors/:id',
  summary: 'Removes a connector; its devices, their sensors and readings stay',
  gate: connectorsGate,
  params: ConnectorId,
})

export const pauseConnector = defineRoute({
  method: 'POST',
  path: '/api/connectors/:id/pause',
  summary: 'Ends the connection of a connector until it is resumed',
  gate: connectorsGate,
  params: ConnectorId,
  reply: dataOf(Connector),
})

export const resumeConnector = defineRoute({
  method: 'POST',
  path: '/api/connectors/:id/resume',
  summary: 'Lets a paused connector connect again',
  gate: connectorsGate,
  params: ConnectorId,
  reply: dataOf(Connector),
})

export const orderConnectors = defineRoute({
  method: 'PUT',
  path: '/api/connectors/order',
  summary: 'Puts the connectors into this order; those that are not named come after them',
  gate: connectorsGate,
  body: z.object({ ids: z.array(z.int32()).max(maximumConnectors) }),
})

/** Settings that need not be stored: `id` is the connector whose stored secrets fill the rest. */
const Draft = z.object({
  kind: z.string(),
  id: z.int32().nullable().default(null),
  settings: Settings,
  secrets: Secrets,
})

export const testConnector = defineRoute({
  method: 'POST',
  path: '/api/connectors/test',
  summary: 'Tries a connection with these settings, and stores nothing',
  gate: connectorsGate,
  changesNothing: true,
  body: Draft,
  reply: dataOf(
    z.object({
      /** Null: it connected. */
      failure: FailureReport.nullable(),
      /** What the kind found out on the way. */
      found: z.json(),
    }),
  ),
})

export const browseConnector = defineRoute({
  method: 'POST',
  path: '/api/connectors/browse',
  summary: 'Looks at what the other side offers, as far as the kind can; stores nothing',
  gate: connectorsGate,
  changesNothing: true,
  body: Draft.extend({ request: z.json() }),
  reply: dataOf(z.object({ failure: FailureReport.nullable(), found: z.json() })),
})
