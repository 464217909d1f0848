import { tinyPicture } from '#testing/pictures.ts'
import { takeUnaudited } from '#testing/postgres/audit-store.ts'
import type { Step } from './step.ts'
import { person, site } from './trail.ts'

const path = '/api/article-drafts'
const document = { type: 'doc', content: [{ type: 'paragraph' }] }
const content = { title: 'Strainer', document, sensors: [], rules: [] }

/** An article that is there, and what is done to it. */
const does =
  (part: string, body?: object): (() => Promise<Step>) =>
  async () => {
    const { client } = await person(['admin'])
    const { id } = (await client.post(path, content)).json().data
    await takeUnaudited(site.sql)
    return { client, path: `${path}/${id}${part}`, ...(body && { body }) }
  }

/** As `successes`, for the routes of articles. */
export const articleSuccesses: Readonly<Record<string, () => Promise<Step>>> = {
  'POST /api/article-drafts': async () => ({
    ...{ client: (await person(['admin'])).client, path, body: content },
  }),
  'PUT /api/article-drafts/:id': does('', { version: 1, ...content }),
  'PUT /api/article-drafts/:id/publication': does('/publication', {
    ...{ version: 1, isPublished: true },
  }),
  'POST /api/article-drafts/:id/restore': does('/restore', { version: 1, from: 1 }),
  'DELETE /api/article-drafts/:id': does(''),
  'POST /api/article-pictures': async () => ({
    client: (await person(['admin'])).client,
    path: '/api/article-pictures',
    body: { image: tinyPicture.png.toString('base64') },
  }),
}
