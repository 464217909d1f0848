import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf, type Audit, type AuditRecord } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Keyring } from '#kit/server/secrets/keyring.ts'
import type { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import {
  maximumRoutes,
  type NotificationRoute,
  type RouteDefinition,
} from '../../contract/notification-route.ts'
import {
  addNotificationRoute,
  changeNotificationRoute,
  listNotificationRoutes,
  removeNotificationRoute,
  testNotificationRoute,
} from '../../contract/routes.ts'
import type { NotifierServices } from '../delivering/alarm-notifier.ts'
import { deliverBy } from '../delivering/deliver.ts'
import { routeOfSource, sourceOf } from '../delivering/message.ts'
import { purposeOf } from '../delivering/webhook-sender.ts'
import { readAreas } from '../areas-store.ts'
import {
  deleteRoute,
  insertRoute,
  lockRoute,
  countRoutes,
  readRoutes,
  updateRoute,
  writeSecret,
  type StoredRoute,
  type UnreadRoute,
} from '../routes-store.ts'

export interface RouteServices extends NotifierServices {
  readonly audit: Audit
  readonly keyring: Keyring
  /** Where webhooks may lead, which administrators name. */
  readonly guard: TargetGuard
}

const listedDeliveries = 200
const secretBytes = 32
/** Tests and changes that one address may ask for. */
const rateLimit = { max: 30, timeWindow: '1 minute' }

/** The calls about routes of notifications. */
export function registerNotificationRoutes(app: FastifyInstance, services: RouteServices): void {
  const { sql, audit, outbox, clock, shifts } = services

  serve(app, listNotificationRoutes, async () => {
    const { routes, unread } = await readRoutes(sql)
    const sources = [...routes, ...unread].map(({ id }) => sourceOf(id))
    const deliveries = await outbox.log(sources, listedDeliveries)
    return {
      data: {
        routes: routes.map(publicOf),
        unreadable: unread.map(({ id, name, version }) => ({ id, name, version })),
        deliveries: deliveries.map(({ source, ...each }) => ({
          ...each,
          routeId: routeOfSource(source),
        })),
        hasMail: outbox.hasSender('mail'),
        roles: [...(await services.accounts.roleNames(sql))],
        areas: await readAreas(sql),
        shifts: (await shifts(sql)).map(({ name }) => name),
      },
    }
  })

  serve(app, addNotificationRoute, { rateLimit }, async ({ body, request }) => {
    await refuseTarget(services, body)
    const data = await sql.transaction().execute(async (transaction) => {
      if ((await countRoutes(transaction)) >= maximumRoutes)
        throw refusedField('name', fieldError('too_many', { maximum: maximumRoutes }))
      const route = await insertRoute(transaction, body, clock())
      const secret = await renewSecret(services, transaction, route, null)
      await audit(transaction, originOf(request), entryOf('add', route, null, route))
      return { route: publicOf(route), secret }
    })
    return { data }
  })

  serve(app, changeNotificationRoute, { rateLimit }, async ({ params, body, request }) => {
    const { version, ...definition } = body
    await refuseTarget(services, definition)
    const data = await sql.transaction().execute(async (transaction) => {
      const former = await lockExisting(transaction, params.id)
      if (former.version !== version) throw refusedField('version', fieldError('changed_meanwhile'))
      const route = await updateRoute(transaction, params.id, definition)
      const before = former.target === null ? null : former
      await outbox.withdraw(transaction, sourceOf(route.id), keptOf(route))
      const secret = await renewSecret(services, transaction, route, before)
      await audit(transaction, originOf(request), entryOf('update', route, before, route))
      return { route: publicOf(route), secret }
    })
    return { data }
  })

  serve(app, testNotificationRoute, { rateLimit }, async ({ params, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const route = await lockExisting(transaction, params.id)
      if (route.target === null)
        throw new AppError('conflict', 'The route cannot be read; change or remove it')
      await deliverBy({ services, transaction, route }, [])
      await audit(transaction, originOf(request), entryOf('test', route, null, null))
    })
    outbox.wake()
  })

  serve(app, removeNotificationRoute, async ({ params, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const route = await lockExisting(transaction, params.id)
      await outbox.withdraw(transaction, sourceOf(params.id), null)
      await deleteRoute(transaction, params.id)
      const before = route.target === null ? null : route
      await audit(transaction, originOf(request), entryOf('remove', route, before, null))
    })
  })
}

