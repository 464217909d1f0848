import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { originOf } from '#kit/server/audit.ts'
import { serve } from '#kit/server/http/serve.ts'
import { hashToken } from '#kit/server/token.ts'
import {
  claimCodeOf,
  claimDevice,
  issueClaimCode,
  normalizedClaimCode,
  withdrawClaimCode,
} from '../../contract/claim.ts'
import { readBindings } from '../bindings/bindings-store.ts'
import { bindUser } from '../devices-store.ts'
import { readDescribed } from '../registry/describe-device.ts'
import {
  aboutDevice,
  changeDevice,
  refreshDevices,
  type DevicesServices,
} from '../registry/registry-services.ts'
import { lockClaim, writeClaim } from './claim-store.ts'

/** Of one address: room for typing errors, and 80 bits cannot be guessed at this pace. */
const claimRate = { max: 20, timeWindow: '1 minute' }
const noHash = Buffer.alloc(32)

/** The calls that make claim codes, and the one that uses them. */
export function registerClaimRoutes(app: FastifyInstance, services: DevicesServices): void {
  serve(app, issueClaimCode, async (call) => {
    const code = claimCodeOf(randomBytes(16))
    const days = call.body
    await changeDevice(services, call, 'device.issue-claim-code', async (transaction, { id }) => {
      await writeClaim(transaction, id, { ...days, hash: hashToken(normalizedClaimCode(code)) })
      return { result: null, after: days }
    })
    return {
      data: { device: await readDescribed(services, call.caller, call.params.lesiId), code },
    }
  })
  serve(app, withdrawClaimCode, async (call) => {
    await changeDevice(
      services,
      call,
      'device.withdraw-claim-code',
      async (transaction, device) => {
        if (device.claim === null) throw new AppError('not_found', 'The device has no claim code')
        await writeClaim(transaction, device.id, null)
        return { result: null }
      },
    )
  })
  registerClaiming(app, services)
}

function registerClaiming(app: FastifyInstance, services: DevicesServices): void {
  const { sql, audit, catalogue, accounts } = services
  serve(app, claimDevice, { rateLimit: claimRate }, async ({ body, caller, request }) => {
    const { lesiId } = body
    const { userId } = caller
    const id = await sql.transaction().execute(async (transaction) => {
      const claim = await lockClaim(transaction, lesiId)
      const hash = hashToken(normalizedClaimCode(body.code))
      // Whoever guesses does not learn which LESI IDs there are.
      if (!timingSafeEqual(hash, claim?.hash ?? noHash) || !claim)
        throw refusedField('code', fieldError('wrong_claim_code'))
      const { deviceId, name, contractStart, contractEnd } = claim
      const bindings = await readBindings(transaction, deviceId)
      if (bindings.some(({ relation }) => relation === 'admin'))
        throw refusedField('lesiId', fieldError('claimed_already'))
      const days = { contractStart, contractEnd }
      await bindUser(transaction, { deviceId, userId, relation: 'admin', ...days })
      const user = (await accounts.person(transaction, userId))?.email ?? ''
      await audit(transaction, originOf(request), {
        action: 'device.claim',
        ...aboutDevice({ lesiId, name }),
        after: { user, relation: 'admin', ...days },
      })
      return deviceId
    })
    await refreshDevices(catalogue, [id])
    return { data: await readDescribed(services, caller, lesiId) }
  })
}
