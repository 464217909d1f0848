import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { WebSocketServer } from 'ws'
import { sessionEndedCode } from '#kit/model/live/protocol.ts'
import { errorStatus, type ErrorCode, type FieldErrors } from '#kit/model/calls/errors.ts'

/** A request that the stand-in was asked. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly cookies?: readonly string[]
}

/** Answers one call; `undefined` leaves it to the stand-in's own answer. */
export type Answer = (asked: ReceivedRequest) => Reply | undefined

/** What the tests of the web change about it while it runs. */
export interface StandIn {
  readonly url: string
  readonly asked: ReceivedRequest[]
  /** Roles of the person; null: nobody is signed in. */
  roles: readonly string[] | null
  permissions: readonly string[]
  answer: Answer
  /** What the next heartbeats say of the telemetry store. */
  storeOutage: { readonly since: number; readonly journalBytes: number } | null
  /** And of alarms. */
  alarmsStoppedSince: number | null
  /** Makes it as it was at its start, with an administrator. */
  reset(): void
  /** Ends the session as if somebody had done so elsewhere. */
  endSession(): void
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The shape of a failure, as every call answers it. */
export function failure(error: ErrorCode, reasons?: FieldErrors): Reply {
  return {
    status: errorStatus[error],
    body: {
      success: false,
      error,
      message: error,
      requestId: 'test',
      ...(reasons ? { reasons } : {}),
    },
  }
}

/**
 * Serves the built web application under a strict content security policy, with the few calls that
 * its frame makes.
 */
export async function startStandIn(directory: string, port: number): Promise<StandIn> {
  const server = createServer((request, response) => void handle(request, response))
  const sockets = new WebSocketServer({ server, path: '/api/live' })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    roles: ['admin'],
    permissions: [],
    answer: () => undefined,
    storeOutage: null,
    alarmsStoppedSince: null,
    reset() {
      standIn.asked.length = 0
      standIn.roles = ['admin']
      standIn.permissions = []
      standIn.answer = () => undefined
      standIn.storeOutage = null
      standIn.alarmsStoppedSince = null
    },
    endSession() {
      standIn.roles = null
      for (const socket of sockets.clients) socket.close(sessionEndedCode)
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?')
    if (path.startsWith('/api/')) return answerCall(request, response, path)
    const ending = extname(path)
    const file = types[ending] === undefined ? 'index.html' : path
    try {
      const content = await readFile(join(directory, file))
      response.writeHead(200, {
        'content-type': types[ending] ?? 'text/html',
        'content-security-policy': "default-src 'self'",
        // As the product's own: names of files change with their content.
        'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      })
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  }

  async function answerCall(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    let body = ''
    for await (const piece of request) body += String(piece)
    const asked = { method: request.method ?? '', path, headers: request.headers, body }
    standIn.asked.push(asked)
    const { status, body: reply, cookies = [] } = standIn.answer(asked) ?? own(standIn, asked)
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': [...cookies] })
    response.end(reply === undefined ? undefined : JSON.stringify(reply))
  }

  sockets.on('connection', (socket) => {
    if (standIn.roles === null) return socket.close(sessionEndedCode)
    const heartbeat = {
      version: 1,
      type: 'heartbeat',
      readingsPerSecond: 1,
      storedUpTo: Date.UTC(2026, 10, 20, 6, 32, 7),
    }
    const send = () => {
      const { storeOutage, alarmsStoppedSince } = standIn
      const figures = { serverTime: Date.now(), storeOutage, alarmsStoppedSince }
      socket.send(JSON.stringify({ ...heartbeat, ...figures }))
    }
    send()
    const beat = setInterval(send, 500)
    socket.on('close', () => clearInterval(beat))
  })
  return standIn
}

const site = {
  name: 'Taichung plant 2',
  timezone: 'Asia/Taipei',
  version: '1.0.0',
  legacyUrl: null,
  guideUrl: null as string | null,
  captcha: null,
  analyticsScript: null,
  demo: {
    password: 'warroom',
    accounts: [
      { role: 'admin', email: 'admin@warroom.test' },
      { role: 'free', email: 'free@warroom.test' },
    ],
  },
}

/** What every list says of itself. */
const emptyList = { total: 0, page: 1, limit: 1_000, open: 0, online: 0, sensors: 0 }

let csrfTokens = 0

function own(standIn: StandIn, { method, path }: ReceivedRequest): Reply {
  const { roles } = standIn
  const user = {
    id: 1,
    name: 'Lin',
    email: 'admin@warroom.test',
    avatar: '',
    introduction: '',
    cognito_id: null,
    roles,
    permissions: [...standIn.permissions],
    activeRole: null as string | null,
    availableRoles: roles ?? [],
    language: null,
  }
  switch (`${method} ${path}`) {
    case 'GET /api/site':
      return { status: 200, body: { data: site } }
    case 'GET /api/sanctum/csrf-cookie':
      csrfTokens += 1
      return { status: 204, cookies: [`XSRF-TOKEN=token%2B${csrfTokens}; Path=/`] }
    case 'GET /api/user':
      return roles === null ? failure('unauthenticated') : { status: 200, body: { data: user } }
    case 'POST /api/auth/login':
      standIn.roles = roles ?? ['admin']
      return {
        status: 200,
        body: { data: { ...user, roles: standIn.roles } },
        cookies: ['isLogged=1; Path=/'],
      }
    case 'POST /api/auth/logout':
      standIn.endSession()
      return { status: 204, cookies: ['isLogged=; Path=/; Max-Age=0'] }
    case 'POST /api/ingest/tail':
      return { status: 200, body: { data: { lines: [], perSecond: 0, skipped: 0 } } }
    case 'GET /api/ingest/refusals/summary':
      return { status: 200, body: { data: { lastHour: 0, senders: [], repeated: 0 } } }
    case 'GET /api/client-errors/count':
      return { status: 200, body: { data: { count: 0 } } }
    case 'GET /api/alarms/active':
      return { status: 200, body: { data: { alarms: [], counts: [], total: 0, shelved: [] } } }
    default:
      return { status: 200, body: { data: [], meta: emptyList } }
  }
}
