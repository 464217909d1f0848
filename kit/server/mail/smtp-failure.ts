import type { DeliveryFailureReason } from '#kit/model/delivery.ts'
import { DeliveryFailure } from '../deliveries/delivery-failure.ts'

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
  readonly message: string
}

const reasons: Readonly<Record<string, DeliveryFailureReason>> = {
  ...{ EAUTH: 'authentication', ENOAUTH: 'authentication', EOAUTH2: 'authentication' },
  ...{ ETLS: 'insecure', EREQUIRETLS: 'insecure' },
  ...{ ETIMEDOUT: 'time_out', ECONNECTION: 'unreachable', EDNS: 'unreachable' },
  ...{ EENVELOPE: 'refused', EMESSAGE: 'refused', EPROTOCOL: 'refused' },
}

/** A certificate that does not count ends the connection: the system names it in its own way. */
const ofCertificate = /certificate|self.signed|altnames|SSL|TLS/i
const permanentFrom = 500

/**
 * What an error of the mail library means. `secret` is never in it. An answer of 500 and above
 * is final (RFC 5321, 4.2.1), but for a name and a password that somebody can correct.
 */
export function smtpFailure(error: unknown, secret: string | undefined): Error {
  if (error instanceof DeliveryFailure || !(error instanceof Error)) return error as Error
  const { code = '', responseCode = 0, response, message }: SmtpError = error
  const text = response ?? message
  const detail = secret ? text.replaceAll(secret, '…') : text
  const isOfCertificate = code === 'ESOCKET' && ofCertificate.test(message)
  const reason = isOfCertificate ? 'insecure' : (reasons[code] ?? 'unreachable')
  const isFinal = reason === 'refused' && responseCode >= permanentFrom
  return new DeliveryFailure(reason, detail, isFinal)
}
