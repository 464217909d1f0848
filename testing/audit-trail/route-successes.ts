import { eventually } from '#testing/eventually.ts'
import { takeUnaudited } from '#testing/postgres/audit-store.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { scheduleSuccesses } from './schedule-successes.ts'
import { alarmSuccesses } from './alarm-successes.ts'
import { annotationSuccesses } from './annotation-successes.ts'
import { articleSuccesses } from './article-successes.ts'
import { connectorSuccesses } from './connector-successes.ts'
import { deviceSuccesses } from './device-successes.ts'
import { importSuccesses } from './import-successes.ts'
import { pageSuccesses } from './page-successes.ts'
import type { Step } from './step.ts'
import { codeNow, customRole, guarded, now, password, person, secrets, site } from './trail.ts'

/** A sensor of a device of its own gets another name. */
async function renaming(lesiId: string, path = '/api/sensors/config'): Promise<Step> {
  const { client } = await person()
  const id = await insertDevice(site.sql, lesiId, 'level')
  await takeUnaudited(site.sql)
  await eventually('the device is known', () => site.data.catalogue.sensor(id))
  const changes = [{ id, before: { alias: 'level' }, after: { alias: 'Level' } }]
  return { client, path, body: { changes } }
}

/** A sensor that is to be calculated from one of the device's. */
async function calculating(lesiId: string): Promise<Step> {
  const { client } = await person()
  const id = await insertDevice(site.sql, lesiId, 'level')
  await takeUnaudited(site.sql)
  await eventually('the device is known', () => site.data.catalogue.sensor(id))
  const inputs = { a: { thing: lesiId, key: 'level' } }
  const calculations = [{ thing: lesiId, key: 'twice', expression: '2 * a', inputs }]
  return { client, path: '/api/calculations', body: { calculations } }
}

/** An export of an administrator, who sees every device. */
async function exporting(lesiId: string) {
  const { client } = await person(['admin'])
  const id = await insertDevice(site.sql, lesiId, 'level')
  await takeUnaudited(site.sql)
  await eventually('the device is known', () => site.data.catalogue.sensor(id))
  const sensors = [{ thing: lesiId, sensor: 'level' }]
  const body = { kind: 'readings', format: 'csv', mode: 'sensor', from: 0, to: 1, sensors }
  return { client, path: '/api/exports', body }
}

/** For how long readings of one type of a product are kept. */
const retentionRule = (product: string) => ({
  ...{ product, type: 'analog', readingsDays: 90, minutesDays: 730, hoursDays: null },
})

const readingToken = { name: 'Grafana', days: 30, devices: null }

