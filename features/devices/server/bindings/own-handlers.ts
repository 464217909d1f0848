import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import { originOf } from '#kit/server/audit.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/http/serve.ts'
import { listOwnBindings, unbindOwn } from '../../contract/bindings.ts'
import { unknownDevice } from '../audited-change.ts'
import { unbindUser } from '../devices-store.ts'
import { aboutDevice, refreshDevices, type DevicesServices } from '../registry/registry-services.ts'
import { lockDevice } from '../registry/registry-store.ts'
import { countSubUsers, readBindings, removeSubUsers } from './bindings-store.ts'

/** The calls with which a person looks at their own bindings and ends them. */
export function registerOwnBindingRoutes(app: FastifyInstance, services: DevicesServices): void {
  const { catalogue, presence, sql } = services
  serve(app, listOwnBindings, async ({ caller }) => {
    const bindings = catalogue.bindingsOf(caller.userId)
    const subUsers = await countSubUsers(sql, caller.userId)
    const data = catalogue.devices().flatMap(({ id, lesiId, name }) => {
      const binding = bindings.get(id)
      if (!binding) return []
      const { relation, contractStart, contractEnd, state: access } = binding
      const { status, since, lastSeen } = presence.status(id)
      const isShown = access === 'open' && since !== null
      return {
        ...{ lesiId, name, relation, access, contractStart, contractEnd },
        status: isShown ? status : null,
        lastUpdate: isShown ? lastSeen : null,
        subUsers: subUsers.get(id) ?? 0,
      }
    })
    return { data }
  })
  registerUnbinding(app, services)
}

/** Administrators see devices that they are not bound to; for others there is no such device. */
function notBound(caller: Caller, lesiId: string, deviceId: number): AppError {
  return isAdministrator(caller) && deviceId !== 0
    ? new AppError('not_found', `You are not bound to ${lesiId}`)
    : unknownDevice(lesiId)
}

function registerUnbinding(app: FastifyInstance, services: DevicesServices): void {
  const { catalogue, sql, audit, accounts } = services
  serve(app, unbindOwn, async ({ body, caller, request }) => {
    const { userId } = caller
    const deviceId = catalogue.device(body.thing)?.id ?? 0
    if (!catalogue.bindingsOf(userId).has(deviceId)) throw notBound(caller, body.thing, deviceId)
    await sql.transaction().execute(async (transaction) => {
      const device = await lockDevice(transaction, deviceId)
      const bindings = device ? await readBindings(transaction, deviceId) : []
      const own = bindings.find((binding) => binding.userId === userId)
      if (!device || !own) throw unknownDevice(body.thing)
      const parents = bindings.filter(({ relation }) => relation === 'admin')
      const isLast = own.relation === 'admin' && parents.length === 1
      const going = isLast ? bindings.filter(({ relation }) => relation === 'sub-user') : []
      if (going.length > 0 && !body.subUsers)
        throw new AppError(
          'conflict',
          `${going.length} sub-users lose the device too; agree to that with subUsers`,
        )
      await unbindUser(transaction, { deviceId, userId })
      if (going.length > 0) await removeSubUsers(transaction, deviceId)
      const people = await accounts.people(transaction, [userId, ...going.map((one) => one.userId)])
      const { relation, contractStart, contractEnd } = own
      const user = people.get(userId)?.email ?? ''
      const subUsers = going.map((one) => people.get(one.userId)?.email ?? '')
      await audit(transaction, originOf(request), {
        action: 'device.unbind',
        ...aboutDevice(device),
        before: { user, relation, contractStart, contractEnd },
        after: { user, ...(going.length > 0 ? { subUsers } : {}) },
      })
    })
    await refreshDevices(catalogue, [deviceId])
  })
}
