import type { AuthenticateError } from 'aedes'
import { AppError } from '#kit/model/calls/errors.ts'
import { LesiId } from '#kit/model/device.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type {
  DeviceCertificates,
  PresentedCertificate,
} from '#kit/server/devices/device-certificates.ts'
import type { Refusals } from '../refusals/refusals.ts'

export interface Credentials {
  readonly catalogue: Catalogue
  readonly refusals: Refusals
  /** Whether `token` is that of the device. */
  readonly verifyToken: (lesiId: string, token: string) => boolean
  /** Whether unknown devices may register themselves with the token they bring. */
  readonly autoRegister: boolean
  readonly certificates: DeviceCertificates
}

/** What a client signs in with. */
export interface Shown {
  readonly username: string | undefined
  readonly password: Buffer | undefined
  readonly certificate: PresentedCertificate | null
  readonly address: string
}

const badUserNameOrPassword = 4
export const serverUnavailable = 3

/** The device that these credentials belong to; rejects otherwise. */
export async function authenticate(
  credentials: Credentials,
  brought: Shown,
): Promise<CatalogueDevice> {
  const { catalogue, verifyToken, autoRegister } = credentials
  const shown = { ...brought, username: withoutQuery(brought.username) }
  const { username: lesiId = '', password, certificate, address } = shown
  if (certificate !== null && (password === undefined || password.length === 0))
    return byCertificate(credentials, shown, certificate)
  const token = password?.toString('utf8') ?? ''
  const device = catalogue.device(lesiId)
  if (device && verifyToken(lesiId, token)) return device
  if (autoRegister && !device && LesiId.safeParse(lesiId).success && token.length >= 16)
    return catalogue.registerDevice(lesiId, token, { ...productOrigin(), address })
  return refuse(credentials, shown, device ? 'wrong token' : 'no such device')
}

/** Libraries of AWS IoT write what they are behind the name: `PUMP-1?SDK=…&Version=…`. */
const withoutQuery = (username: string | undefined) => username?.split('?', 1)[0]

/** The name may be left out: the certificate says whose it is. */
async function byCertificate(
  credentials: Credentials,
  shown: Shown,
  certificate: PresentedCertificate,
): Promise<CatalogueDevice> {
  const owner = await credentials.certificates.ownerOf(certificate)
  if ('reason' in owner) return refuse(credentials, shown, owner.reason)
  if (shown.username && shown.username !== owner.lesiId)
    return refuse(credentials, shown, 'the certificate belongs to another device')
  return credentials.catalogue.device(owner.lesiId) ?? refuse(credentials, shown, 'no such device')
}

function refuse(
  { refusals }: Credentials,
  { username = '', address }: Shown,
  reason: string,
): never {
  refusals.add({
    source: 'MQTT connect',
    lesiId: username.slice(0, 64) || null,
    address,
    nameless: true,
    field: 'username',
    reason,
  })
  throw new AppError('device_unauthenticated', reason)
}

/** The failure as it is in the CONNACK. */
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