/** For each route that changes something: what has to be there first, and a call that succeeds. */
export const successes: Readonly<Record<string, () => Promise<Step>>> = {
  ...alarmSuccesses,
  ...articleSuccesses,
  ...deviceSuccesses,
  ...connectorSuccesses,
  ...pageSuccesses,
  ...annotationSuccesses,
  ...scheduleSuccesses(exporting),
  'POST /api/exports': () => exporting('EXPORT-1'),
  'POST /api/exports/archives': async () => {
    const { client, body } = await exporting('EXPORT-5')
    const asked = { kind: 'archive', title: 'Night', readings: body }
    return { client, path: '/api/exports/archives', body: asked }
  },
  'POST /api/exports/reports': async () => {
    const { client, body } = await exporting('EXPORT-4')
    const { from, to, sensors } = body
    return { client, path: '/api/exports/reports', body: { kind: 'report', from, to, sensors } }
  },
  'DELETE /api/exports/:id': async () => {
    const { client, path, body } = await exporting('EXPORT-2')
    return { client, path: `${path}/${(await client.post(path, body)).json().data.id}` }
  },
  'POST /api/exports/:id/cancel': async () => {
    const { client, path, body } = await exporting('EXPORT-3')
    // One of a person is made at a time: the second one waits.
    await client.post(path, body)
    const { id } = (await client.post(path, body)).json().data
    return { client, path: `${path}/${id}/cancel` }
  },
  ...importSuccesses,
  'POST /api/auth/login': async () => {
    const { email } = await person()
    return {
      client: await site.anonymousClient(),
      path: '/api/auth/login',
      body: { email, password },
    }
  },
  'POST /api/auth/second-factor': async () => {
    const { email, codes } = await guarded()
    const client = await site.anonymousClient()
    const { ticket } = (await client.post('/api/auth/login', { email, password })).json().data
    const path = '/api/auth/second-factor'
    return {
      client,
      path,
      body: { ticket, recoveryCode: codes[0] },
      besides: ['profile.use-recovery-code'],
    }
  },
  'POST /api/auth/logout': async () => ({
    client: (await person()).client,
    path: '/api/auth/logout',
  }),
  'POST /api/auth/role/asign': async () => ({
    client: (await person()).client,
    path: '/api/auth/role/asign',
    body: { role: 'visitor' },
  }),
  'POST /api/auth/reset': async () => {
    const { client } = await person()
    const { id } = await person(['user'])
    const [, token = ''] = (await client.post(`/api/users/${id}/reset-link`))
      .json()
      .data.path.split('#')
    secrets.add(token)
    return {
      client: await site.anonymousClient(),
      path: '/api/auth/reset',
      body: { token, password: 'another harbour' },
    }
  },
  'PUT /api/profile': async () => {
    const { client } = await person()
    const { version } = (await client.get('/api/profile')).json().data
    return {
      client,
      path: '/api/profile',
      body: { version, name: 'Renamed', introduction: 'Hello', language: 'vi' },
    }
  },
  'POST /api/profile/avatar': async () => ({
    client: (await person()).client,
    path: '/api/profile/avatar',
    body: { image: tinyPicture.png.toString('base64') },
  }),
  'POST /api/profile/password': async () => ({
    client: (await person()).client,
    path: '/api/profile/password',
    body: { current: password, next: 'another harbour' },
  }),
  'PUT /api/shifts': async () => ({
    client: (await person(['admin'])).client,
    ...{ path: '/api/shifts', body: { shifts: [{ name: 'Early', start: '06:00' }] } },
  }),
  'PUT /api/readings/retention': async () => ({
    client: (await person(['admin'])).client,
    ...{ path: '/api/readings/retention', body: retentionRule('') },
  }),
  'POST /api/readings/retention/confirm-clock': async () => ({
    ...{ client: (await person(['admin'])).client, body: { now } },
    path: '/api/readings/retention/confirm-clock',
  }),
  'POST /api/readings/retention/repair': async () => ({
    client: (await person(['admin'])).client,
    ...{ path: '/api/readings/retention/repair', body: {} },
  }),
  'POST /api/readings/retention/repair/cancel': async () => ({
    client: (await person(['admin'])).client,
    ...{ path: '/api/readings/retention/repair/cancel', body: {} },
  }),
  'POST /api/readings/retention/remove': async () => {
    const { client } = await person(['admin'])
    const body = retentionRule('Oven X')
    await client.put('/api/readings/retention', body)
    const { product, type } = body
    return { client, path: '/api/readings/retention/remove', body: { product, type } }
  },
  'POST /api/profile/access-tokens': async () => ({
    client: (await person()).client,
    ...{ path: '/api/profile/access-tokens', body: readingToken },
  }),
  'DELETE /api/profile/access-tokens/:id': async () => {
    const { client } = await person()
    const path = '/api/profile/access-tokens'
    const { accessToken } = (await client.post(path, readingToken)).json().data
    return { client, path: `${path}/${accessToken.id}` }
  },
  'DELETE /api/profile/sessions/:id': async () => {
    const { client } = await person()
    const [{ id }] = (await client.get('/api/profile/sessions')).json().data
    return { client, path: `/api/profile/sessions/${id}` }
  },
  'DELETE /api/profile/sessions': async () => ({
    client: (await person()).client,
    path: '/api/profile/sessions',
  }),
  'POST /api/profile/second-factor/setup': async () => ({
    client: (await person()).client,
    path: '/api/profile/second-factor/setup',
    body: { password },
  }),
  'POST /api/profile/second-factor/confirm': async () => {
    const { client } = await person()
    const { secret } = (await client.post('/api/profile/second-factor/setup', { password })).json()
      .data
    return { client, path: '/api/profile/second-factor/confirm', body: { code: codeNow(secret) } }
  },
  'POST /api/profile/second-factor/disable': async () => ({
    client: (await guarded()).client,
    path: '/api/profile/second-factor/disable',
    body: { password },
  }),
  'POST /api/users': async () => ({
    client: (await person()).client,
    path: '/api/users',
    body: { name: 'New', email: 'new@example.org', roles: ['user'], password: 'another harbour' },
  }),
  'PUT /api/users/:id': async () => {
    const { client } = await person()
    const { id, email } = await person(['user'])
    const body = {
      version: 1,
      name: 'Changed',
      email,
      introduction: '',
      roles: ['editor'],
      permissions: ['view menu zip'],
    }
    return { client, path: `/api/users/${id}`, body }
  },
  'DELETE /api/users/:id': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}`,
  }),
  'POST /api/users/:id/personal-data': async () => ({
    client: (await person(['admin'])).client,
    path: `/api/users/${(await person()).id}/personal-data`,
  }),
  'POST /api/profile/personal-data': async () => ({
    client: (await person()).client,
    path: '/api/profile/personal-data',
  }),
  'POST /api/users/:id/erase': async () => {
    const { id } = await person()
    const { client } = await person(['admin'])
    const { name } = (await client.get(`/api/users/${id}`)).json().data
    return { client, path: `/api/users/${id}/erase`, body: { name } }
  },
  'POST /api/users/:id/disable': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}/disable`,
  }),
  'POST /api/users/:id/enable': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}/enable`,
  }),
  'POST /api/users/:id/reset-link': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await person()).id}/reset-link`,
  }),
  'POST /api/users/:id/second-factor/disable': async () => ({
    client: (await person()).client,
    path: `/api/users/${(await guarded()).id}/second-factor/disable`,
  }),
  'POST /api/roles': async () => ({
    client: (await person()).client,
    path: '/api/roles',
    body: { name: 'Night shift', permissions: ['view menu warroom'] },
  }),
  'PUT /api/roles/:name': async () => {
    const { client, version } = await customRole('Day shift')
    return { client, path: '/api/roles/Day%20shift', body: { name: 'Early shift', version } }
  },
  'PUT /api/roles/:name/permissions': async () => {
    const { client, version } = await customRole('Late shift')
    return {
      client,
      path: '/api/roles/Late%20shift/permissions',
      body: { permissions: ['view menu zip'], version },
    }
  },
  'PUT /api/sensors/config': async () => renaming('WELL-1'),
  'PUT /api/scada/sensor/config/:id': async () =>
    renaming('WELL-2', '/api/scada/sensor/config/WELL-2'),
  'PUT /api/calculations': async () => calculating('WELL-3'),
  'DELETE /api/calculations/:id': async () => {
    const { client, path, body } = await calculating('WELL-4')
    const [id] = (await client.put(path, body ?? {})).json().data.ids as number[]
    return { client, path: `/api/calculations/${id}` }
  },
  'DELETE /api/roles/:name': async () => ({
    client: (await customRole('Unused')).client,
    path: '/api/roles/Unused',
  }),
}
