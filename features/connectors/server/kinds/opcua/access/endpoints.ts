import { MessageSecurityMode, UserTokenType, type EndpointDescription } from 'node-opcua-client'
import {
  securityPolicies,
  type OfferedEndpoint,
  type OpcUaSecurity,
} from '../../../../contract/kinds/opcua.ts'
import { createClient } from './client.ts'
import type { OwnCertificate } from './own-certificate.ts'
import { describeCertificate } from './server-certificate.ts'

const modeNames = new Map<MessageSecurityMode, OpcUaSecurity['mode']>([
  [MessageSecurityMode.None, 'none'],
  [MessageSecurityMode.Sign, 'sign'],
  [MessageSecurityMode.SignAndEncrypt, 'signAndEncrypt'],
])
const policyPrefix = 'http://opcfoundation.org/UA/SecurityPolicy#'

/** The mode and policy of an endpoint; an unknown mode has none. */
export function securityOf({ securityMode, securityPolicyUri }: EndpointDescription) {
  return {
    mode: modeNames.get(securityMode),
    policy: (securityPolicyUri ?? '').replace(policyPrefix, ''),
  }
}

/** What the server at this address offers, before anybody signs in. */
export async function fetchEndpoints(
  endpointUrl: string,
  own: OwnCertificate,
): Promise<readonly EndpointDescription[]> {
  const client = createClient(own, { mode: 'none', policy: 'None' }, [])
  try {
    await client.connect(endpointUrl)
    return await client.getEndpoints()
  } finally {
    await client.disconnect()
  }
}

/** The same as people choose from it. */
export function describeEndpoints(
  endpoints: readonly EndpointDescription[],
): readonly OfferedEndpoint[] {
  return endpoints.flatMap((endpoint): OfferedEndpoint[] => {
    const { mode, policy } = securityOf(endpoint)
    const takes = (type: UserTokenType) =>
      (endpoint.userIdentityTokens ?? []).some(({ tokenType }) => tokenType === type)
    if (mode === undefined) return []
    return [
      {
        mode,
        policy,
        isUnderstood: securityPolicies.some((each) => each === policy),
        takesAnonymous: takes(UserTokenType.Anonymous),
        takesPassword: takes(UserTokenType.UserName),
        certificate: describeCertificate(endpoint.serverCertificate),
      },
    ]
  })
}
