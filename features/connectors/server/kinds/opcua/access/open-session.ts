import {
  SecurityPolicy,
  UserTokenType,
  type ClientSession,
  type EndpointDescription,
  type OPCUAClient,
  type UserIdentityInfo,
} from 'node-opcua-client'
import type { OpcUaSettings } from '../../../../contract/kinds/opcua.ts'
import { ConnectorFailure } from '../../../driver.ts'
import { accessFailure } from './access-failure.ts'
import { createClient } from './client.ts'
import { fetchEndpoints, securityOf } from './endpoints.ts'
import type { OwnCertificate } from './own-certificate.ts'
import { describeCertificate } from './server-certificate.ts'

/** How a server is reached, without what is read there. */
export type ServerAccess = Pick<
  OpcUaSettings,
  'endpointUrl' | 'security' | 'user' | 'mayExposePassword' | 'acceptedCertificate'
> & { readonly password: string | undefined }

/** A session at a server, with the client that carries it. */
export interface OpenSession {
  readonly client: OPCUAClient
  readonly session: ClientSession
  close(): Promise<void>
}

/** The server gives a session up after so long without a word. */
const sessionTimeoutMs = 60_000

/**
 * Signs in. Rejects with a ConnectorFailure, before anything secret is sent, where the server does
 * not offer what is asked for, or shows another certificate than the one that was accepted.
 */
export async function openSession(
  access: ServerAccess,
  own: OwnCertificate,
  signal: AbortSignal,
): Promise<OpenSession> {
  try {
    return await signIn(access, own, signal)
  } catch (error) {
    throw accessFailure(error)
  }
}

async function signIn(
  access: ServerAccess,
  own: OwnCertificate,
  signal: AbortSignal,
): Promise<OpenSession> {
  const { security, acceptedCertificate, endpointUrl } = access
  const endpoint = chooseEndpoint(access, await fetchEndpoints(endpointUrl, own))
  signal.throwIfAborted()
  requireCertificate(access, endpoint)
  const identity = identityOf(access, endpoint)
  const accepted = acceptedCertificate === null ? [] : [acceptedCertificate]
  const client = createClient(own, security, accepted, {
    requestedSessionTimeout: sessionTimeoutMs,
    ...(security.mode === 'none' ? {} : { serverCertificate: endpoint.serverCertificate }),
  })
  const close = () => client.disconnect()
  try {
    await client.connect(endpointUrl)
    signal.throwIfAborted()
    return { client, session: await client.createSession(identity), close }
  } catch (error) {
    await close()
    throw error
  }
}

function chooseEndpoint(
  { security: { mode, policy } }: ServerAccess,
  endpoints: readonly EndpointDescription[],
): EndpointDescription {
  const offered = endpoints.map((endpoint) => ({ endpoint, ...securityOf(endpoint) }))
  const found = offered.find((each) => each.mode === mode && each.policy === policy)
  if (found) return found.endpoint
  const names = offered.map((each) => `${each.mode ?? 'unknown'} ${each.policy}`)
  const detail = `${mode} ${policy}; offered: ${[...new Set(names)].join(', ')}`
  throw new ConnectorFailure('security_not_offered', detail)
}

function requireCertificate(
  { security, acceptedCertificate }: ServerAccess,
  { serverCertificate }: EndpointDescription,
): void {
  if (security.mode === 'none') return
  const shown = describeCertificate(serverCertificate)
  if (!shown) throw new ConnectorFailure('certificate_refused', 'the server shows none')
  if (shown.fingerprint === acceptedCertificate) return
  throw new ConnectorFailure(
    acceptedCertificate === null ? 'certificate_not_accepted' : 'certificate_changed',
    `${shown.subject}, SHA-256 ${shown.fingerprint}`,
  )
}

/** A password is sent only where what carries it is encrypted, unless that is wanted. */
function identityOf(
  { user, password, mayExposePassword, security }: ServerAccess,
  { userIdentityTokens, securityPolicyUri }: EndpointDescription,
): UserIdentityInfo {
  const policyOf = (type: UserTokenType) =>
    (userIdentityTokens ?? []).find(({ tokenType }) => tokenType === type)
  const policy = policyOf(user === null ? UserTokenType.Anonymous : UserTokenType.UserName)
  if (!policy)
    throw new ConnectorFailure(
      'sign_in_refused',
      user === null ? 'the server wants a user name' : 'the server takes no user name here',
    )
  if (user === null) return { type: UserTokenType.Anonymous }
  const passwordPolicy = policy.securityPolicyUri || securityPolicyUri || ''
  const isPlain = passwordPolicy === String(SecurityPolicy.None)
  // Without security nobody vouches for the certificate that a password is encrypted for.
  const isExposed = security.mode === 'none' || (security.mode === 'sign' && isPlain)
  if (isExposed && !mayExposePassword) throw new ConnectorFailure('password_unprotected')
  return { type: UserTokenType.UserName, userName: user, password: password ?? '' }
}
