import type { RouteCall, RouteContract, RouteReply } from '#kit/model/calls/route.ts'
import { readCookie } from '../browser/cookies.ts'
import { serverClock } from '../clock/server-clock.ts'
import { ApiError, isAbort } from './api-error.ts'
import { type CallParts, callUrl } from './call-url.ts'
import { failureOf } from './failure-of-response.ts'
import { endLostWrite, writeAttempt } from './write-attempts.ts'

/** Set when the application is built; absent in tests and tools. */
declare const __APP_VERSION__: string | undefined

const csrfPath = '/api/sanctum/csrf-cookie'
const csrfCookieName = 'XSRF-TOKEN'

/**
 * Calls a route of the contract and returns the body of its reply (`{ data, meta? }`), or undefined
 * where it has none. Throws `ApiError`; an abort through `signal` throws the browser's AbortError.
 */
export async function call<const Route extends RouteContract>(
  route: Route,
  input: RouteCall<Route>,
  options: CallOptions = {},
): Promise<RouteReply<Route>> {
  const { text, status } = await once(route, input, async (idempotencyKey) => {
    const response = await respond(route, input, { ...options, idempotencyKey })
    return { text: await readText(response), status: response.status }
  })
  if (text === '' && route.reply) {
    throw new ApiError({ status, code: 'empty', message: 'the answer has no body' })
  }
  // The server answers in the shape that the route declares; its own tests hold it to that.
  return (text === '' ? undefined : parsed(text, status)) as RouteReply<Route>
}

/** Calls a route that answers with a file; throws as `call` does. */
export async function callFile<const Route extends RouteContract & { readonly file: string }>(
  route: Route,
  input: RouteCall<Route>,
): Promise<Blob> {
  const response = await respond(route, input, {})
  try {
    return await response.blob()
  } catch (error) {
    throw asApiError(error)
  }
}

/** Of a write that is made once, what is sent again after a lost answer has the same key. */
async function once<Answer>(
  { isMadeOnce, changesNothing, method, path }: RouteContract,
  parts: CallParts,
  send: (idempotencyKey: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (!isMadeOnce) {
    if (method !== 'GET' && !changesNothing) endLostWrite()
    return send(undefined)
  }
  const attempt = writeAttempt(method, callUrl(path, parts), JSON.stringify(parts.body))
  try {
    return await send(attempt.key)
  } catch (error) {
    // An answer of 500 and above may be that of a proxy, which has lost the server's.
    const isAnswered = error instanceof ApiError && error.status > 0 && error.status < 500
    if (!isAnswered) attempt.unanswered()
    throw error
  }
}

/** The response, where it is a success; throws as `call` does. */
export async function respond(
  route: RouteContract,
  parts: CallParts,
  options: CallOptions,
): Promise<Response> {
  const url = callUrl(route.path, parts)
  // What is asked for with a token is no write of a session, and a frame may have no cookies.
  const isWrite = route.method !== 'GET' && options.token === undefined
  if (isWrite && readCookie(csrfCookieName) === null) await fetchCsrfCookie(options.signal)
  let response = await send(route.method, url, parts.body, options)
  if (isWrite && response.status === 419) {
    await fetchCsrfCookie(options.signal)
    response = await send(route.method, url, parts.body, options)
  }
  if (!response.ok) throw await failureOf(response)
  return response
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** For calls that ask for a token in the place of a session. */
  readonly token?: string | undefined
  /** Media types; absent: JSON. */
  readonly accept?: string
  /** It is sent also when the page ends meanwhile. */
  readonly keepalive?: boolean
  /** By which the server recognises a write that comes again. */
  readonly idempotencyKey?: string | undefined
}

async function fetchCsrfCookie(signal: AbortSignal | undefined): Promise<void> {
  const response = await send('GET', csrfPath, undefined, { signal })
  if (!response.ok) throw await failureOf(response)
}

async function send(
  method: string,
  url: string,
  body: unknown,
  { signal, token: bearer, accept = 'application/json', ...options }: CallOptions,
): Promise<Response> {
  const headers = new Headers({ Accept: accept, 'X-Requested-With': 'XMLHttpRequest' })
  if (typeof __APP_VERSION__ === 'string') headers.set('X-App-Version', __APP_VERSION__)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const token = method === 'GET' ? null : readCookie(csrfCookieName)
  if (token !== null) headers.set('X-XSRF-TOKEN', token)
  const { keepalive = false, idempotencyKey } = options
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)
  const sentAt = serverClock.elapsed()
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials: 'include',
      keepalive,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    serverClock.observeReply(response.headers.get('Date'), sentAt)
    return response
  } catch (error) {
    throw asApiError(error)
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw asApiError(error)
  }
}

function asApiError(error: unknown): unknown {
  return isAbort(error)
    ? error
    : new ApiError({ status: 0, code: 'no_response', message: 'no response from the server' })
}

function parsed(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({ status, code: 'unreadable', message: 'the answer is not JSON' })
  }
}
