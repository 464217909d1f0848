import type { AuthenticateError } from 'aedes'
import { AppError } from '#kit/model/errors.ts'
import { LesiId } from '#kit/model/device.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Refusals } from '../refusals/refusals.ts'

export interface Credentials {
  readonly catalogue: Catalogue
  readonly refusals: Refusals
  /** Whether `token` is that of the device. */
  readonly verifyToken: (lesiId: string, token: string) => boolean
  /** Whether unknown devices may register themselves with the token they bring. */
  readonly autoRegister: boolean
}

const badUserNameOrPassword = 4
export const serverUnavailable = 3

/** The device that these credentials belong to; rejects otherwise. */
export async function authenticate(
  { catalogue, verifyToken, refusals, autoRegister }: Credentials,
  username: string | undefined,
  password: Buffer | undefined,
  address: string,
): Promise<CatalogueDevice> {
  const lesiId = username ?? ''
  const token = password?.toString('utf8') ?? ''
  const device = catalogue.device(lesiId)
  if (device && verifyToken(lesiId, token)) return device
  if (autoRegister && !device && LesiId.safeParse(lesiId).success && token.length >= 16)
    return catalogue.registerDevice(lesiId, token, { ...productOrigin(), address })
  const reason = device ? 'wrong token' : 'no such device'
  refusals.add({
    source: 'MQTT connect',
    lesiId: lesiId.slice(0, 64) || null,
    address,
    nameless: true,
    field: 'username',
    reason,
  })
  throw new AppError('device_unauthenticated', reason)
}

/** The failure as it stands in the CONNACK. */
export function asConnectError(error: unknown): AuthenticateError {
  const isUnauthenticated = error instanceof AppError && error.code === 'device_unauthenticated'
  return connackError(
    error instanceof Error ? error.message : String(error),
    isUnauthenticated ? badUserNameOrPassword : serverUnavailable,
  )
}

/** A failure with this return code in the CONNACK. */
export function connackError(reason: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(reason), { returnCode })
}
