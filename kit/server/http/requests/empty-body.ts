import type { IncomingHttpHeaders } from 'node:http'

/**
 * Takes the type from a request that has no body: programs that send the same headers with every
 * call name one then too, and a call without a body would be refused for a body that is none.
 */
export function leaveOutTypeOfNothing(headers: IncomingHttpHeaders): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  if (length === '0' && encoding === undefined) delete headers['content-type']
}
