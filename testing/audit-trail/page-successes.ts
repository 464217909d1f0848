import { tinyPicture } from '#testing/pictures.ts'
import { person } from './trail.ts'
import type { Step } from './step.ts'

const custom = '/api/scada/shadow-lambda/custom'

/** A page of somebody, in its second version. */
async function page() {
  const { client } = await person(['basic'])
  const { id } = (await client.post(`${custom}/store`, { name: 'Pumps' })).json().data
  await client.post(`${custom}/update`, { id, version: 1, name: 'Pumps of hall 1' })
  return { client, id: id as string }
}

/** A dashboard of somebody. */
async function dashboard() {
  const { client } = await person(['basic'])
  const { id } = (await client.post('/api/dashboards', { name: 'Pumps' })).json().data
  return { client, id: id as string, path: `/api/dashboards/${id}` }
}

/** As `successes`, for the routes of pages, dashboards and pictures. */
export const pageSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/scada/shadow-lambda/custom/store': async () => ({
    client: (await person(['basic'])).client,
    path: `${custom}/store`,
    body: { name: 'Ovens' },
  }),
  'POST /api/scada/shadow-lambda/custom/update': async () => {
    const { client, id } = await page()
    return { client, path: `${custom}/update`, body: { id, version: 2, name: 'Changed' } }
  },
  'POST /api/scada/shadow-lambda/custom/menu': async () => {
    const { client, id } = await page()
    return { client, path: `${custom}/menu`, body: { order: [id] } }
  },
  'POST /api/boards/:id/restore': async () => {
    const { client, id } = await page()
    return { client, path: `/api/boards/${id}/restore`, body: { version: 1 } }
  },
  'POST /api/boards/:id/take-back': async () => {
    const { client, id } = await page()
    await client.post(`${custom}/update`, { id, version: 2, deleted: true })
    return { client, path: `/api/boards/${id}/take-back` }
  },
  'POST /api/dashboards': async () => ({
    client: (await person(['basic'])).client,
    path: '/api/dashboards',
    body: { name: 'Ovens' },
  }),
  'POST /api/dashboards/:id/copy': async () => {
    const { client, path } = await dashboard()
    return { client, path: `${path}/copy`, body: { name: 'Copy' } }
  },
  'PUT /api/dashboards/:id': async () => {
    const { client, path } = await dashboard()
    return { client, path, body: { version: 1, name: 'Changed' } }
  },
  'PUT /api/dashboards/:id/template': async () => {
    const { client, path } = await dashboard()
    return { client, path: `${path}/template`, body: { isTemplate: true } }
  },
  'PUT /api/dashboards/order': async () => {
    const { client, id } = await dashboard()
    return { client, path: '/api/dashboards/order', body: { order: [id] } }
  },
  'PUT /api/dashboards/chosen': async () => {
    const { client, id } = await dashboard()
    return { client, path: '/api/dashboards/chosen', body: { id } }
  },
  'PUT /api/administrator/boards/:id/owner': async () => {
    const [owner, newOwner] = [await person(['basic']), await person(['basic'])]
    const { id } = (await owner.client.post('/api/dashboards', { name: 'Pumps' })).json().data
    const { client } = await person(['admin'])
    const body = { email: newOwner.email, from: owner.email }
    return { client, path: `/api/administrator/boards/${id}/owner`, body }
  },
  'PUT /api/boards/:id/shares': async () => {
    const { client, id } = await dashboard()
    return { client, path: `/api/boards/${id}/shares`, body: { role: 'user', access: 'read' } }
  },
  'DELETE /api/boards/:id/shares/:share': async () => {
    const { client, id } = await dashboard()
    const path = `/api/boards/${id}/shares`
    const share = { role: 'user', access: 'read' }
    const { shares } = (await client.put(path, share)).json().data
    return { client, path: `${path}/${shares[0].id}` }
  },
  'POST /api/pictures': async () => ({
    client: (await person(['basic'])).client,
    path: '/api/pictures',
    body: { image: tinyPicture.png.toString('base64') },
  }),
  'DELETE /api/pictures/:id': async () => {
    const { client } = await person(['basic'])
    const image = tinyPicture.webp.toString('base64')
    const { id } = (await client.post('/api/pictures', { image })).json().data
    return { client, path: `/api/pictures/${id}` }
  },
  'POST /api/boards/:id/kiosk-links': async () => {
    const { client, id } = await dashboard()
    return { client, path: `/api/boards/${id}/kiosk-links`, body: { name: 'Gate', days: 7 } }
  },
  'DELETE /api/boards/:id/kiosk-links/:link': async () => {
    const { client, id } = await dashboard()
    const path = `/api/boards/${id}/kiosk-links`
    const { link } = (await client.post(path, { name: 'Gate', days: 7 })).json().data
    return { client, path: `${path}/${link.id}` }
  },
}
