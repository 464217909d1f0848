import { createECDH } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf, type AuditRecord } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { curve } from '#kit/server/push/encrypt.ts'
import type { VapidKeys } from '#kit/server/push/vapid.ts'
import type { TargetGuard } from '#kit/server/webhooks/target-guard.ts'
import {
  addPushBrowser,
  maximumPushBrowsers,
  noQuietHours,
  readOwnNotices,
  removePushBrowser,
  setOwnQuietHours,
  testPushBrowser,
  type PushBrowser,
} from '../../contract/own-notices.ts'
import { recallHeld } from '../notices-store.ts'
import { readQuietHours, writeQuietHours } from '../people/quiet-hours-store.ts'
import { pushDelivery } from '../push/push-content.ts'
import {
  deleteBrowser,
  putBrowser,
  readBrowser,
  readBrowsers,
  readBrowsersToAdd,
  type StoredBrowser,
} from '../push/push-store.ts'
import { refuseHost, type RouteServices } from './route-handlers.ts'

export interface OwnServices extends RouteServices {
  /** Where push services may lie: browsers name them, and with that anybody. */
  readonly pushGuard: TargetGuard
}

/** Browsers and tests that one address may ask for. */
const rateLimit = { max: 30, timeWindow: '1 minute' }

/** The calls of a person about where and when they are notified. */
export function registerOwnNotices(
  app: FastifyInstance,
  services: OwnServices,
  keys: () => VapidKeys,
): void {
  const { sql, audit, outbox, clock } = services

  serve(app, readOwnNotices, async ({ caller }) => {
    const { userId } = caller
    const hours = (await readQuietHours(sql, [userId])).get(userId) ?? noQuietHours
    const stored = await readBrowsers(sql, [userId])
    const browsers = stored.map((each) => publicOf(each, caller))
    return { data: { ...hours, publicKey: keys().publicKey, browsers } }
  })

  serve(app, addPushBrowser, { rateLimit }, async ({ body, caller, request }) => {
    const { userId, sessionId } = caller
    refuseHost(services.pushGuard, body.endpoint, 'endpoint')
    const p256dh = Buffer.from(body.keys.p256dh, 'base64url')
    if (!isPoint(p256dh)) throw refusedField('keys.p256dh', fieldError('not_accepted'))
    const auth = Buffer.from(body.keys.auth, 'base64url')
    const browser = await sql.transaction().execute(async (transaction) => {
      const others = await readBrowsersToAdd(transaction, userId)
      const isNew = others.every(({ endpoint }) => endpoint !== body.endpoint)
      if (isNew && others.length >= maximumPushBrowsers)
        throw refusedField('endpoint', fieldError('too_many', { maximum: maximumPushBrowsers }))
      const stored = await putBrowser(transaction, {
        ...{ userId, sessionId, endpoint: body.endpoint, p256dh, auth, language: body.language },
        ...{ userAgent: request.headers['user-agent'] ?? '', at: clock() },
      })
      // One that goes over to a new session of its person was added before.
      if (isNew) await audit(transaction, originOf(request), entryOf('add', stored))
      return stored
    })
    return { data: publicOf(browser, caller) }
  })

  serve(app, testPushBrowser, { rateLimit }, async ({ params, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const browser = await ownBrowser(transaction, params.id, caller.userId)
      const email = (await services.accounts.person(transaction, caller.userId))?.email ?? ''
      const about = { routeId: null, alarms: [] }
      const delivery = pushDelivery(browser, email, `push-browser ${browser.id}`, about)
      await outbox.add(transaction, [delivery])
      await audit(transaction, originOf(request), entryOf('test', browser))
    })
    outbox.wake()
  })

  serve(app, removePushBrowser, async ({ params, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const browser = await ownBrowser(transaction, params.id, caller.userId)
      await deleteBrowser(transaction, browser.id)
      await audit(transaction, originOf(request), entryOf('remove', browser))
    })
  })

  serve(app, setOwnQuietHours, async ({ body, caller: { userId }, request }) => {
    const hours = body.quiet === null ? noQuietHours : body
    await sql.transaction().execute(async (transaction) => {
      const email = (await services.accounts.person(transaction, userId))?.email ?? ''
      const before = (await readQuietHours(transaction, [userId])).get(userId) ?? noQuietHours
      await writeQuietHours(transaction, userId, hours)
      await recallHeld(transaction, userId, clock())
      await audit(transaction, originOf(request), {
        ...{ action: 'quiet-hours.update', entity: 'user', entityId: userId, entityName: email },
        ...{ before: snapshotOf(before), after: snapshotOf(hours) },
      })
    })
    return { data: hours }
  })
}

const snapshotOf = ({ quiet, isUrgentAllowed }: typeof noQuietHours) => ({
  ...{ quiet: quiet && { ...quiet }, isUrgentAllowed },
})

/** Whether these bytes are a point of the curve: with another one no message can be encrypted. */
function isPoint(bytes: Buffer): boolean {
  const pair = createECDH(curve)
  pair.generateKeys()
  try {
    pair.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}

async function ownBrowser(sql: Kysely<DB>, id: number, userId: number): Promise<StoredBrowser> {
  const browser = await readBrowser(sql, id)
  if (browser?.userId !== userId) throw new AppError('not_found', 'There is no such browser')
  return browser
}

function publicOf(
  { id, endpoint, userAgent, createdAt, deliveredAt, sessionId }: StoredBrowser,
  caller: Pick<Caller, 'sessionId'>,
): PushBrowser {
  const isOfSession = sessionId === caller.sessionId
  return { id, endpoint, userAgent, createdAt, deliveredAt, isOfSession }
}

/** Of its address only the push service: the rest is as good as a password. */
function entryOf(act: 'add' | 'test' | 'remove', { id, endpoint }: StoredBrowser): AuditRecord {
  return {
    ...{ action: `push-browser.${act}`, entity: 'push-browser', entityId: id },
    entityName: new URL(endpoint).hostname,
  }
}
