import { chmodSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { BaseLogger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'

/** Longest request line; a longer one closes the connection. */
const maximumRequestBytes = 1024 * 1024

/**
 * Carries out one command. `output` sends one value to the caller at once; what it returns is the
 * result. `signal` aborts when the caller goes away. What it throws reaches the caller as its
 * message.
 */
export type CommandHandler = (
  parameters: unknown,
  output: (value: unknown) => void,
  signal: AbortSignal,
) => unknown

/** The end of the control channel that answers. */
export interface ControlServer {
  /** Registers `command`. Each command has one handler. */
  readonly handle: (command: string, handler: CommandHandler) => void
  /** Stops answering, aborts commands in progress and removes the socket. */
  readonly close: () => Promise<void>
}

/**
 * A command that failed in the server, or a server that cannot be reached (`code` "not_running").
 */
export class ControlError extends Error {
  override readonly name: string = 'ControlError'
  readonly code: 'not_running' | 'unknown_command' | 'failed' | 'disconnected'

  constructor(code: ControlError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

interface Reply {
  readonly output?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: ControlError['code']; readonly message: string }
}

const send = (socket: Socket, reply: Reply): void =>
  void (socket.writable && socket.write(`${JSON.stringify(reply)}\n`))

async function answer(
  socket: Socket,
  line: string,
  handlers: ReadonlyMap<string, CommandHandler>,
  signal: AbortSignal,
): Promise<void> {
  const request = JSON.parse(line) as { command?: unknown; arguments?: unknown } | null
  const command = String(request?.command)
  const handler = handlers.get(command)
  if (!handler)
    throw new ControlError('unknown_command', `This server does not know the command "${command}".`)
  const result = await handler(
    request?.arguments,
    (value) => send(socket, { output: value }),
    signal,
  )
  send(socket, { result: result ?? null })
}

function serve(
  socket: Socket,
  handlers: ReadonlyMap<string, CommandHandler>,
  log: BaseLogger,
): void {
  const disconnected = new AbortController()
  let received = ''
  socket.setEncoding('utf8')
  socket.on('error', (err) => log.debug({ err }, 'control connection failed'))
  socket.on('close', () => disconnected.abort())
  const read = (chunk: string): void => {
    received += chunk
    const end = received.indexOf('\n')
    if (end < 0) return received.length > maximumRequestBytes ? void socket.destroy() : undefined
    socket.off('data', read)
    // Reading on, and throwing away, is what notices that the caller went.
    socket.resume()
    void answer(socket, received.slice(0, end), handlers, disconnected.signal)
      .catch((error: unknown) => {
        // Where in the program an expected refusal arose helps nobody.
        if (error instanceof ControlError || error instanceof AppError)
          log.info({ code: error.code, reason: error.message }, 'a control command was refused')
        else log.warn({ err: error }, 'a control command failed')
        const code = error instanceof ControlError ? error.code : 'failed'
        send(socket, {
          error: { code, message: error instanceof Error ? error.message : String(error) },
        })
      })
      .finally(() => socket.end())
  }
  socket.on('data', read)
}

function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The socket appears with the mode that the mask leaves: nobody else can connect, not even
    // before the chmod.
    const mask = process.umask(0o177)
    try {
      server.listen(path, () => {
        server.off('error', reject)
        chmodSync(path, 0o600)
        resolve()
      })
    } finally {
      process.umask(mask)
    }
  })
}

/**
 * Listens on the Unix socket `path` (mode 0600; it must not exist). One request a connection,
 * newline-delimited JSON: `{command, arguments}`, answered by any number of `{output}` and then one
 * `{result}` or `{error: {code, message}}`.
 */
export async function listenControl(path: string, log: BaseLogger): Promise<ControlServer> {
  const handlers = new Map<string, CommandHandler>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, handlers, log)
  })
  await listenPrivately(server, path)
  server.on('error', (err) => log.error({ err }, 'the control socket failed'))
  return {
    handle(command, handler) {
      if (handlers.has(command))
        throw new Error(`the control command "${command}" has a handler already`)
      handlers.set(command, handler)
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

export interface CallOptions {
  /** Called with each value that the command puts out on its way. */
  readonly onOutput?: (value: unknown) => void
  /** Ends the command. */
  readonly signal?: AbortSignal
}

function connectionError(error: NodeJS.ErrnoException): ControlError {
  if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')
    return new ControlError('not_running', 'The server is not running.', { cause: error })
  return new ControlError('disconnected', `The connection to the server failed: ${error.message}`, {
    cause: error,
  })
}

/**
 * Sends one command to the server behind `path` and resolves with its result. Throws ControlError.
 */
export function callControl(
  path: string,
  command: string,
  parameters: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    const abort = (): void => void socket.destroy()
    options.signal?.addEventListener('abort', abort, { once: true })
    socket.once('connect', () =>
      socket.write(`${JSON.stringify({ command, arguments: parameters })}\n`),
    )
    socket.once('error', (error) => reject(connectionError(error)))
    socket.once('close', () => {
      options.signal?.removeEventListener('abort', abort)
      reject(new ControlError('disconnected', 'The server ended before it answered.'))
    })
    createInterface({ input: socket })
      .on('error', () => undefined)
      .on('line', (line) => {
        const reply = JSON.parse(line) as Reply
        if (reply.error) reject(new ControlError(reply.error.code, reply.error.message))
        else if ('result' in reply) resolve(reply.result)
        else options.onOutput?.(reply.output)
      })
  })
}
