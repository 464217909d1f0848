import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startClickHouseServer, type ClickHouseServer } from '#testing/peers/clickhouse-server.ts'
import { eventually } from '#testing/eventually.ts'
import { startSite, type Site } from '#testing/sites/site.ts'
import { emptyTelemetry } from '#testing/telemetry.ts'

const { directory, close } = emptyTelemetry()
let store: ClickHouseServer
let site: Site

beforeAll(async () => {
  store = await startClickHouseServer(join(directory, 'server'))
  site = await startSite({ CLICKHOUSE_URL: `${store.url}?request_timeout=1000` })
  await site.addDevice('OVEN-1')
})
afterAll(async () => {
  await site.close()
  await store.kill()
  await close()
})

const now = Date.now()
const send = async (index: number) =>
  (
    await site.post(
      'OVEN-1',
      JSON.stringify({
        ts: now - 60_000 + index,
        values: { temperature: index, mode: `m${index}` },
      }),
    )
  ).status

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${site.server.url}/api/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}

it('RD4 readings taken while the store is away survive a kill and are stored once', async () => {
  expect(await send(0)).toBe(200)
  await store.kill()
  for (let index = 1; index <= 30; index++) expect(await send(index)).toBe(200)
  await eventually(
    'readiness says it',
    async () => !(await fetch(`${site.server.url}/api/ready`)).ok,
  )
  const answer = await (await fetch(`${site.server.url}/api/ready`)).text()
  expect(answer).toContain('Not ready')
  expect(await metric('warroom_journal_bytes')).toBeGreaterThan(0)
  await eventually(
    'the journal says it',
    async () => (await metric('warroom_store_failing_seconds')) > 0,
  )
  expect(await (await fetch(`${site.server.url}/api/ready`)).text()).toContain(
    'readings are still taken',
  )
  site.server.kill('SIGKILL')
  await site.server.ended
  await store.restart()
  await site.restart()
  // For the device it is open what arrived.
  for (let index = 28; index <= 33; index++) expect(await send(index)).toBe(200)
  expect(await site.count('OVEN-1')).toBe(2 * 34)
  await eventually('it is ready', async () => (await fetch(`${site.server.url}/api/ready`)).ok)
})
