import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { content, saying } from '#testing/article-content.ts'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { bindPerson, insertDevice } from '#testing/postgres/devices-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { insertArticle, insertVersion } from './articles-store.ts'
import {
  insertPicture,
  knownPictures,
  readPictureImage,
  removeUnusedPictures,
} from './pictures-store.ts'

const drafts = '/api/article-drafts'
let writer: Person

beforeAll(async () => void (writer = await site.addPerson({ roles: ['editor'] })))

test('AC19 an article is saved while a device goes whose sensor it links unseen', async () => {
  const sensor = await insertDevice(site.sql, 'GOES-MEANWHILE', 'flow')
  const admin = await site.addPerson({ roles: ['admin'] })
  const create = async () =>
    admin.client.post(drafts, content('Linked', 'x', { sensors: [sensor] }))
  await eventually('the sensor is known', async () => (await create()).statusCode === 200)
  const { id } = (await create()).json().data
  const saving = await site.sql.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('devices').where('lesi_id', '=', 'GOES-MEANWHILE').execute()
    const saved = writer.client.put(`${drafts}/${id}`, { version: 1, ...content('Linked') })
    await eventually('it waits', async () => (await countWaiting(site.sql)) === 1)
    return { saved }
  })
  expect((await saving.saved).statusCode).toBe(200)
  expect((await admin.client.get(`${drafts}/${id}`)).json().data).toMatchObject({
    ...{ version: 2, sensors: [] },
  })
})

test('AC19 who links sensors and who removes their device wait in one order', async () => {
  const sensor = await insertDevice(site.sql, 'LINKED', 'flow')
  await bindPerson(site.sql, 'LINKED', writer.id)
  const body = () => content('Linked', 'x', { sensors: [sensor] })
  const create = () => writer.client.post(drafts, body())
  await eventually('the sensor is known', async () => (await create()).statusCode === 200)
  const { id } = (await create()).json().data
  const saving = await site.sql.transaction().execute(async (transaction) => {
    // As who removes a device does it first.
    const device = transaction.selectFrom('devices').select('id').where('lesi_id', '=', 'LINKED')
    await device.forUpdate().execute()
    const saved = writer.client.put(`${drafts}/${id}`, { version: 1, ...body() })
    await eventually('it waits', async () => (await countWaiting(site.sql)) === 1)
    await transaction.deleteFrom('devices').where('lesi_id', '=', 'LINKED').execute()
    return { saved }
  })
  expect((await saving.saved).json().reasons).toEqual({
    sensors: [{ code: 'unknown_sensor', parameters: {} }],
  })
})

test('AC20 a picture of an article that is being saved stays', async () => {
  const [id, addedAt] = [randomUUID(), new Date(site.now - 48 * 3_600_000)]
  const picture = { id, image: Buffer.alloc(1), width: 1, height: 1, addedBy: writer.id, addedAt }
  await insertPicture(site.sql, picture)
  await site.sql.transaction().execute(async (saving) => {
    expect(await knownPictures(saving, [id])).toEqual(new Set([id]))
    const remove = site.sql.transaction()
    await remove.execute((removing) => removeUnusedPictures(removing, new Date(site.now)))
    const shown = { title: 'Shows it', text: '', document: saying(), pictures: [id] }
    const article = await insertArticle(saving, null, shown)
    const version = { id: article, version: 1, content: shown, at: new Date(site.now) }
    await insertVersion(saving, { ...version, authorId: writer.id })
  })
  expect(await readPictureImage(site.sql, id)).not.toBeNull()
})
