import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { accessTokenPrefix } from '#kit/server/access-tokens.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import { originOf, type Audit } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { createToken, hashToken } from '#kit/server/token.ts'
import {
  addAccessToken,
  listAccessTokens,
  maximumTokens,
  revokeAccessToken,
  type AccessToken,
} from '../contract/routes.ts'
import {
  deleteExpired,
  deleteToken,
  insertToken,
  listTokens,
  lockPerson,
  type ListedToken,
} from './tokens-store.ts'

export { PersonalAccessTokens } from './access-tokens.ts'
export { renameRoleInTokens } from './tokens-store.ts'

const dayMs = 86_400_000
/** How long a token that has expired is in the list. */
const expiredDays = 30

interface TokenServices {
  readonly sql: Kysely<DB>
  readonly accounts: Accounts
  readonly catalogue: Pick<Catalogue, 'device' | 'deviceById' | 'visibleDeviceIds'>
  readonly clock: Clock
  readonly audit: Audit
}

/** The calls about a person's own access tokens. No token opens them. */
export function accessTokensPlugin(services: TokenServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerTokenRoutes(app, services)
  }
  return fastifyPlugin(register, {
    name: 'access-tokens',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}

function registerTokenRoutes(app: FastifyInstance, services: TokenServices): void {
  const { sql, accounts, clock, catalogue, audit } = services

  serve(app, listAccessTokens, async ({ caller }) => {
    const tokens = await listTokens(sql, caller.userId)
    const visible = catalogue.visibleDeviceIds(caller)
    return { data: tokens.map((token) => describe(catalogue, visible, token)) }
  })

  serve(app, addAccessToken, async ({ body: { name, days, devices }, caller, request }) => {
    const { userId, roles } = caller
    const deviceIds = devices && visibleIds(catalogue, caller, devices)
    const token = accessTokenPrefix + createToken(256)
    const createdAt = new Date(clock())
    const expiresAt = new Date(createdAt.getTime() + days * dayMs)
    const added = { id: randomUUID(), name, deviceIds, createdAt, expiresAt }
    await sql.transaction().execute(async (transaction) => {
      await lockPerson(transaction, userId)
      if (!(await accounts.rights(transaction, userId, roles)))
        throw new AppError('forbidden', 'A role that is only looked through makes no tokens')
      const before = new Date(createdAt.getTime() - expiredDays * dayMs)
      await deleteExpired(transaction, userId, before)
      if ((await listTokens(transaction, userId)).length >= maximumTokens)
        throw refusedField('name', fieldError('too_many', { maximum: maximumTokens }))
      await insertToken(transaction, { ...added, userId, roles, tokenHash: hashToken(token) })
      await audit(transaction, originOf(request), {
        action: 'access-token.add',
        ...{ entity: 'access-token', entityId: added.id, entityName: name },
        after: { name, devices, expiresAt: expiresAt.toISOString() },
      })
    })
    const visible = catalogue.visibleDeviceIds(caller)
    const accessToken = describe(catalogue, visible, { ...added, lastUsedAt: null })
    return { data: { token, accessToken } }
  })

  serve(app, revokeAccessToken, async ({ params: { id }, caller, request }) => {
    await sql.transaction().execute(async (transaction) => {
      const revoked = await deleteToken(transaction, caller.userId, id)
      if (!revoked) throw new AppError('not_found', 'You have no such token')
      await audit(transaction, originOf(request), {
        action: 'access-token.revoke',
        ...{ entity: 'access-token', entityId: id, entityName: revoked.name },
      })
    })
  })
}

/** Ids of the named devices; one that the person may not see is like one that does not exist. */
function visibleIds(
  catalogue: TokenServices['catalogue'],
  caller: Caller,
  lesiIds: readonly string[],
): number[] {
  const visible = catalogue.visibleDeviceIds(caller)
  const ids = lesiIds.map((lesiId, index) => {
    const id = catalogue.device(lesiId)?.id
    if (id === undefined || !visible.has(id))
      throw refusedField(`devices.${index}`, fieldError('unknown_device'))
    return id
  })
  return [...new Set(ids)]
}

/** A device that was removed is left out; one that is closed to the person has no name. */
function describe(
  catalogue: TokenServices['catalogue'],
  visible: ReadonlySet<number>,
  {
    deviceIds,
    createdAt,
    expiresAt,
    lastUsedAt,
    id,
    name,
  }: Omit<ListedToken, 'deviceIds'> & {
    readonly deviceIds: readonly number[] | null
  },
): AccessToken {
  const devices =
    deviceIds?.flatMap((deviceId) => {
      const device = catalogue.deviceById(deviceId)
      if (!device) return []
      const { lesiId, name } = device
      return [{ lesiId, name: visible.has(deviceId) ? name : lesiId }]
    }) ?? null
  return {
    ...{ id, name, devices },
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
  }
}
