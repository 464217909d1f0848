import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { bindPerson, endBinding, listBindings, type BoundPerson } from '../../contract/bindings.ts'
import { bindUser, unbindUser, type BoundDays } from '../devices-store.ts'
import {
  changeDevice,
  requireConfigurable,
  type DevicesServices,
} from '../registry/registry-services.ts'
import { liesWithin, mayChangeBinding, relationsToGive } from './binding-policy.ts'
import { readBinding, readBindings, type StoredBinding } from './bindings-store.ts'

/** The calls with which those who configure a device say who sees it. */
export function registerBindingRoutes(app: FastifyInstance, services: DevicesServices): void {
  serve(app, listBindings, async ({ params, caller }) => {
    const id = requireConfigurable(services, caller, params.lesiId)
    const bindings = await readBindings(services.sql, id)
    const people = await services.accounts.people(
      services.sql,
      bindings.map(({ userId }) => userId),
    )
    const data = bindings.flatMap((binding): BoundPerson[] => {
      const person = people.get(binding.userId)
      const { userId, relation } = binding
      const state = services.catalogue.bindingsOf(userId).get(id)?.state ?? 'open'
      const isTheirsToChange = mayChangeBinding(caller, relation)
      return person ? [{ ...binding, ...person, state, isTheirsToChange }] : []
    })
    return { data, meta: { relations: relationsToGive(caller) } }
  })
  registerBinding(app, services)
  serve(app, endBinding, async (call) => {
    const { userId } = call.params
    await changeDevice(services, call, 'device.unbind', async (transaction, { id: deviceId }) => {
      const found = await readBinding(transaction, deviceId, userId)
      if (!found) throw new AppError('not_found', 'This person is not bound to the device')
      assertMayChange(call.caller, found)
      await unbindUser(transaction, { deviceId, userId })
      const user = (await services.accounts.person(transaction, userId))?.email ?? ''
      return { result: null, before: { user, ...snapshotOf(found) }, after: { user } }
    })
  })
}

function registerBinding(app: FastifyInstance, services: DevicesServices): void {
  serve(app, bindPerson, async (call) => {
    const { email, relation, contractStart, contractEnd } = call.body
    const days = { contractStart, contractEnd }
    await changeDevice(services, call, 'device.bind', async (transaction, { id: deviceId }) => {
      const ids = await services.accounts.idsByEmail(transaction, [email])
      const userId = ids.get(email)
      if (userId === undefined) throw refusedField('email', fieldError('unknown_account'))
      const before = await readBinding(transaction, deviceId, userId)
      if (before) assertMayChange(call.caller, before)
      assertUnchanged(call.body.before, before)
      if (!relationsToGive(call.caller).includes(relation))
        throw refusedField('relation', fieldError('beyond_own_rights', { name: relation }))
      await assertWithinOwn(transaction, call.caller, deviceId, days)
      await bindUser(transaction, { deviceId, userId, relation, ...days })
      return {
        result: null,
        ...(before ? { before: { user: email, ...snapshotOf(before) } } : {}),
        after: { user: email, relation, ...days },
      }
    })
  })
}

const snapshotOf = ({ relation, contractStart, contractEnd }: StoredBinding) => ({
  relation,
  contractStart,
  contractEnd,
})

/** Whose binding ended meanwhile is not bound again by who only meant to change it. */
function assertUnchanged(
  expected: RouteCall<typeof bindPerson>['body']['before'],
  found: StoredBinding | undefined,
): void {
  if (expected === undefined) return
  if (!isDeepStrictEqual(expected, found ? snapshotOf(found) : null))
    throw new AppError('conflict', 'The binding of this person was changed meanwhile')
}

function assertMayChange(caller: Caller, { relation }: StoredBinding): void {
  if (!mayChangeBinding(caller, relation))
    throw new AppError('forbidden', 'Only an administrator changes the binding of a parent account')
}

async function assertWithinOwn(
  sql: Kysely<DB>,
  caller: Caller,
  deviceId: number,
  days: BoundDays,
): Promise<void> {
  if (isAdministrator(caller)) return
  const own = await readBinding(sql, deviceId, caller.userId)
  if (!own || !liesWithin(days, own))
    throw refusedField('contractEnd', fieldError('beyond_own_contract'))
}
