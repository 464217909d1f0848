import type { ErrorCode, FieldErrors } from '#kit/model/errors.ts'
import type { FieldError } from '#kit/model/field-errors.ts'
import type { RouteCall, RouteContract, RouteReply } from '#kit/model/route.ts'
import { readCookie } from '../browser/cookies.ts'
import { serverClock } from '../clock/server-clock.ts'

/** Set when the application is built; absent in tests and tools. */
declare const __APP_VERSION__: string | undefined

const csrfPath = '/api/sanctum/csrf-cookie'
const csrfCookieName = 'XSRF-TOKEN'

/**
 * `no_response`: nothing came back. `unreadable`: an answer that is not of this API, as a proxy
 * gives. `empty`: a success without the body that the route declares. `captcha_unloaded`: nothing
 * was sent, because the script of the captcha did not load or did not work.
 */
export type FailureCode = ErrorCode | 'no_response' | 'unreadable' | 'empty' | 'captcha_unloaded'

interface Failure {
  readonly status: number
  readonly code: FailureCode
  readonly message: string
  readonly errors?: FieldErrors
  readonly requestId?: string
  readonly retryAfterSeconds?: number | null
}

/** Why a call failed. `status` is 0 when there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: FailureCode
  readonly errors: FieldErrors
  readonly requestId: string | null
  /** How long to wait before the next try, where the server named it. */
  readonly retryAfterSeconds: number | null

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.errors = failure.errors ?? {}
    this.requestId = failure.requestId ?? null
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
  }
}

/** Whether a failure is only the caller's own abort, which concerns nobody. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/**
 * Calls a route of the contract and returns the body of its reply (`{ data, meta? }`), or undefined
 * where it has none. Throws `ApiError`; an abort through `signal` throws the browser's AbortError.
 */
export async function call<const Route extends RouteContract>(
  route: Route,
  input: RouteCall<Route>,
  options: CallOptions = {},
): Promise<RouteReply<Route>> {
  const response = await respond(route, input, options)
  const text = await readText(response)
  if (text === '' && route.reply) {
    const { status } = response
    throw new ApiError({ status, code: 'empty', message: 'the answer has no body' })
  }
  // The server answers in the shape that the route declares; its own tests hold it to that.
  return (text === '' ? undefined : parsed(text, response.status)) as RouteReply<Route>
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
}

interface CallParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * The address of a call: parameters of the path filled in, query appended; undefined values are
 * left out.
 */
export function callUrl(path: string, { params, query }: CallParts): string {
  const values = asRecord(params)
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(asText(values[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asRecord(query))) {
    if (value !== undefined) search.append(name, asText(value))
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function fetchCsrfCookie(signal: AbortSignal | undefined): Promise<void> {
  const response = await send('GET', csrfPath, undefined, { signal })
  if (!response.ok) throw await failureOf(response)
}

async function send(
  method: string,
  url: string,
  body: unknown,
  { signal, token: bearer, accept = 'application/json', keepalive = false }: CallOptions,
): Promise<Response> {
  const headers = new Headers({ Accept: accept, 'X-Requested-With': 'XMLHttpRequest' })
  if (typeof __APP_VERSION__ === 'string') headers.set('X-App-Version', __APP_VERSION__)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const token = method === 'GET' ? null : readCookie(csrfCookieName)
  if (token !== null) headers.set('X-XSRF-TOKEN', token)
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

async function failureOf(response: Response): Promise<unknown> {
  const { status } = response
  let body: Readonly<Record<string, unknown>>
  try {
    body = asRecord(await response.json())
  } catch (error) {
    if (isAbort(error)) return error
    body = {}
  }
  if (typeof body['error'] !== 'string')
    return new ApiError({ status, code: 'unreadable', message: response.statusText })
  return new ApiError({
    status,
    code: body['error'] as ErrorCode,
    message: typeof body['message'] === 'string' ? body['message'] : '',
    errors: fieldErrors(body['reasons']),
    retryAfterSeconds: secondsIn(response.headers.get('Retry-After')),
    ...(typeof body['requestId'] === 'string' ? { requestId: body['requestId'] } : {}),
  })
}

/** `Retry-After` as this server writes it: whole seconds. */
function secondsIn(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}

function fieldErrors(value: unknown): FieldErrors {
  const errors: Record<string, readonly FieldError[]> = {}
  for (const [field, reasons] of Object.entries(asRecord(value))) {
    // The server answers in the shape of the contract; what is not of it is no reason to fail.
    if (Array.isArray(reasons)) errors[field] = reasons.filter(isFieldError)
  }
  return errors
}

function isFieldError(value: unknown): value is FieldError {
  const { code, parameters } = asRecord(value)
  return typeof code === 'string' && typeof parameters === 'object' && parameters !== null
}
