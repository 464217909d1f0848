import type { FastifyInstance } from 'fastify'
import { refusedField, AppError } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import { deletionGate } from '#kit/model/permission.ts'
import { isTypedName } from '#kit/model/text/typed-name.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createToken } from '#kit/server/token.ts'
import { addDevice, removeDevice, updateDevice } from '../../contract/registry.ts'
import { revokeToken, rotateToken } from '../../contract/device-tokens.ts'
import type { DeviceDescription } from '../../contract/device-description.ts'
import { removeWithReadings } from '../remove-device.ts'
import { bindUser, insertDevice } from '../devices-store.ts'
import { replaceToken } from '../tokens-store.ts'
import { readDescribed } from './describe-device.ts'
import {
  aboutDevice,
  changeDevice,
  refreshDevices,
  type DevicesServices,
} from './registry-services.ts'
import { writeDescription } from './registry-store.ts'

/** The calls that add devices, and change what is written about them and their tokens. */
export function registerChangeRoutes(app: FastifyInstance, services: DevicesServices): void {
  registerAddition(app, services)
  serve(app, updateDevice, async (call) => {
    const { version, ...description } = call.body
    await changeDevice(services, call, 'device.update', async (transaction, device) => {
      if (device.version !== version)
        throw new AppError(
          'conflict',
          'The device was changed by somebody else meanwhile; load it again',
        )
      await writeDescription(transaction, device.id, description)
      return { result: null, before: descriptionOf(device), after: description }
    })
    return { data: await readDescribed(services, call.caller, call.params.lesiId) }
  })
  registerTokens(app, services)
  serve(app, removeDevice, async (call) => {
    const { readings, name } = call.query
    if (readings === 'delete' && !passesGate(deletionGate, call.caller))
      throw new AppError('forbidden', 'Deleting stored readings needs the permission for it')
    await changeDevice(services, call, 'device.remove', async (transaction, device) => {
      const isNamed = name !== undefined && isTypedName(name, device.name)
      if (readings === 'delete' && !isNamed) throw refusedField('name', fieldError('other_name'))
      const choice = { readings, removedBy: call.caller.userId }
      await removeWithReadings(services, transaction, device, choice)
      return { result: null, before: descriptionOf(device), after: { readings } }
    })
  })
}

const descriptionOf = ({
  name,
  product,
  site,
  zone,
  intervalMs,
  silenceMs,
}: DeviceDescription) => ({ name, product, site, zone, intervalMs, silenceMs })

function registerAddition(app: FastifyInstance, services: DevicesServices): void {
  const { sql, audit, catalogue } = services
  serve(app, addDevice, async ({ body, caller, request }) => {
    const token = createToken(192)
    const id = await sql.transaction().execute(async (transaction) => {
      const added = await insertDevice(transaction, { ...body, token })
      if (added === null) throw refusedField('lesiId', fieldError('lesi_id_taken'))
      // Whoever sees only what is bound to them would not see the device that they added.
      const isBound = !isAdministrator(caller)
      const { userId } = caller
      if (isBound)
        await bindUser(transaction, { deviceId: added, userId, relation: 'admin' as const })
      const about = aboutDevice(body)
      const after = { ...descriptionOf(body), ...(isBound ? { relation: 'admin' } : {}) }
      await audit(transaction, originOf(request), { action: 'device.add', ...about, after })
      return added
    })
    await refreshDevices(catalogue, [id])
    return { data: { device: await readDescribed(services, caller, body.lesiId), token } }
  })
}

function registerTokens(app: FastifyInstance, services: DevicesServices): void {
  serve(app, rotateToken, async (call) => {
    const token = createToken(192)
    const { overlapSeconds = 0 } = call.body ?? {}
    const formerUntil =
      overlapSeconds === 0 ? null : new Date(services.clock() + overlapSeconds * 1000)
    await changeDevice(services, call, 'device.rotate-token', async (transaction, { lesiId }) => {
      await replaceToken(transaction, lesiId, token, formerUntil)
      return { result: null, ...(formerUntil ? { after: { overlapSeconds } } : {}) }
    })
    return {
      data: { device: await readDescribed(services, call.caller, call.params.lesiId), token },
    }
  })
  serve(app, revokeToken, async (call) => {
    await changeDevice(services, call, 'device.revoke-token', async (transaction, { lesiId }) => {
      await replaceToken(transaction, lesiId, null)
      return { result: null }
    })
    return { data: await readDescribed(services, call.caller, call.params.lesiId) }
  })
}
