import { AppError } from '#kit/model/calls/errors.ts'

const hostPattern = /^(?:\[[\w:.%]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/

/**
 * Throws `bad_request` for a request with several `Host` headers, or with one that is no host: a
 * proxy in front may have decided by another one than the server would. `rawHeaders` are names and
 * values in turn, as they came.
 */
export function assertOneHost(rawHeaders: readonly string[]): void {
  let isThere = false
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue
    if (isThere) throw new AppError('bad_request', 'The request has more than one Host header')
    if (!hostPattern.test(rawHeaders[index + 1] ?? ''))
      throw new AppError('bad_request', 'The Host header names no host')
    isThere = true
  }
}
