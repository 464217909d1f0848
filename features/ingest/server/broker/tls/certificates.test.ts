import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstCertificate } from '#testing/certificates.ts'
import { clientCertificates } from '#testing/client-certificates.ts'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { endOf, publish } from '#testing/sites/device-site.ts'
import { startSite, type Site } from '#testing/sites/site.ts'
import type { DeviceCertificate } from '#features/devices/contract/certificates.ts'

const directory = mkdtempSync(join(tmpdir(), 'warroom-certificates-'))
let site: Site
let administrator: BrowserSession

/** As a client of TLS takes them. */
const shown = (name: keyof typeof clientCertificates) => {
  const { certificate: cert, key } = clientCertificates[name]
  return { cert, key }
}

beforeAll(async () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  site = await startSite({
    TLS_CERT: file('server.pem', firstCertificate.certificate),
    TLS_KEY: file('server.key', firstCertificate.key),
    TLS_CLIENT_CA: file('authority.pem', clientCertificates.authority.certificate),
    MQTTS_PORT: '0',
  })
  administrator = await site.signIn('admin@example.test', 'admin')
})
afterAll(async () => {
  await site.close()
  rmSync(directory, { recursive: true })
})

const path = (lesiId: string) => `/api/devices/${lesiId}/certificates`
const bind = (lesiId: string, body: object) => administrator.request('POST', path(lesiId), body)
const listed = async (lesiId: string) =>
  (await administrator.json<{ data: DeviceCertificate[] }>('GET', path(lesiId))).data

const connect = (credentials: object, username?: string) =>
  site.connect(
    '',
    {
      ...{ ca: firstCertificate.certificate, clientId: `c${Math.random()}`, ...credentials },
      ...{ username, password: undefined },
    } as object,
    site.server.mqttsUrl,
  )
const reasons = async (): Promise<readonly string[]> =>
  (await site.refusals(administrator)).map(({ lesiId, reason }) => `${lesiId}: ${reason}`)

test('IN86 DV11 a device signs in with a certificate that is bound to it alone', async () => {
  await site.addDevice('PUMP-1')
  const own = shown('own')
  expect((await bind('PUMP-1', { certificate: own.cert })).status).toBe(200)
  const [bound] = await listed('PUMP-1')
  expect(bound).toMatchObject({ by: 'certificate', subject: 'CN=PUMP-1, O=Plant' })
  expect(bound?.validUntil).toBe(new X509Certificate(own.cert).validToDate.getTime())
  for (const username of ['PUMP-1', undefined]) {
    const client = await connect(own, username)
    await publish(client, 'PUMP-1', { ts: Date.now(), values: { [`as ${username}`]: 1 } })
    await client.endAsync()
  }
  expect(await site.count('PUMP-1')).toBe(2)
  // As the libraries of AWS IoT name themselves.
  for (const name of ['?SDK=JavaScript&Version=2.2.16', 'PUMP-1?SDK=PythonV2&Version=1.21.5'])
    await (await connect(own, name)).endAsync()
  // A token goes before a certificate, as ever.
  const client = await site.connect(
    'PUMP-1',
    { ca: firstCertificate.certificate, ...own },
    site.server.mqttsUrl,
  )
  await client.endAsync()
})

test('IN87 what is bound to nobody or another, expired or of a stranger is refused', async () => {
  for (const lesiId of ['OTHER-1', 'OLD-1']) await site.addDevice(lesiId)
  const refused = async (credentials: object, username?: string) => {
    await expect(connect(credentials, username)).rejects.toMatchObject({ code: 4 })
    return (await reasons())[0]
  }
  const unbound = 'the certificate is bound to no device'
  expect(await refused(shown('forged'))).toBe(
    `null: ${unbound}, and no configured authority vouches for it`,
  )
  expect(await refused(shown('ovenFirst'), 'OTHER-1')).toBe(`OTHER-1: ${unbound}`)
  expect(await refused(shown('own'), 'OTHER-1')).toBe(
    'OTHER-1: the certificate belongs to another device',
  )
  expect(await refused(shown('own'), 'OTHER-1?SDK=JavaScript')).toBe(
    'OTHER-1: the certificate belongs to another device',
  )
  expect(await refused({}, 'OTHER-1')).toBe('OTHER-1: wrong token')
  await bind('OLD-1', { certificate: shown('expired').cert })
  expect(await refused(shown('expired'), 'OLD-1')).toBe(
    'OLD-1: the certificate expired on 2021-01-01',
  )
})

