import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { maximumMessageBytes } from '#kit/model/limits.ts'
import { ingestDocument } from '../../contract/routes.ts'
import type { PresenceListener } from '../mqtt/device-messages.ts'
import { unpackBody } from './document-body.ts'
import { reasonsByField } from './reasons-by-field.ts'
import { isOverload, originOf } from './request-origin.ts'
import { listFailures, takeAnyBody } from './requests-of-devices.ts'
import type { Intake, Outcome } from '../intake/intake.ts'
import { Defects } from '../refusals/defects.ts'
import { listedProblems } from '../refusals/listed-problems.ts'
import type { Refusals } from '../refusals/refusals.ts'

export interface DocumentServices {
  readonly catalogue: Catalogue
  /** Whether `token` is that of the device. */
  readonly verifyToken: (lesiId: string, token: string) => boolean
  readonly intake: Intake
  readonly presence: PresenceListener
  readonly refusals: Refusals
}

/** The call by which a device sends a document over HTTP. */
export function serveDocuments(app: FastifyInstance, services: DocumentServices): void {
  const { intake, presence, refusals } = services
  const defects = new Defects()
  takeAnyBody(app)
  // The token is asked for before the body is read.
  app.addHook('onRequest', async (request) => void assertDevice(services, request))
  listFailures(app, refusals, lesiIdOf)
  serve(app, ingestDocument, { bodyLimit: maximumMessageBytes }, async ({ body, request }) => {
    const device = assertDevice(services, request)
    const origin = originOf(request)
    const { lesiId } = device
    const packed = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    presence.messageReceived(device.id)
    const { stored, refused } = await takeBody(intake, device, packed, request).catch(
      (error: unknown): Outcome => {
        if (!(error instanceof AppError))
          return { stored: 0, refused: [defects.problemOf(error, request.log, lesiId)] }
        // An overload is listed with those of the other requests.
        if (isOverload(error)) throw error
        const field = error.code === 'payload_too_large' ? 'document' : 'store'
        refusals.add({ ...origin, lesiId, field, reason: error.message, message: packed })
        throw error
      },
    )
    for (const problem of listedProblems(refused))
      refusals.add({ ...origin, lesiId, ...problem, message: packed })
    const [first] = refused
    if (!first) return { data: { stored } }
    if (stored > 0) return { data: { stored, refused: [...refused] } }
    throw new AppError('invalid', `${first.field}: ${first.reason}`, {
      errors: reasonsByField(refused),
    })
  })
}

async function takeBody(
  intake: Intake,
  device: CatalogueDevice,
  body: Buffer,
  request: FastifyRequest,
): Promise<Outcome> {
  const unpacked = await unpackBody(body, request.headers['content-encoding'])
  if ('problem' in unpacked) return { stored: 0, refused: [unpacked.problem] }
  return intake.take(device, unpacked.message, 'refuse', originOf(request).source)
}

/** The device that the request's path and token name. Refuses, counts and lists everybody else. */
function assertDevice(
  { catalogue, verifyToken, refusals }: DocumentServices,
  request: FastifyRequest,
): CatalogueDevice {
  const lesiId = lesiIdOf(request)
  const device = catalogue.device(lesiId)
  const token = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (device && verifyToken(lesiId, token)) return device
  const reason = !device ? 'no such device' : token === '' ? 'no token' : 'wrong token'
  refusals.add({ ...originOf(request), nameless: true, lesiId, field: 'authorization', reason })
  // The answer depends on what was sent alone, and so does not disclose which devices there are.
  const answer =
    token === ''
      ? 'Send the device token as: Authorization: Bearer TOKEN'
      : 'The device token is wrong, or there is no such device'
  throw new AppError('device_unauthenticated', answer)
}

function lesiIdOf({ params }: FastifyRequest): string {
  const lesiId =
    typeof params === 'object' && params !== null && 'lesiId' in params ? params.lesiId : ''
  return typeof lesiId === 'string' ? lesiId : ''
}
