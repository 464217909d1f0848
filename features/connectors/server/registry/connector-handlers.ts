import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { AuditAction } from '#kit/model/audit.ts'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf, type AuditRecord } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { maximumConnectors, type Settings } from '../../contract/connector.ts'
import {
  addConnector,
  listConnectors,
  orderConnectors,
  pauseConnector,
  readConnector,
  removeConnector,
  resumeConnector,
  updateConnector,
} from '../../contract/routes.ts'
import { requireDevices, requireKind, requireSecrets, requireSettings } from './configuration.ts'
import type { ConnectorServices } from './connector-services.ts'
import {
  countConnectors,
  deleteConnector,
  insertConnector,
  isNameTaken,
  listConnectorRows,
  lockConnector,
  lockConnectors,
  writeConnector,
  writeOrder,
  writePaused,
  writeSecrets,
  type ConnectorRow,
} from './connectors-store.ts'
import { describe, readConfigured, unknownConnector } from './describe-connector.ts'
import { sealSecrets } from './secrets.ts'

/** Settings of a thousand points fit in. */
export const maximumBodyBytes = 4 * 2 ** 20

/** The calls that list connectors and change them. */
export function registerConnectorRoutes(app: FastifyInstance, services: ConnectorServices): void {
  const { sql } = services
  serve(app, listConnectors, async () => ({
    data: (await listConnectorRows(sql)).map((row) => describe(services, row)),
  }))
  serve(app, readConnector, async ({ params }) => ({
    data: await readConfigured(services, params.id),
  }))
  registerAddition(app, services)
  registerUpdate(app, services)
  registerPauses(app, services)
  serve(app, removeConnector, async ({ params: { id }, request }) => {
    await changeConnector(
      services,
      { id, request },
      'connector.remove',
      async (transaction, row) => {
        await deleteConnector(transaction, id)
        return { before: snapshotOf(row) }
      },
    )
  })
  serve(app, orderConnectors, async ({ body: { ids }, request }) => {
    await sql.transaction().execute(async (transaction) => {
      await lockConnectors(transaction)
      await writeOrder(transaction, ids)
      const about = { entity: 'connector', entityId: '', entityName: '' } as const
      const names = (await listConnectorRows(transaction)).map(({ name }) => name)
      const record = { action: 'connector.order', ...about, after: { names } } as const
      await services.audit(transaction, originOf(request), record)
    })
  })
}

function registerAddition(app: FastifyInstance, services: ConnectorServices): void {
  const { sql, keyring } = services
  const options = { bodyLimit: maximumBodyBytes }
  serve(app, addConnector, options, async ({ body, caller, request }) => {
    const kind = requireKind(body.kind)
    const settings = requireSettings(kind, body.settings)
    requireDevices(services, caller, kind, settings)
    const secrets = requireSecrets(keyring, kind, { settings, entered: body.secrets }, null)
    const id = await sql.transaction().execute(async (transaction) => {
      await lockConnectors(transaction)
      if ((await countConnectors(transaction)) >= maximumConnectors)
        throw refusedField('name', fieldError('too_many', { maximum: maximumConnectors }))
      await requireName(transaction, body.name, null)
      const added = await insertConnector(transaction, { ...body, settings })
      await writeSecrets(transaction, added, sealSecrets(keyring, added, secrets))
      const about = { entity: 'connector', entityId: added, entityName: body.name } as const
      const after = { ...snapshotOf({ ...body, settings }), secrets: Object.keys(secrets) }
      await services.audit(transaction, originOf(request), {
        action: 'connector.add',
        ...about,
        after,
      })
      return added
    })
    await services.connectors.refresh(id)
    return { data: await readConfigured(services, id) }
  })
}

function registerUpdate(app: FastifyInstance, services: ConnectorServices): void {
  const options = { bodyLimit: maximumBodyBytes }
  serve(app, updateConnector, options, async ({ params: { id }, body, caller, request }) => {
    await changeConnector(
      services,
      { id, request },
      'connector.update',
      async (transaction, row) => {
        const kind = requireKind(row.kind)
        const settings = requireSettings(kind, body.settings)
        requireDevices(services, caller, kind, settings)
        if (row.version !== body.version)
          throw new AppError(
            'conflict',
            'The connector was changed by somebody else meanwhile; load it again',
          )
        const entered = { settings, entered: body.secrets }
        const secrets = requireSecrets(services.keyring, kind, entered, row)
        await requireName(transaction, body.name, id)
        await writeConnector(transaction, id, { name: body.name, settings })
        await writeSecrets(transaction, id, sealSecrets(services.keyring, id, secrets))
        const names = Object.keys(body.secrets)
        return {
          before: snapshotOf(row),
          after: {
            ...snapshotOf({ ...row, name: body.name, settings }),
            ...(names.length > 0 ? { changedSecrets: names } : {}),
          },
        }
      },
    )
    return { data: await readConfigured(services, id) }
  })
}

function registerPauses(app: FastifyInstance, services: ConnectorServices): void {
  const changes = [
    [pauseConnector, 'connector.pause', true],
    [resumeConnector, 'connector.resume', false],
  ] as const
  for (const [route, action, isPaused] of changes)
    serve(app, route, async ({ params: { id }, request }) => {
      await changeConnector(services, { id, request }, action, async (transaction, row) => {
        await writePaused(transaction, id, isPaused)
        return { before: { isPaused: row.isPaused }, after: { isPaused } }
      })
      const {
        settings: _settings,
        secrets: _secrets,
        ...connector
      } = await readConfigured(services, id)
      return { data: connector }
    })
}

interface ConnectorCall {
  readonly id: number
  readonly request: FastifyRequest
}

/** Makes a change with its entry in the audit; when it resolves, what runs is what is stored. */
async function changeConnector(
  { sql, audit, connectors }: ConnectorServices,
  { id, request }: ConnectorCall,
  action: AuditAction,
  change: (
    transaction: Transaction<DB>,
    row: ConnectorRow,
  ) => Promise<Pick<AuditRecord, 'before' | 'after'>>,
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    await lockConnectors(transaction)
    const row = await lockConnector(transaction, id)
    if (!row) throw unknownConnector(id)
    const snapshots = await change(transaction, row)
    const about = { entity: 'connector', entityId: id, entityName: row.name } as const
    await audit(transaction, originOf(request), { action, ...about, ...snapshots })
  })
  await connectors.refresh(id)
}

async function requireName(
  transaction: Transaction<DB>,
  name: string,
  besides: number | null,
): Promise<void> {
  if (await isNameTaken(transaction, name, besides))
    throw refusedField('name', fieldError('connector_name_taken'))
}

interface Described {
  readonly kind: string
  readonly name: string
  readonly isPaused: boolean
  readonly settings: Settings
}

/** What the audit says of it: its settings without lists, which may be long. */
function snapshotOf({ kind, name, isPaused, settings }: Described) {
  const entries = Object.entries(settings).map(([field, value]) => [
    field,
    Array.isArray(value)
      ? `${value.length}`
      : typeof value === 'object'
        ? JSON.stringify(value)
        : value,
  ])
  return { kind, name, isPaused, ...(Object.fromEntries(entries) as Record<string, string>) }
}
