import { firstCertificate, secondCertificate } from '#testing/certificates.ts'
import { randomUUID } from 'node:crypto'
import { now, person, secrets, site } from './trail.ts'
import type { Step } from './step.ts'

let devices = 0

/** A device that an administrator added; its address, and the administrator. */
async function registered() {
  const { client, id } = await person()
  devices += 1
  const lesiId = `REGISTERED-${devices}`
  const { device, token } = (
    await client.post('/api/devices', { lesiId, name: `Device ${devices}` })
  ).json().data
  secrets.add(token)
  return { client, id, lesiId, path: `/api/devices/${lesiId}`, version: device.version as number }
}

/** The same with a sensor, which is called as the device. */
async function measured() {
  const device = await registered()
  const { catalogue } = site.data
  const { id = 0 } = catalogue.device(device.lesiId) ?? {}
  const added = await catalogue.addSensors(id, [{ key: device.lesiId, sample: 1 }])
  return { ...device, sensorId: added.sensors[0]?.id }
}

const commandsOn = {
  ...{ version: 0, enabled: true },
  targets: [{ name: 'speed', type: 'number', unit: 'rpm', minimum: null, maximum: null }],
}
const unlimited = { contractStart: null, contractEnd: null }
const subUser = (email: string) => ({ email, relation: 'sub-user', ...unlimited })

/** As `successes`, for the routes of devices. */
export const deviceSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/devices': async () => ({
    client: (await person()).client,
    path: '/api/devices',
    body: { lesiId: 'NEW-1', name: 'New' },
  }),
  'POST /api/devices/import': async () => ({
    client: (await person()).client,
    path: '/api/devices/import',
    body: { csv: 'lesi_id\nIMPORTED-1\nIMPORTED-2', lines: 'all' },
  }),
  'PUT /api/devices/:lesiId': async () => {
    const { client, path, version } = await registered()
    const texts = { name: 'Changed', product: 'P', site: 'S', zone: 'Z' }
    return { client, path, body: { version, ...texts, intervalMs: 1_000, silenceMs: 60_000 } }
  },
  'POST /api/devices/:lesiId/token': async () => {
    const { client, path } = await registered()
    return { client, path: `${path}/token` }
  },
  'POST /api/devices/:lesiId/token/revoke': async () => {
    const { client, path } = await registered()
    return { client, path: `${path}/token/revoke` }
  },
  'DELETE /api/devices/:lesiId': async () => {
    const { client, path } = await registered()
    return { client, path }
  },
  'POST /api/readings/deletions': async () => {
    const { client, lesiId, sensorId } = await measured()
    return { client, path: '/api/readings/deletions', body: { sensorId, name: lesiId } }
  },
  'POST /api/readings/deletions/:id/start': async () => {
    const { client, path, lesiId } = await measured()
    await client.delete(path)
    const { data } = (await client.get('/api/readings/deletions')).json<{
      data: { id: number; lesiId: string; deviceName: string }[]
    }>()
    const deletion = data.find((one) => one.lesiId === lesiId)
    const body = { name: deletion?.deviceName }
    return { client, path: `/api/readings/deletions/${deletion?.id}/start`, body }
  },
  'POST /api/devices/:lesiId/certificates': async () => {
    const { client, path } = await registered()
    const body = { certificate: firstCertificate.certificate }
    return { client, path: `${path}/certificates`, body }
  },
  'DELETE /api/devices/:lesiId/certificates/:certificateId': async () => {
    const { client, path } = await registered()
    const body = { certificate: secondCertificate.certificate }
    const { id } = (await client.post(`${path}/certificates`, body)).json().data
    return { client, path: `${path}/certificates/${id}` }
  },
  'PUT /api/devices/:lesiId/bindings': async () => {
    const { client, path } = await registered()
    return { client, path: `${path}/bindings`, body: subUser((await person(['basic'])).email) }
  },
  'DELETE /api/devices/:lesiId/bindings/:userId': async () => {
    const { client, path } = await registered()
    const { id, email } = await person(['basic'])
    await client.put(`${path}/bindings`, subUser(email))
    return { client, path: `${path}/bindings/${id}` }
  },
  'POST /api/devices/:lesiId/claim-code': async () => {
    const { client, path } = await registered()
    return { client, path: `${path}/claim-code`, body: unlimited }
  },
  'DELETE /api/devices/:lesiId/claim-code': async () => {
    const { client, path } = await registered()
    await client.post(`${path}/claim-code`, unlimited)
    return { client, path: `${path}/claim-code` }
  },
  'PUT /api/devices/:lesiId/commands/settings': async () => {
    const { client, path } = await registered()
    return { client, path: `${path}/commands/settings`, body: commandsOn }
  },
  // The device is away: the outcome is there at once.
  'POST /api/devices/:lesiId/commands': async () => {
    const { client, path } = await registered()
    await client.put(`${path}/commands/settings`, commandsOn)
    const command = { protocol: 'warroom', target: 'speed', value: 1, confirmedAt: now }
    return { client, path: `${path}/commands`, body: { id: randomUUID(), ...command } }
  },
  'POST /api/devices/claim': async () => {
    const { client, path, lesiId } = await registered()
    const { code } = (await client.post(`${path}/claim-code`, unlimited)).json().data
    secrets.add(code)
    const holder = await person(['user'])
    return { client: holder.client, path: '/api/devices/claim', body: { lesiId, code } }
  },
  'POST /api/scada/cognito-account/unbind': async () => {
    const { client, path, lesiId } = await registered()
    const holder = await person(['user'])
    await client.put(`${path}/bindings`, subUser(holder.email))
    const body = { thing: lesiId }
    return { client: holder.client, path: '/api/scada/cognito-account/unbind', body }
  },
}
