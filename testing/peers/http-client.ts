import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

interface Cookie {
  readonly name: string
  readonly value: string
  readonly maxAge?: number
  readonly expires?: Date
}

/**
 * What a browser does between a page and the server: stores cookies, echoes the CSRF token on every
 * call.
 */
export class HttpClient {
  readonly cookies = new Map<string, string>()
  readonly #app: FastifyInstance
  readonly #address: string

  constructor(app: FastifyInstance, address = '203.0.113.7') {
    this.#app = app
    this.#address = address
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'GET', url })
  }

  post(
    url: string,
    payload?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'POST', url, headers, ...(payload ? { payload } : {}) })
  }

  /** A call of any method. */
  send(method: string, url: string, payload?: object): Promise<LightMyRequestResponse> {
    return this.#send({ method: method as 'GET', url, ...(payload ? { payload } : {}) })
  }

  put(
    url: string,
    payload: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'PUT', url, headers, payload })
  }

  delete(url: string): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'DELETE', url })
  }

  async #send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const csrf = this.cookies.get('XSRF-TOKEN')
    const reply = await this.#app.inject({
      ...options,
      remoteAddress: this.#address,
      cookies: Object.fromEntries(this.cookies),
      headers: { ...(csrf ? { 'x-xsrf-token': csrf } : {}), ...options.headers },
    })
    for (const cookie of reply.cookies as Cookie[]) {
      const ended =
        cookie.maxAge === 0 || (cookie.expires !== undefined && cookie.expires.getTime() <= 0)
      if (ended) this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
    return reply
  }

  /** Fetches a CSRF token and signs in. */
  async signIn(email: string, password: string): Promise<LightMyRequestResponse> {
    await this.get('/api/sanctum/csrf-cookie')
    return this.post('/api/auth/login', { email, password })
  }
}
