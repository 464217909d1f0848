import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** What other programs read with, in a person's name. */
export interface AccessTokens {
  /**
   * Who calls with this token, with the rights and the devices of this moment. Null for a token
   * that there is not, that was revoked or has expired, and where its person may do nothing any
   * more. Throws `too_many_requests` for one that is used too often.
   */
  callerOf(token: string): Promise<Caller | null>
}

/** What each token begins with, so that nobody takes it for something else. */
export const accessTokenPrefix = 'wrt_'

/**
 * The access token that a request names: `Authorization: Bearer wrt_…`, or as the password of Basic
 * for programs that know no other way. Null: none; other tokens are of devices and kiosks.
 */
export function accessTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [, scheme = '', credentials = ''] =
    /^(Bearer|Basic) +([\w+/=-]{1,400})$/i.exec(headers.authorization ?? '') ?? []
  const token =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : credentials
  return token.startsWith(accessTokenPrefix) ? token : null
}
