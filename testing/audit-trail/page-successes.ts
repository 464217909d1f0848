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

/** As `successes`, for the routes of pages. */
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
  'POST /api/pages/:id/restore': async () => {
    const { client, id } = await page()
    return { client, path: `/api/pages/${id}/restore`, body: { version: 1 } }
  },
  'POST /api/pages/:id/take-back': async () => {
    const { client, id } = await page()
    await client.post(`${custom}/update`, { id, version: 2, deleted: true })
    return { client, path: `/api/pages/${id}/take-back` }
  },
}
