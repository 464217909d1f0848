import { expect, onTestFinished, test } from 'vitest'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { eventually } from '#testing/eventually.ts'
import { startClickHouseServer } from '#testing/peers/clickhouse-server.ts'
import { startSite } from '#testing/sites/site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { StoredDeletion } from '../../contract/deletions.ts'
import { removeOldFilesAtOnce } from '../testing/files-store.ts'
import { storedOf } from '../testing/stored-rows-store.ts'
import { countRows, tablesOfSensors } from './stored-rows-store.ts'

test('RD34 a server that is killed between the request and its work does it later', async () => {
  const store = await startClickHouseServer(temporaryDirectory())
  onTestFinished(() => store.kill())
  const site = await startSite({ CLICKHOUSE_URL: store.url })
  onTestFinished(() => site.close())
  const telemetry = openTelemetry({ url: store.url })
  onTestFinished(() => telemetry.close())
  await removeOldFilesAtOnce(telemetry)
  const administrator = await site.signIn('admin@example.test', 'admin')
  for (const lesiId of ['GOES-1', 'STAYS-1']) {
    await site.addDevice(lesiId)
    const ts = Date.now()
    const values = { number: 1, text: 'one' }
    expect((await site.post(lesiId, JSON.stringify({ ts, values }))).status).toBe(200)
    expect(await site.count(lesiId)).toBe(2)
  }
  const removal = '/api/devices/GOES-1?readings=delete&name=GOES-1'
  // Acknowledged and in the journal alone, while the store does not answer.
  store.signal('SIGSTOP')
  const late = JSON.stringify({ ts: Date.now() + 1, values: { number: 2, text: 'two' } })
  expect((await site.post('GOES-1', late)).status).toBe(200)
  expect((await administrator.request('DELETE', removal)).status).toBe(204)
  site.server.kill('SIGKILL')
  await site.server.ended
  store.signal('SIGCONT')
  await site.restart()
  const again = await site.signIn('other@example.test', 'admin')
  const request = async () => {
    const path = '/api/readings/deletions'
    return (await again.json<{ data: StoredDeletion[] }>('GET', path)).data[0]
  }
  await eventually('it is done', async () => (await request())?.state === 'done')
  expect(await request()).toMatchObject({ lesiId: 'GOES-1', sensorCount: 2, readings: 4 })
  for (const table of tablesOfSensors) expect(await countRows(telemetry, table, [1, 2])).toBe(0)
  expect((await storedOf(telemetry, 3)).length + (await storedOf(telemetry, 4)).length).toBe(2)
})
