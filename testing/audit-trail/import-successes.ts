import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { takeUnaudited } from '#testing/postgres/audit-store.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { wide } from '#testing/sites/import-site.ts'
import type { Step } from './step.ts'
import { person, site } from './trail.ts'

const file = 'time,level\n2026-10-31T12:00:00Z,1\n'
const body = { fileName: 'level.csv', bytes: file.length }

/** An import whose file is there, of an administrator. */
async function uploaded(): Promise<{ readonly client: HttpClient; readonly path: string }> {
  const { client } = await person(['admin'])
  const { id } = (await client.post('/api/imports', body)).json().data as { id: string }
  const path = `/api/imports/${id}`
  const data = Buffer.from(file).toString('base64')
  await client.post(`${path}/parts`, { offset: 0, data })
  return { client, path }
}

/** A mapping to a sensor of a device of its own. */
async function mappingTo(lesiId: string) {
  const id = await insertDevice(site.sql, lesiId, 'level')
  await takeUnaudited(site.sql)
  await eventually('the device is known', () => site.data.catalogue.sensor(id))
  return { mapping: wide([[lesiId, 1]]) }
}

/** For each route of imports: what has to be there first, and a call that succeeds. */
export const importSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/imports': async () => {
    const { client } = await person(['admin'])
    return { client, path: '/api/imports', body }
  },
  'DELETE /api/imports/:id': uploaded,
  'POST /api/imports/:id/check': async () => {
    const { client, path } = await uploaded()
    return { client, path: `${path}/check`, body: await mappingTo('IMPORT-1') }
  },
  'POST /api/imports/:id/run': async () => {
    const { client, path } = await uploaded()
    await client.post(`${path}/check`, await mappingTo('IMPORT-2'))
    await eventually('it is checked', async () => {
      const { state } = (await client.get(path)).json().data as { state: string }
      return state === 'checked'
    })
    return { client, path: `${path}/run`, body: {} }
  },
  'POST /api/imports/:id/cancel': async () => {
    const first = await uploaded()
    const second = await uploaded()
    const mapping = await mappingTo('IMPORT-3')
    // One is read at a time: the second one waits.
    await first.client.post(`${first.path}/check`, mapping)
    await second.client.post(`${second.path}/check`, mapping)
    return { client: second.client, path: `${second.path}/cancel`, body: {} }
  },
}
