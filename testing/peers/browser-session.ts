/** A person's browser as far as HTTP goes: stores cookies, echoes the CSRF token. */
export class BrowserSession {
  readonly url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.url = url
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Who asks, and for what, as the headers of a request say it. */
  #headers(body: unknown): Record<string, string> {
    return {
      cookie: this.cookieHeader,
      'X-XSRF-TOKEN': decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? ''),
      'X-Requested-With': 'XMLHttpRequest',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
  }

  /** A request as it would be sent, for a process of its own. */
  rawCall(method: string, path: string, body?: unknown) {
    return {
      ...{ method, url: this.url + path, headers: this.#headers(body) },
      body: body === undefined ? null : JSON.stringify(body),
    }
  }

  /** The bytes of a request, for a connection of one's own. */
  rawRequest(method: string, path: string, body: object): string {
    const text = JSON.stringify(body)
    const headers = {
      host: new URL(this.url).host,
      ...this.#headers(body),
      'content-length': String(Buffer.byteLength(text)),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${text}`
  }

  async request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(this.url + path, {
      method,
      headers: this.#headers(body),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  /** Signs in; throws when the server refuses. */
  async signIn(email: string, password: string): Promise<this> {
    await this.request('GET', '/api/sanctum/csrf-cookie')
    const response = await this.request('POST', '/api/auth/login', { email, password })
    if (!response.ok)
      throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
    return this
  }

  /** Has seen the tour, which would lie beside what is looked at or measured. */
  async skipTour(): Promise<void> {
    await this.request('POST', '/api/auth/tour')
  }

  /** The reply's JSON; throws when the server refuses. */
  async json<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await this.request(method, path, body)
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Reply
  }
}
