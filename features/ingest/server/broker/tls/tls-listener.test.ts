import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect as connectTcp, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { eventually } from '#testing/eventually.ts'
import { firstCertificate, secondCertificate, type TestCertificate } from '#testing/certificates.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { Refusals } from '../../refusals/refusals.ts'
import { createTlsListener } from './tls-listener.ts'

let budget: Budget
let refusals: Refusals
let files: { certificate: string; key: string }
let port: number
let taken: number

function write({ certificate, key }: TestCertificate): void {
  writeFileSync(files.certificate, certificate)
  writeFileSync(files.key, key)
}

const create = () =>
  createTlsListener({
    ...{
      budget,
      refusals,
      files: { ...files, authority: null },
      filePollMs: 20,
      logger: pino({ level: 'silent' }),
    },
    onConnection: () => taken++,
  })

beforeEach(async () => {
  const directory = temporaryDirectory()
  files = { certificate: join(directory, 'cert.pem'), key: join(directory, 'key.pem') }
  budget = new Budget(128 * 2 ** 20)
  refusals = new Refusals(Date.now, budget)
  taken = 0
  write(firstCertificate)
})

async function listen(): Promise<void> {
  const listener = create()
  onTestFinished(() => listener.close())
  listener.server.listen(0, '127.0.0.1')
  await once(listener.server, 'listening')
  port = (listener.server.address() as AddressInfo).port
}

async function connect(ca: string, options = {}): Promise<TLSSocket> {
  const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost', ...options })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

const held = () => budget.usage().find(({ kind }) => kind === 'mqtt-connection')?.bytes

it('IN67 takes connections with TLS 1.2 and 1.3, and counts their handshakes', async () => {
  await listen()
  for (const version of ['TLSv1.2', 'TLSv1.3'])
    await connect(firstCertificate.certificate, { minVersion: version, maxVersion: version })
  await eventually('both were taken', () => taken === 2 && held() === 0)
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }
  await expect(connect(firstCertificate.certificate, old)).rejects.toThrow()
})

it('IN67 takes a certificate that was renewed, and has the old one until it is whole', async () => {
  await listen()
  await connect(firstCertificate.certificate)
  writeFileSync(files.certificate, 'half a certificate')
  await connect(firstCertificate.certificate)
  write(secondCertificate)
  await eventually('the new one is used', () =>
    connect(secondCertificate.certificate).then(
      () => true,
      () => false,
    ),
  )
})

it('IN67 bounds handshakes that do not end, lists garbage, and gives everything back', async () => {
  await listen()
  const garbage = connectTcp(port, '127.0.0.1').on('error', () => undefined)
  garbage.write('GET / HTTP/1.1\r\n\r\n')
  await once(garbage, 'close')
  expect(refusals.list().map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^no TLS connection: /),
  ])
  const silent = Array.from({ length: 200 }, () => connectTcp(port, '127.0.0.1'))
  for (const socket of silent) socket.on('error', () => undefined)
  await eventually('too many were refused', () =>
    refusals.list().some(({ reason }) => reason.startsWith('too many connections')),
  )
  expect(held()).toBeLessThanOrEqual((128 * 2 ** 20) / 8 / 8)
  for (const socket of silent) socket.destroy()
  await eventually('all was given back', () => held() === 0)
  await connect(firstCertificate.certificate)
})

it('IN67 does not start with a certificate that it cannot use', () => {
  writeFileSync(files.certificate, 'no certificate')
  expect(create).toThrow(/TLS_CERT=.*cert\.pem and TLS_KEY=/)
  files = { ...files, key: join(temporaryDirectory(), 'none.pem') }
  expect(create).toThrow(/ENOENT/)
})
