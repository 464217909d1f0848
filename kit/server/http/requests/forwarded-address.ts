import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Leaves of X-Forwarded-For what follows the last entry that is no address. Whoever is inside a
 * trusted network could otherwise write any text as the address that the audit, the log and the
 * limits use.
 */
export function cleanForwardedAddresses(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return
  const entries = forwarded.split(',').map((entry) => entry.trim())
  const valid = entries.slice(entries.findLastIndex((entry) => isIP(entry) === 0) + 1)
  if (valid.length === 0) delete headers['x-forwarded-for']
  else headers['x-forwarded-for'] = valid.join(', ')
}

/**
 * Whether a request comes through a proxy, trusted or not, and so not from the machine that the
 * connection comes from.
 */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'forwarded',
    'via',
  ].some((name) => name in headers)
}
