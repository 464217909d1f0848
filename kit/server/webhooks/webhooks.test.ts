import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fastCheck from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { postSigned } from './post-signed.ts'
import { TargetGuard } from './target-guard.ts'

const strict = new TargetGuard([])
const open = new TargetGuard(['127.0.0.1', '::1'])
const never = new AbortController().signal
const at = Date.UTC(2026, 10, 20)

async function server(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const listening = createServer(answer)
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return (listening.address() as AddressInfo).port
}
const send = (url: string, guard = open) =>
  postSigned({ url, secret: 'key', id: 'id-1', at, body: '{"a":"é"}' }, guard, never)

test('WH1 the receiver can prove who sent it, when, and that nothing was changed', async () => {
  const received: { body: string; headers: IncomingMessage['headers'] }[] = []
  const port = await server((request, response) => {
    void text(request).then((body) => {
      received.push({ body, headers: request.headers })
      response.writeHead(204).end()
    })
  })
  expect(await send(`http://127.0.0.1:${port}/hook?a=b`)).toBe('204')
  const [{ body, headers } = { body: '', headers: {} }] = received
  const seconds = headers['x-warroom-timestamp']
  const mac = createHmac('sha256', 'key')
    .update(`${String(seconds)}.${body}`)
    .digest('hex')
  expect(headers).toMatchObject({
    ...{ 'x-warroom-signature': `v1=${mac}`, 'x-warroom-delivery': 'id-1' },
    'x-warroom-timestamp': String(at / 1_000),
  })
})

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254', '0.0.0.0'],
  ...['100.64.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', 'fe80::1%eth0'],
])('WH2 %s lies inside', (address) => {
  expect(strict.mayReach(address)).toBe(false)
})

test('WH2 what is allowed is reached, and its neighbours are not', () => {
  const guard = new TargetGuard(['10.1.0.0/16', 'fd00::/16'])
  expect(guard.mayReach('10.1.255.1') && guard.mayReach('fd00::5')).toBe(true)
  expect(guard.mayReach('::ffff:10.1.0.1')).toBe(true)
  expect(guard.mayReach('10.2.0.1') || guard.mayReach('fd01::5')).toBe(false)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111'])
    expect(strict.mayReach(address)).toBe(true)
})

test('WH2 every way to write an inner IPv4 address in an address of the web is recognised', () => {
  const part = fastCheck.integer({ min: 0, max: 255 })
  const check = (a: number, b: number, c: number) => {
    const number = (127 << 24) + (a << 16) + (b << 8) + c
    const hexadecimal = `0x${(number >>> 0).toString(16)}`
    const ways = [String(number >>> 0), hexadecimal, `0177.${a}.${b}.${c}`, `127.${a}.${b}.${c}`]
    for (const way of [...ways, `[::ffff:127.${a}.${b}.${c}]`])
      expect(strict.mayNameHost(new URL(`http://${way}/`).hostname)).toBe(false)
  }
  fastCheck.assert(fastCheck.property(part, part, part, check), { numRuns: 200 })
})

test('WH2 a name that leads inside is refused before anything is sent', async () => {
  let requests = 0
  const port = await server((_, response) => {
    requests += 1
    response.end()
  })
  const failure = { reason: 'blocked', isFinal: true }
  await expect(send(`http://localhost:${port}/`, strict)).rejects.toMatchObject(failure)
  await expect(send(`http://127.0.0.1:${port}/`, strict)).rejects.toMatchObject(failure)
  expect(requests).toBe(0)
  expect(await send(`http://localhost:${port}/`)).toBe('200')
})

test('WH2 a redirect is not followed', async () => {
  const paths: string[] = []
  const port = await server((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(307, { location: '/inside' }).end()
  })
  const sent = send(`http://127.0.0.1:${port}/`)
  await expect(sent).rejects.toMatchObject({ reason: 'refused', isFinal: true })
  expect(paths).toEqual(['/'])
})

test.each([
  [400, true],
  [404, true],
  [429, false],
  [500, false],
  [503, false],
])('WH3 %d ends it: %s', async (status, isFinal) => {
  const port = await server((_, response) => response.writeHead(status).end('because'))
  const sent = send(`http://127.0.0.1:${port}/`)
  await expect(sent).rejects.toMatchObject({ reason: 'refused', isFinal })
  await expect(sent).rejects.toThrow(`${status} because`)
})

test('WH3 of a long answer only the beginning is read; who closes can be retried', async () => {
  const port = await server((_, response) => {
    response.writeHead(500)
    const write = () =>
      void (response.destroyed || (response.write('x'.repeat(9_999)), setImmediate(write)))
    write()
  })
  await expect(send(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'refused' })
  const closed = await server((request) => request.socket.destroy())
  const end = { reason: 'unreachable', isFinal: false }
  await expect(send(`http://127.0.0.1:${closed}/`)).rejects.toMatchObject(end)
})
