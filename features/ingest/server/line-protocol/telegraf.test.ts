import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { parse } from 'smol-toml'
import { expect, it, onTestFinished } from 'vitest'
import { snippets } from '#features/devices/contract/snippets.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, newDevice, listed } = devices

/** What of its configuration Telegraf's output for InfluxDB 2 reads to write. */
interface Output {
  readonly urls: readonly string[]
  readonly token: string
  readonly organization: string
  readonly bucket: string
  readonly content_encoding?: string
}

/** The configuration as Telegraf reads it: the environment first, then TOML. */
function configurationOf(lesiId: string) {
  const place = { lesiId, mqttHost: '', mqttPort: 0, httpOrigin: site.server.url }
  const environment = new Map([['TOKEN', site.tokenOf(lesiId)]])
  const file = snippets
    .telegraf(place)
    .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => environment.get(name) ?? '')
  return parse(file) as unknown as {
    readonly agent: { readonly omit_hostname: boolean }
    readonly inputs: Readonly<Record<string, readonly object[]>>
    readonly outputs: Readonly<Record<string, readonly Output[]>>
  }
}

/** Writes as Telegraf's output does: packed, in chunks, over a connection that stays. */
async function write(output: Output, lines: string, agent: Agent) {
  const url = new URL('/api/v2/write', output.urls[0])
  url.search = new URLSearchParams({
    ...{ bucket: output.bucket, org: output.organization },
  }).toString()
  const sent = request(url, {
    ...{ method: 'POST', agent },
    headers: {
      ...{ authorization: `Token ${output.token}`, 'user-agent': 'Telegraf/1.36.0 Go/1.25.0' },
      ...{ 'content-type': 'text/plain; charset=utf-8', 'content-encoding': 'gzip' },
      'transfer-encoding': 'chunked',
    },
  })
  const answered = new Promise<{ status: number | undefined; reply: string }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      void text(response).then((reply) => resolve({ status: response.statusCode, reply }), reject)
    })
  })
  const packed = gzipSync(lines)
  sent.write(packed.subarray(0, 20))
  sent.end(packed.subarray(20))
  return answered
}

it('IN43 the configuration for Telegraf writes what its input measures, as it stands', async () => {
  const lesiId = await newDevice()
  const { agent, inputs, outputs } = configurationOf(lesiId)
  expect([agent.omit_hostname, Object.keys(inputs)]).toEqual([true, ['cpu']])
  const output = outputs['influxdb_v2']?.[0]
  if (!output) throw new Error('no output for InfluxDB 2')
  // Packed is what it does unless configured otherwise.
  expect(output.content_encoding).toBeUndefined()
  const connection = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => connection.destroy())
  const nanoseconds = `${Date.now()}000000`
  const figures = 'usage_user=4.1,usage_system=1.2,usage_idle=94.7'
  const line = `cpu,cpu=cpu-total ${figures} ${nanoseconds}\n`
  expect(await write(output, line, connection)).toEqual({ status: 204, reply: '' })
  expect(await site.count(lesiId)).toBe(3)
  const later = `cpu,cpu=cpu-total usage_user=4.3 ${Date.now() + 1}000000\ncpu usage_user=\n`
  const { status, reply } = await write(output, later, connection)
  expect(status).toBe(400)
  expect(JSON.parse(reply)).toMatchObject({
    ...{ code: 'invalid', message: expect.stringContaining('line 2') },
  })
  expect(await site.count(lesiId)).toBe(4)
  expect(await listed(lesiId)).toEqual([expect.stringContaining('line 2')])
})
