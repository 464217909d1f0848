import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { devices } from '#testing/sites/shared-device-site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'

const { site, administrator, newDevice, listed } = devices

const run = promisify(execFile)

interface Request {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

async function write({ path, headers = {}, body = 'm f=1' }: Request) {
  const response = await fetch(`${site.server.url}${path}`, { method: 'POST', headers, body })
  const text = await response.text()
  return {
    status: response.status,
    answer: text === '' ? null : (JSON.parse(text) as Record<string, string>),
    retryAfter: response.headers.get('retry-after'),
  }
}

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const tokenHeader = (lesiId: string) => ({
  authorization: `Token ${lesiId}:${site.tokenOf(lesiId)}`,
})

it('IN42 signs in by each of the ways that clients of InfluxDB use', async () => {
  const lesiId = await newDevice()
  const token = site.tokenOf(lesiId)
  const ways: readonly Request[] = [
    { path: '/write', headers: { authorization: basic(`${lesiId}:${token}`) } },
    { path: `/write?db=x&u=${lesiId}&p=${token}` },
    { path: '/api/v2/write?bucket=b', headers: { authorization: `Token ${lesiId}:${token}` } },
    { path: '/api/v2/write', headers: { authorization: `Bearer ${lesiId}:${token}` } },
    { path: `/api/v2/write?bucket=${lesiId}`, headers: { authorization: `Token ${token}` } },
    { path: `/write?db=${lesiId}/autogen`, headers: { authorization: `Bearer ${token}` } },
  ]
  for (const [index, way] of ways.entries())
    expect([index, await write({ ...way, body: `m f=1 ${Date.now()}000000` })]).toEqual([
      index,
      { status: 204, answer: null, retryAfter: null },
    ])
  expect(await site.count(lesiId)).toBe(ways.length)
})

it('IN42 answers whoever is not the device alike, lists each, and stores nothing', async () => {
  const lesiId = await newDevice()
  const wrong = { authorization: `Token ${lesiId}:wrong` }
  const known = await write({ path: '/api/v2/write', headers: wrong })
  expect(known).toMatchObject({ status: 401, answer: { code: 'unauthorized' } })
  const nobody = { authorization: 'Token nobody-here:wrong' }
  expect(await write({ path: '/api/v2/write', headers: nobody })).toEqual(known)
  expect(await write({ path: '/write' })).toMatchObject({ status: 401 })
  expect(await listed(lesiId)).toEqual(['127.0.0.1 authorization: wrong token'])
  expect(await site.count(lesiId)).toBe(0)
})

it('IN154 says what is wrong with a sign-in by what was sent', async () => {
  const lesiId = await newDevice()
  const answer = async (path: string, authorization?: string) =>
    (await write({ path, ...(authorization && { headers: { authorization } }) })).answer?.['error']
  const wrong = 'The device token is wrong, or there is no such device'
  expect(await answer('/write')).toMatch(/^Send LESI ID and token: /)
  expect(await answer('/api/v2/write', 'Token alone')).toMatch(/^Send LESI ID and token: /)
  expect(await answer('/write', basic(`${lesiId}:wrong`))).toBe(wrong)
  expect(await answer('/write?bucket=b', `Token ${lesiId}:wrong`)).toBe(wrong)
  expect(await answer('/write?u=nobody-here&p=wrong')).toBe(wrong)
  const bucket = 'The token is not that of a device with the name of the bucket or database'
  expect(await answer('/api/v2/write?bucket=plant', `Token ${site.tokenOf(lesiId)}`)).toBe(bucket)
})

it('IN41 stores the good lines of a gzip batch of 5,000 and names the bad one', async () => {
  const lesiId = await newDevice()
  const start = Date.now() * 1_000
  const lines = Array.from({ length: 5_000 }, (_, index) => `m f=${index},g="t" ${start - index}`)
  lines[1_233] = 'm f= 1 2 3'
  const headers = { ...tokenHeader(lesiId), 'content-encoding': 'gzip' }
  const body = new Uint8Array(gzipSync(lines.join('\n')))
  const { status, answer } = await write({ path: '/write?precision=u', headers, body })
  expect(status).toBe(400)
  expect(answer?.['error']).toMatch(/^partial write: unable to parse line 1234.* dropped=1$/)
  const both = await site.count(lesiId)
  // Readings have milliseconds: those of one millisecond with equal values are one.
  expect(both).toBeGreaterThan(5_000)
  expect(await listed(lesiId)).toEqual([expect.stringContaining('line 1234')])
  await write({ path: '/write?precision=u', headers, body })
  expect(await site.count(lesiId)).toBe(both)
})

it('IN43 answers what is wrong with a request as InfluxDB does, and lists it', async () => {
  const lesiId = await newDevice()
  const headers = tokenHeader(lesiId)
  const gzip = { ...headers, 'content-encoding': 'gzip' }
  const packed = new Uint8Array(gzipSync('m f=1'))
  const answer = async (request: Omit<Request, 'path'>, path = '/api/v2/write') =>
    (({ status, answer: body }) => [status, body?.['code']] as const)(
      await write({ path, headers, ...request }),
    )
  expect(await answer({ body: 'nonsense' })).toEqual([400, 'invalid'])
  expect(await answer({ body: '' })).toEqual([204, undefined])
  expect(await answer({}, '/write?precision=years')).toEqual([400, 'invalid'])
  expect(await answer({ headers: gzip, body: packed.slice(0, 12) })).toEqual([400, 'invalid'])
  expect(await answer({ headers: { ...headers, 'content-encoding': 'br' } })).toEqual([
    ...[400, 'invalid'],
  ])
  const tooMuch = 'm f=1\n'.repeat(2 ** 19 + 1)
  expect(await answer({ body: tooMuch })).toEqual([413, 'request too large'])
  const bomb = new Uint8Array(gzipSync('m f=1\n'.repeat(2_000_000)))
  expect(await answer({ headers: gzip, body: bomb })).toEqual([413, 'request too large'])
  const fields = (await listed(lesiId)).map((line) => line.split(/[ :]/)[1])
  const those = ['document', 'document', 'content-encoding', 'document', 'precision', 'line']
  expect(fields).toEqual(those)
})

/** Somebody looks at the new sensors of a device: their types are no proposals any more. */
async function decideOn(lesiId: string): Promise<void> {
  const path = `/api/scada/sensor/config/${lesiId}`
  const read = () => administrator.json<{ data: { id: number; isNew: boolean }[] }>('GET', path)
  const { data } = await read()
  const changes = data.map(({ id }) => ({ id, before: { isNew: true }, after: { isNew: false } }))
  await administrator.json('PUT', path, { changes })
  await expect.poll(async () => (await read()).data.some(({ isNew }) => isNew)).toBe(false)
}

it('IN43 takes a text for a measuring sensor as InfluxDB takes a conflict of types', async () => {
  const lesiId = await newDevice()
  const headers = tokenHeader(lesiId)
  expect(await write({ path: '/write', headers, body: 'm f=1' })).toMatchObject({ status: 204 })
  await decideOn(lesiId)
  const body = 'm f="text"\nm f=2'
  const { status, answer } = await write({ path: '/write', headers, body })
  expect([status, answer?.['error']]).toEqual([
    400,
    'partial write: unable to parse line 1.m f: must be a number: the sensor is of type analog ' +
      'dropped=1',
  ])
})

it('IN44 lets a gateway send for devices behind it, adds them, and for nobody else', async () => {
  const [gateway, other] = [await newDevice(), await newDevice()]
  const headers = tokenHeader(gateway)
  const body = [
    `m,lesi_id=${gateway}--oven f=1`,
    `m,lesi_id=${gateway} f=2`,
    `m,lesi_id=${other} f=3`,
    `m,lesi_id=${other}--oven f=4`,
    `m,lesi_id=${gateway}--o.en f=5`,
  ].join('\n')
  const { status, answer } = await write({ path: '/write', headers, body })
  expect(status).toBe(400)
  expect(answer?.['error']).toContain('line 3')
  expect(answer?.['error']).toMatch(/dropped=3$/)
  expect([await site.count(`${gateway}--oven`), await site.count(gateway)]).toEqual([1, 1])
  expect(await site.count(other)).toBe(0)
  await expect(site.count(`${other}--oven`)).rejects.toThrow()
})

it('IN43 answers what clients of version 1 ask before they write', async () => {
  const ping = await fetch(`${site.server.url}/ping`)
  expect([ping.status, ping.headers.has('x-influxdb-version')]).toEqual([204, true])
  const query = (q: string) => write({ path: `/query?q=${encodeURIComponent(q)}` })
  expect(await query('CREATE DATABASE "telegraf"')).toMatchObject({ status: 200 })
  expect(await query('SELECT * FROM m')).toMatchObject({ status: 400, answer: { code: 'invalid' } })
  const form = await write({
    ...{ path: '/query', body: 'q=CREATE+DATABASE+%22telegraf%22' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.status).toBe(200)
})

it.runIf(existsSync('/usr/bin/influx'))(
  'IN43 takes an import of the client of InfluxDB itself',
  async () => {
    const lesiId = await newDevice()
    const { hostname, port } = new URL(site.server.url)
    const file = join(temporaryDirectory(), 'import.txt')
    const points = Array.from(
      { length: 50 },
      (_, index) => `m,a=b f=${index} ${1_768_701_992 + index}`,
    )
    writeFileSync(file, ['# DML', `# CONTEXT-DATABASE: plant`, ...points, ''].join('\n'))
    const credentials = ['-username', lesiId, '-password', site.tokenOf(lesiId)]
    await run('influx', [
      ...['-import', `-path=${file}`, '-precision=s', '-host', hostname, '-port', port],
      ...credentials,
    ])
    expect(await site.count(lesiId)).toBe(50)
  },
)
