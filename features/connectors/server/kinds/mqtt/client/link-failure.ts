import type { BrokerLink } from '#kit/server/mqtt/broker-link.ts'
import { ConnectorFailure, failureOf } from '../../../driver.ts'

/** Codes of CONNACK, of MQTT 3.1.1 and of MQTT 5. */
const signInCodes = new Set([4, 5, 134, 135])
const notPermittedCodes = new Set([133, 137, 138])
/** Codes of Node.js and OpenSSL for certificates that nobody vouches for. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|ERR_SSL|EPROTO/

/** Why a link has no connection, in the words of the list. */
export function linkFailure(link: BrokerLink): ConnectorFailure {
  const { refusal, lastError, problem } = link
  const detail = lastError?.message || (problem ?? '')
  if (refusal !== null && signInCodes.has(refusal))
    return new ConnectorFailure('sign_in_refused', detail)
  if (refusal !== null && notPermittedCodes.has(refusal))
    return new ConnectorFailure('not_permitted', detail)
  const code = lastError && 'code' in lastError ? String(lastError.code) : ''
  if (certificateCode.test(code)) return new ConnectorFailure('certificate_refused', detail)
  if (lastError === null) return new ConnectorFailure('connection_lost', problem ?? '')
  const failure = failureOf(lastError)
  const isUnknown = failure.code === 'defect'
  return new ConnectorFailure(isUnknown ? 'connection_lost' : failure.code, failure.detail)
}
