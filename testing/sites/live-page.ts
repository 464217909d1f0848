import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type WebSocket from 'ws'
import { ServerMessage } from '#kit/model/live/messages.ts'
import { liveVersion } from '#kit/model/live/protocol.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'

/** A page's end of the live socket. */
export interface LivePage {
  readonly socket: WebSocket
  /** Everything that came, in order. */
  readonly messages: ServerMessage[]
  /** Code and reason of its end. */
  readonly closed: Promise<unknown[]>
}

/** Opens the live socket with the cookies of a browser, or another one with other headers. */
export async function openLivePage(
  app: FastifyInstance,
  client: HttpClient,
  path = '/api/live',
  more: Readonly<Record<string, string>> = {},
): Promise<LivePage> {
  const messages: ServerMessage[] = []
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let closed: Promise<unknown[]> = Promise.resolve([])
  const onInit = (opened: WebSocket) => {
    closed = once(opened, 'close')
    opened.on('message', (data: Buffer) =>
      messages.push(ServerMessage.parse(JSON.parse(data.toString()))),
    )
  }
  const opened = await app.injectWS(
    path,
    { headers: { cookie, ...more }, rawHeaders: [] },
    { onInit },
  )
  return { socket: opened as WebSocket, messages, closed }
}

export const subscribe = ({ socket }: LivePage, sensors: readonly number[]): void =>
  socket.send(JSON.stringify({ version: liveVersion, type: 'subscribe', sensors }))

export const hasSnapshot = ({ messages }: LivePage): boolean =>
  messages.some(({ type }) => type === 'snapshot')
