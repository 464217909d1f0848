import type { Problem } from '#kit/server/documents/document-value.ts'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '#kit/model/calls/errors.ts'
import { maximumMessageBytes } from '#kit/model/limits.ts'

const inflate = promisify(gunzip)

/**
 * The document in an HTTP body, by its Content-Encoding; or why there is none. No more than
 * `maximumBytes` are unpacked: throws `payload_too_large` when there is more.
 */
export async function unpackBody(
  body: Uint8Array,
  encoding: string | undefined,
  maximumBytes = maximumMessageBytes,
): Promise<{ readonly message: Uint8Array } | { readonly problem: Problem }> {
  const name = (encoding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return { message: body }
  if (name !== 'gzip' && name !== 'x-gzip')
    return {
      problem: {
        field: 'content-encoding',
        reason: 'must be gzip, or the document is sent as it is',
      },
    }
  try {
    return { message: await inflate(body, { maxOutputLength: maximumBytes }) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError(
        'payload_too_large',
        `The document has more than ${maximumBytes} bytes when it is unpacked`,
      )
    return { problem: { field: 'document', reason: 'is not whole gzip' } }
  }
}
