import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { contentKeys, curve, derive, type PushKeys } from '#kit/server/push/encrypt.ts'

/** A message as the browser reads it. */
export interface Pushed {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  /** What the server says of itself, once its signature was found to be right. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** A browser that has subscribed, as the application sends it. */
export interface TestBrowser {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A push service (RFC 8030) and the browsers behind it. Close it in the end. */
export async function pushService() {
  const browsers = new Map<string, PushKeys & { readonly open: (body: Buffer) => string }>()
  const pushed: Pushed[] = []
  const refusals: { readonly path: string; readonly status: number }[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? ''
      const next = refusals.findIndex((refusal) => refusal.path === path)
      const [refusal] = next < 0 ? [] : refusals.splice(next, 1)
      const status = refusal?.status ?? (browsers.has(path) ? 201 : 410)
      const browser = browsers.get(path)
      if (browser && status === 201) {
        const claims = claimsOf(request.headers.authorization ?? '')
        pushed.push({ path, headers: request.headers, text: browser.open(body), claims })
      }
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pushed,
    /** What the next message to a browser is answered with, in the place of what is right. */
    refuseNext: (name: string, status: number) =>
      void refusals.push({ path: `/push/${name}`, status }),
    address: `http://127.0.0.1:${port}`,
    subscribe(name: string): TestBrowser {
      const path = `/push/${name}`
      const { keys, open } = createBrowser()
      browsers.set(path, { ...keys, open })
      return {
        endpoint: `http://127.0.0.1:${port}${path}`,
        keys: {
          p256dh: keys.p256dh.toString('base64url'),
          auth: keys.auth.toString('base64url'),
        },
      }
    },
    unsubscribe: (name: string) => void browsers.delete(`/push/${name}`),
    close: () => void server.close(),
  }
}

/** A browser's keys, and how it reads what was sent to it: RFC 8291, section 3.4, turned round. */
function createBrowser() {
  const pair = createECDH(curve)
  pair.generateKeys()
  const keys: PushKeys = { p256dh: pair.getPublicKey(), auth: randomBytes(16) }
  const open = (body: Buffer): string => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const record = body.subarray(21 + sender.length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.p256dh, sender])
    const input = derive(keys.auth, pair.computeSecret(sender), info, 32)
    const { key, nonce } = contentKeys(input, salt)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
    const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    if (text.at(-1) !== 2) throw new Error('the last record ends with 2')
    return text.subarray(0, -1).toString('utf8')
  }
  return { keys, open }
}

/** Of `vapid t=…, k=…`; throws where the signature is not by that key. */
function claimsOf(authorization: string): Readonly<Record<string, unknown>> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature is not by the key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
}
