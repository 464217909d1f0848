import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, newDevice, listed } = devices

async function send(lesiId: string, document: unknown, headers: Record<string, string> = {}) {
  const pair = Buffer.from(`${lesiId}:${site.tokenOf(lesiId)}`).toString('base64')
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  const response = await fetch(`${site.server.url}/api/ingest/batch`, {
    method: 'POST',
    headers: { authorization: `Basic ${pair}`, 'content-type': 'application/json', ...headers },
    body: headers['content-encoding'] === 'gzip' ? new Uint8Array(gzipSync(body)) : body,
  })
  const answer = (await response.json()) as { data?: unknown; errors?: object; error?: string }
  return [response.status, answer.data ?? answer.errors ?? answer.error] as const
}

it('IN45 stores many devices and times of one call, and again the same once', async () => {
  const [gateway, other] = [await newDevice(), await newDevice()]
  const ts = Date.now() - 10_000
  const entries = Array.from({ length: 3_000 }, (_, index) => ({
    ...[{}, { device: `${gateway}--a` }, { device: other, token: site.tokenOf(other) }][index % 3],
    ts: ts + index,
    values: { temperature: index, state: 'RUN' },
  }))
  for (let round = 0; round < 2; round++) {
    const reply = await send(gateway, entries, round === 1 ? { 'content-encoding': 'gzip' } : {})
    expect(reply).toEqual([200, { stored: 6_000 }])
    for (const device of [gateway, `${gateway}--a`, other])
      expect(await site.count(device)).toBe(2_000)
  }
})

it('IN45 refuses what is wrong in an entry alone, and names it', async () => {
  const [gateway, other] = [await newDevice(), await newDevice()]
  const values = { a: 1 }
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`k${index}`, 1]))
  const [status, data] = await send(gateway, [
    { values: { a: 1, b: [] } },
    { device: other, values },
    { device: other, token: 'wrong', values },
    { device: 7, values },
    { temperature: 1 },
    7,
    { values: many },
    { ts: 12, values },
    { device: `${gateway}--x`, values },
  ])
  expect(status).toBe(200)
  const { stored, refused } = data as { stored: number; refused: { field: string }[] }
  expect(stored).toBe(2)
  expect(refused.map(({ field }) => field).toSorted()).toEqual([
    ...['[0].values.b', '[1].values', '[2].token', '[3].device', '[4].values', '[5]', '[6]'],
    '[7].ts',
  ])
  expect(await listed(gateway)).toHaveLength(8)
  expect([await site.count(gateway), await site.count(other)]).toEqual([1, 0])
})

it('IN45 refuses a call that is none: 401, 422, and 400 when it is too long', async () => {
  const gateway = await newDevice()
  expect((await send('no-such-device', []))[0]).toBe(401)
  expect(await send(gateway, '{}')).toEqual([422, { document: [expect.any(String)] }])
  expect(await send(gateway, 'nonsense')).toEqual([422, { document: [expect.any(String)] }])
  expect(await send(gateway, '['.repeat(50_000) + ']'.repeat(50_000))).toMatchObject([422, {}])
  expect(await send(gateway, [{ device: 'x y', values: { a: 1 } }])).toMatchObject([422, {}])
  expect(await send(gateway, `[${' '.repeat(3 * 2 ** 20)}]`)).toEqual([400, 'payload_too_large'])
  expect(await send(gateway, [])).toEqual([200, { stored: 0 }])
})
