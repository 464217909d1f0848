import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { content } from '#testing/article-content.ts'
import { bindPerson, insertDevice } from '#testing/postgres/devices-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'

interface ReadArticle {
  readonly sensors: readonly object[]
  readonly editPath: string | null
}

test('AC18 an article leads nobody to a screen that is not theirs', async () => {
  const sensor = await insertDevice(site.sql, 'PUMP-1', 'flow')
  const writer = await site.addPerson({ roles: ['editor'] })
  const bound = await site.addPerson({ roles: ['visitor'], permissions: ['manage article'] })
  for (const { id } of [writer, bound]) await bindPerson(site.sql, 'PUMP-1', id)
  const seen = async () => (await writer.client.get('/api/sensors')).json().data.length === 1
  await eventually('the device is open', seen)
  const body = { ...content(), sensors: [sensor] }
  const { id } = (await writer.client.post('/api/article-drafts', body)).json().data
  const publication = { version: 1, isPublished: true }
  await writer.client.put(`/api/article-drafts/${id}/publication`, publication)
  const shownTo = async ({ client }: Person) => {
    const article: ReadArticle = (await client.get(`/api/articles/${id}`)).json().data
    const { meta } = (await client.get(`/api/articles?sensor=${sensor}`)).json()
    return { form: article.editPath, charts: article.sensors.length, listed: meta.total }
  }
  expect(await shownTo(writer)).toEqual({
    ...{ form: `/administrator/articles/edit/${id}`, charts: 1, listed: 1 },
  })
  // Without the menu of administrators there is no form, without the war room no chart.
  expect(await shownTo(bound)).toEqual({ form: null, charts: 0, listed: 0 })
})
