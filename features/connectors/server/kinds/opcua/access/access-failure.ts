import type { ConnectorFailureCode } from '../../../../contract/connector.ts'
import { ConnectorFailure } from '../../../driver.ts'

/** What an error of the library or of the network means; the first that fits. */
const meanings: readonly (readonly [RegExp, ConnectorFailureCode])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'host_not_found'],
  [/ECONNREFUSED/, 'connection_refused'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/, 'no_answer'],
  [/BadUserAccessDenied|BadIdentityToken|user token policy/i, 'sign_in_refused'],
  [/BadSecurityChecksFailed|BadCertificate|Certificate verification/, 'certificate_refused'],
  [/BadSecurityPolicyRejected|BadSecurityModeRejected/, 'security_not_offered'],
  [/BadTooMany|BadTcpNotEnoughResources/, 'not_permitted'],
  [/time.?out|timed out/i, 'no_answer'],
  [/ECONNRESET|EPIPE|disconnected|closed|abort|premature|rejected by server/i, 'connection_lost'],
]

/** The same failure in the words of the product; what nobody foresaw was not understood. */
export function accessFailure(error: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
  // The library puts advice around what was stated.
  const [, detail = text] = /Err = \((.+)\)/.exec(text) ?? []
  const [, code = 'not_understood'] = meanings.find(([pattern]) => pattern.test(detail)) ?? []
  return new ConnectorFailure(code, detail.trim().slice(0, 300), { cause: error })
}