/** What is written as a number needs no look-up to be known; names are resolved when it is sent. */
export function refuseHost(guard: TargetGuard, address: string, field: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null) throw refusedField(field, fieldError('web_url'))
  if (!guard.mayNameHost(url.hostname)) throw refusedField(field, fieldError('inner_target'))
}

/** Roles are those that there are. */
async function refuseTarget(services: RouteServices, { target }: RouteDefinition): Promise<void> {
  if (target.kind === 'webhook') refuseHost(services.guard, target.url, 'target.url')
  if (target.kind !== 'push') return
  const names = new Set(await services.accounts.roleNames(services.sql))
  const unknown = target.roles.find((role) => !names.has(role))
  if (unknown !== undefined)
    throw refusedField('target.roles', fieldError('unknown_right', { name: unknown }))
}

async function lockExisting(
  transaction: Transaction<DB>,
  id: number,
): Promise<StoredRoute | UnreadRoute> {
  const route = await lockRoute(transaction, id)
  if (!route) throw new AppError('not_found', 'There is no such route')
  return route
}

/**
 * What waits for a route and may still leave after a change. Senders of webhooks and push ask the
 * route where it leads when they send; a mail has its address.
 */
const keptOf = ({ isEnabled, target }: StoredRoute) =>
  isEnabled
    ? { channel: target.kind, targets: target.kind === 'mail' ? target.recipients : null }
    : null

/**
 * A new secret for a new address of a webhook, or for one whose key is lost, to be shown once;
 * null: it has the former one.
 */
async function renewSecret(
  { keyring }: RouteServices,
  transaction: Transaction<DB>,
  { id, target }: StoredRoute,
  former: StoredRoute | null,
): Promise<string | null> {
  if (target.kind !== 'webhook') {
    await writeSecret(transaction, id, null)
    return null
  }
  const isSame = former?.target.kind === 'webhook' && former.target.url === target.url
  if (isSame && former.secret && keyring.open(former.secret, purposeOf(id))) return null
  const secret = randomBytes(secretBytes).toString('base64url')
  await writeSecret(transaction, id, keyring.seal(Buffer.from(secret), purposeOf(id)))
  return secret
}

function publicOf(stored: StoredRoute): NotificationRoute {
  const { secret, ...route } = stored
  void secret
  return route
}

function entryOf(
  act: 'add' | 'update' | 'test' | 'remove',
  { id, name }: Pick<StoredRoute, 'id' | 'name'>,
  before: RouteDefinition | null,
  after: RouteDefinition | null,
): AuditRecord {
  return {
    ...{ action: `notification-route.${act}`, entity: 'notification-route' },
    ...{ entityId: id, entityName: name },
    ...(before && { before: snapshotOf(before) }),
    ...(after && { after: snapshotOf(after) }),
  }
}

/** Of the address of a webhook only the host: the rest may be as good as a password. */
function snapshotOf(route: RouteDefinition) {
  const { name, isEnabled, priorities, devices, shifts, afterMinutes, digestMinutes } = route
  const { target, quiet, language } = route
  const areas = route.areas.map((area) => ({ ...area }))
  return {
    ...{ name, isEnabled, priorities, devices, shifts, afterMinutes, digestMinutes, language },
    ...{ areas, quiet: quiet && { ...quiet } },
    ...targetSnapshotOf(target),
  }
}

function targetSnapshotOf(target: RouteDefinition['target']) {
  if (target.kind === 'webhook') return { webhook: new URL(target.url).host }
  const { recipients } = target
  return target.kind === 'push' ? { push: { roles: target.roles, recipients } } : { recipients }
}
