import type { Kysely } from 'kysely'
import { passesGate } from '#kit/model/gate.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { RouteTarget } from '../../contract/notification-route.ts'
import { readRoute } from '../routes-store.ts'

interface Services {
  readonly accounts: Accounts
  readonly catalogue: Pick<Catalogue, 'visibleDeviceIds'>
}

/** Ids of the devices that are open to a person now; null for who may not see live values. */
export async function openDevices(
  { accounts, catalogue }: Services,
  sql: Kysely<DB>,
  userId: number,
): Promise<ReadonlySet<number> | null> {
  const rights = await accounts.rights(sql, userId, await accounts.roleNames(sql))
  if (!rights || !passesGate(warRoomGate, rights)) return null
  return catalogue.visibleDeviceIds({ userId, ...rights })
}

/** Whether a route leads to this person's browsers now. */
export async function isReceiver(
  services: Pick<Services, 'accounts'>,
  sql: Kysely<DB>,
  { routeId, userId }: { readonly routeId: number; readonly userId: number },
): Promise<boolean> {
  const target = (await readRoute(sql, routeId))?.target
  if (target?.kind !== 'push') return false
  return (await peopleOf(services, sql, target)).includes(userId)
}

/** The people whom a route names: by their roles, and by their addresses. */
export async function peopleOf(
  { accounts }: Pick<Services, 'accounts'>,
  sql: Kysely<DB>,
  { roles, recipients }: Extract<RouteTarget, { kind: 'push' }>,
): Promise<readonly number[]> {
  const named = await accounts.idsByEmail(sql, recipients)
  const held = await accounts.idsWithRoles(sql, roles)
  return [...new Set([...named.values(), ...held])]
}
