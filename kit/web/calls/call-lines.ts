import type { RouteCall, RouteContract, RouteReply } from '#kit/model/calls/route.ts'
import { ApiError, isAbort } from './api-error.ts'
import { respond } from './call.ts'

const lines = 'application/x-ndjson'

interface LineOptions {
  readonly signal?: AbortSignal | undefined
  /** Each line of a reply that comes in parts, read as JSON, as soon as it is there. */
  readonly onLine: (line: unknown) => void
}

/**
 * Calls a route whose reply may come in parts, lines of JSON. Resolves with the reply where it came
 * whole, and with null after the last line. Throws as `call` does; a reply that breaks off is
 * `no_response`.
 */
export async function callLines<const Route extends RouteContract>(
  route: Route,
  input: RouteCall<Route>,
  { signal, onLine }: LineOptions,
): Promise<RouteReply<Route> | null> {
  const response = await respond(route, input, { signal, accept: `${lines}, application/json` })
  const isInParts = response.headers.get('content-type')?.startsWith(lines) ?? false
  try {
    // The server answers in the shape that the route declares; its own tests hold it to that.
    if (!isInParts) return (await response.json()) as RouteReply<Route>
    await readLines(response, onLine)
    return null
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error
    const isSyntax = error instanceof SyntaxError
    throw isSyntax
      ? new ApiError({ status: response.status, code: 'unreadable', message: 'no JSON' })
      : new ApiError({ status: 0, code: 'no_response', message: 'the answer broke off' })
  }
}

async function readLines({ body }: Response, onLine: LineOptions['onLine']): Promise<void> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let isDone = reader === undefined; !isDone;) {
    const piece = await reader?.read()
    isDone = piece?.done ?? true
    rest += decoder.decode(piece?.value, { stream: !isDone })
    const whole = rest.split('\n')
    rest = isDone ? '' : (whole.pop() ?? '')
    for (const line of whole) if (line.trim() !== '') onLine(JSON.parse(line))
  }
}
