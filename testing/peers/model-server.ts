import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Message {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[]
}

/** A request as the model's server received it. */
export interface ModelRequest {
  readonly headers: IncomingHttpHeaders
  readonly url: string
  readonly body: {
    readonly model: string
    readonly stream: boolean
    readonly messages: readonly Message[]
    readonly tools?: readonly { readonly function: { readonly name: string } }[]
  }
  /** What tools returned in this conversation, as text. */
  readonly results: readonly string[]
}

/** What the model does with a request. */
export type ModelReply =
  /** It calls tools: names with their arguments, which may be broken JSON. */
  | { readonly calls: readonly (readonly [name: string, input: object | string])[] }
  /** It says this, in pieces of a few signs. */
  | { readonly text: string; readonly tokens?: number }
  /** Its server fails. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Whatever the test writes. */
  | { readonly write: (response: ServerResponse) => void }

export interface ModelServer {
  /** For `LLM_BASE_URL`. */
  readonly url: string
  readonly requests: ModelRequest[]
  /** Set by the test. */
  reply: (request: ModelRequest) => ModelReply
  close(): Promise<void>
}

/** A server on this machine that speaks the interface of OpenAI as far as chats with tools go. */
export async function modelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer((request, response) => {
    void json(request).then((read) => {
      const body = read as ModelRequest['body']
      const results = body.messages.flatMap(({ role, content }) =>
        role === 'tool' ? [content ?? ''] : [],
      )
      const { headers, url = '' } = request
      const asked = { headers, url, body, results }
      requests.push(asked)
      send(response, model.reply(asked))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const model: ModelServer = {
    ...{ url: `http://127.0.0.1:${port}/v1`, requests },
    reply: () => ({ status: 500 }),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return model
}

/** An event of the stream. */
export const event = (data: object | string) =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const delta = (part: object, finish: string | null = null) =>
  event({ choices: [{ index: 0, delta: part, finish_reason: finish }] })

/** The events of a text, a few signs in each. */
export const eventsOfText = (text: string): string[] =>
  (text.match(/[^]{1,7}/gu) ?? []).map((content) => delta({ content }))

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function send(response: ServerResponse, reply: ModelReply): void {
  if ('write' in reply) {
    reply.write(response)
    return
  }
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end('{"error":{"message":"no"}}')
    return
  }
  beginStream(response)
  if ('calls' in reply) {
    for (const [index, [name, input]] of reply.calls.entries()) {
      const text = typeof input === 'string' ? input : JSON.stringify(input)
      const half = Math.ceil(text.length / 2)
      const first = { name, arguments: text.slice(0, half) }
      const call = { index, id: `call_${index}`, type: 'function', function: first }
      response.write(delta({ tool_calls: [call] }))
      const rest = { index, function: { arguments: text.slice(half) } }
      response.write(delta({ tool_calls: [rest] }))
    }
    response.write(delta({}, 'tool_calls'))
  } else {
    for (const each of eventsOfText(reply.text)) response.write(each)
    response.write(delta({}, 'stop'))
    if (reply.tokens !== undefined)
      response.write(event({ choices: [], usage: { total_tokens: reply.tokens } }))
  }
  response.end(event('[DONE]'))
}
