import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The script of a captcha as its service offers it: a frame of its own, and tokens on demand. */
const script = `
  const key = new URL(document.currentScript.src).searchParams.get('render')
  const mark = document.createElement('iframe')
  mark.className = 'grecaptcha-badge'
  mark.src = new URL('/frame', document.currentScript.src)
  document.body.append(mark)
  let count = 0
  window.grecaptcha = {
    ready: (callback) => setTimeout(callback),
    execute: async (siteKey, { action }) => [key, siteKey, action, ++count].join('|'),
  }
`

/** Stands in for the service of a captcha, and for one of analytics. */
export class CaptchaService {
  /** What it answers to the server: a verdict, or null for none at all. */
  reply: object | null = { success: true, score: 0.9 }
  readonly tokens: string[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(): Promise<CaptchaService> {
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const service = new CaptchaService(server)
    server.on('request', (request, response) => {
      if (request.method !== 'POST') return sendFile(request.url ?? '', response)
      void text(request).then((body) => service.#verify(new URLSearchParams(body), response))
    })
    return service
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #verify(form: URLSearchParams, response: ServerResponse): void {
    this.tokens.push(form.get('response') ?? '')
    if (this.reply === null) response.destroy()
    else response.end(JSON.stringify(this.reply))
  }
}

function sendFile(address: string, response: ServerResponse): void {
  if (address.startsWith('/frame')) return void response.end('<!doctype html><p>protected</p>')
  response.setHeader('Content-Type', 'text/javascript')
  response.end(
    address.startsWith('/api.js') ? script : "document.documentElement.dataset.counted = 'yes'",
  )
}