test('IN86 DV12 a subject of the authority is bound, whichever certificate has it', async () => {
  await site.addDevice('OVEN-1')
  expect((await bind('OVEN-1', { subject: 'O = Plant, CN = OVEN-1' })).status).toBe(200)
  expect((await listed('OVEN-1'))[0]).toMatchObject({ by: 'subject', validUntil: null })
  for (const name of ['ovenFirst', 'ovenSecond'] as const) {
    const client = await connect(shown(name))
    await publish(client, 'OVEN-1', { values: { [name]: 1 } })
    await client.endAsync()
    const { validToDate } = new X509Certificate(shown(name).cert)
    expect((await listed('OVEN-1'))[0]?.validUntil).toBe(validToDate.getTime())
  }
  expect(await site.count('OVEN-1')).toBe(2)
  await expect(connect(shown('forged'), 'OVEN-1')).rejects.toMatchObject({ code: 4 })
})

test('DV20 a certificate without a subject is bound, and opens its device, as others', async () => {
  await site.addDevice('SAN-1')
  const nameless = shown('nameless')
  await expect(connect(nameless, 'SAN-1')).rejects.toMatchObject({ code: 4 })
  expect((await bind('SAN-1', { certificate: nameless.cert })).status).toBe(200)
  expect((await listed('SAN-1'))[0]).toMatchObject({ by: 'certificate', subject: '' })
  const client = await connect(nameless, 'SAN-1')
  await publish(client, 'SAN-1', { values: { temp: 1 } })
  await client.endAsync()
  expect(await site.count('SAN-1')).toBe(1)
})

test('IN148 devices that sign in without a name end no connection of each other', async () => {
  const sameName = (credentials: object) => connect({ ...credentials, clientId: 'client' })
  const pump = await sameName(shown('own'))
  const ended = endOf(pump).then(() => 'ended')
  const oven = await sameName(shown('ovenFirst'))
  const taken = publish(pump, 'PUMP-1', { values: { beside: 1 } }).then(() => 'taken')
  expect(await Promise.race([taken, ended])).toBe('taken')
  // A device ends its own former one.
  const next = await sameName(shown('own'))
  expect(await ended).toBe('ended')
  for (const client of [next, oven]) await client.endAsync()
})

test('DV13 a certificate that is unbound ends its connections and opens nothing', async () => {
  const client = await connect(shown('own'), 'PUMP-1')
  const closed = endOf(client)
  const [bound] = await listed('PUMP-1')
  const removal = await administrator.request('DELETE', `${path('PUMP-1')}/${bound?.id}`)
  expect(removal.status).toBe(204)
  await closed
  await expect(connect(shown('own'), 'PUMP-1')).rejects.toMatchObject({ code: 4 })
  expect(await listed('PUMP-1')).toEqual([])
})

test('DV14 what can not be bound is refused by field', async () => {
  await site.addDevice('BAD-1')
  const refused = async (body: object) => {
    const reply = await bind('BAD-1', body)
    expect(reply.status).toBe(422)
    const { reasons: codes } = (await reply.json()) as Refused
    return Object.entries(codes).map(([field, [error]]) => `${field}: ${error?.code}`)
  }
  expect(await refused({ certificate: 'no certificate' })).toEqual(['certificate: certificate_pem'])
  const { cert, key } = shown('own')
  expect(await refused({ certificate: cert + key })).toEqual(['certificate: private_key'])
  expect(await refused({ subject: 'somebody' })).toEqual(['subject: certificate_subject'])
  expect(await refused({})).toEqual(['certificate: required'])
  expect((await bind('BAD-1', { certificate: cert })).status).toBe(200)
  expect(await refused({ certificate: cert })).toEqual(['certificate: certificate_taken'])
})
interface Refused {
  readonly reasons: Readonly<Record<string, readonly { readonly code: string }[]>>
}
