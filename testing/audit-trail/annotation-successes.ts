import { eventually } from '#testing/eventually.ts'
import { takeUnaudited } from '#testing/postgres/audit-store.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import type { Step } from './step.ts'
import { person, site } from './trail.ts'

/** An annotation that an administrator has made of a sensor of a device of its own. */
async function annotating(lesiId: string) {
  const { client } = await person(['admin'])
  const sensor = await insertDevice(site.sql, lesiId, 'level')
  await takeUnaudited(site.sql)
  await eventually('the device is known', () => site.data.catalogue.sensor(sensor))
  const content = { from: 0, to: 1, text: 'Strainer cleaned' }
  return { client, path: '/api/annotations', body: { sensor, ...content } }
}

/** The same, which is there. */
async function annotated(lesiId: string) {
  const { client, path, body } = await annotating(lesiId)
  const { id } = (await client.post(path, body)).json().data
  return { client, path: `${path}/${id}`, body }
}

/** As `successes`, for the routes of annotations. */
export const annotationSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/annotations': () => annotating('ANNOTATED-1'),
  'PUT /api/annotations/:id': async () => {
    const { client, path, body } = await annotated('ANNOTATED-2')
    const { sensor, ...content } = body
    return { client, path, body: { ...content, version: 1, text: `Of ${sensor}` } }
  },
  'DELETE /api/annotations/:id': async () => {
    const { client, path } = await annotated('ANNOTATED-3')
    return { client, path }
  },
}
