import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { content, saying } from '#testing/article-content.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { bindPerson, insertDevice } from '#testing/postgres/devices-store.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'
import { ArticleReader } from './article-reader.ts'
import { maximumVersions, type EditableArticle } from '../contract/writing-routes.ts'

const site = accountSite()
const drafts = '/api/article-drafts'
let writer: Person
let reader: Person
let sensor: number
let hidden: number

beforeAll(async () => {
  await site.sql.insertInto('products').values({ key: 'gateway', name: 'Gateway' }).execute()
  sensor = await insertDevice(site.sql, 'PUMP-1', 'flow')
  hidden = await insertDevice(site.sql, 'PUMP-2', 'flow')
  writer = await site.addPerson({ name: 'Ulrike', roles: ['editor'] })
  reader = await site.addPerson({ roles: ['visitor'] })
  await bindPerson(site.sql, 'PUMP-1', writer.id)
  const seen = async () => (await writer.client.get('/api/sensors?page=1&limit=5')).json().data
  await eventually('the device is known', async () => (await seen()).length === 1 || undefined)
})
beforeEach(async () => {
  await site.sql.deleteFrom('articles').execute()
})

async function create(body: object = content(), who = writer): Promise<EditableArticle> {
  const reply = await who.client.post(drafts, body)
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}
const publish = (id: number, version = 1, isPublished = true) =>
  writer.client.put(`${drafts}/${id}/publication`, { version, isPublished })
async function createPublished(body: object = content()): Promise<number> {
  const { id } = await create(body)
  expect((await publish(id)).statusCode).toBe(200)
  return id
}
async function found(search: string, who = reader) {
  const reply = await who.client.get(`/api/articles?search=${encodeURIComponent(search)}`)
  expect(reply.statusCode).toBe(200)
  return (reply.json().data as { title: string }[]).map(({ title }) => title)
}

test('AC3 readers see what is published, and the version that is', async () => {
  const { id } = await create()
  expect(await found('')).toEqual([])
  expect((await reader.client.get(`/api/articles/${id}`)).statusCode).toBe(404)
  await publish(id)
  const changed = content('Strainer', 'Something unfinished')
  await writer.client.put(`${drafts}/${id}`, { version: 1, ...changed })
  const article = (await reader.client.get(`/api/articles/${id}`)).json().data
  expect(article).toMatchObject({ document: saying('Close the valve'), author: 'Ulrike' })
  expect(article.editPath).toBeNull()
  expect(await found('unfinished')).toEqual([])
  const own = (await writer.client.get(drafts)).json().data
  expect(own).toMatchObject([{ id, version: 2, state: 'changed' }])
  await publish(id, 2, false)
  expect((await reader.client.get(`/api/articles/${id}`)).statusCode).toBe(404)
  expect(await found('')).toEqual([])
})

test('AC4 who may write articles of one product writes no others', async () => {
  const ofProduct = await create({ product: 'gateway', ...content() })
  const roleOf = async (permission: string) =>
    site.addPerson({ roles: ['user'], permissions: [permission] })
  const general = await roleOf('manage article')
  const special = await roleOf('manage gatewayarticle')
  const address = `${drafts}/${ofProduct.id}`
  await special.client.put(`${address}/publication`, { version: 1, isPublished: true })
  for (const person of [general, reader]) {
    expect((await person.client.get(`${drafts}?product=gateway`)).statusCode).toBe(403)
    for (const { statusCode } of await attemptsOf(person, address)) expect(statusCode).toBe(403)
  }
  expect((await special.client.get(address)).statusCode).toBe(200)
  expect((await special.client.get(drafts)).statusCode).toBe(403)
  expect((await special.client.post(drafts, content())).statusCode).toBe(403)
  expect((await special.client.delete(address)).statusCode).toBe(204)
  const administrator = await site.addPerson({ roles: ['admin'] })
  const unknown = await administrator.client.post(drafts, { product: 'none', ...content() })
  expect(unknown.json().reasons).toMatchObject({ product: [{ code: 'not_accepted' }] })
})

/** Every call about one article that is written. */
async function attemptsOf({ client }: Person, address: string) {
  return [
    await client.get(address),
    await client.get(`${address}/versions`),
    await client.get(`${address}/versions/1`),
    await client.put(address, { version: 1, ...content() }),
    await client.post(`${address}/restore`, { version: 1, from: 1 }),
    await client.put(`${address}/publication`, { version: 1, isPublished: true }),
    await client.delete(address),
  ]
}

test('AC16 a draft is answered to others like one that is not there', async () => {
  const { id } = await create({ product: 'gateway', ...content() })
  const other = await site.addPerson({ roles: ['user'], permissions: ['manage article'] })
  for (const person of [other, reader]) {
    const answers = async (about: number) =>
      (await attemptsOf(person, `${drafts}/${about}`)).map((reply) => {
        const { requestId: _, ...answer } = reply.json()
        return [reply.statusCode, answer]
      })
    expect(await answers(id)).toEqual(await answers(999_999))
  }
})

test('AC5 of two who save the same version the later one is refused', async () => {
  const { id } = await create()
  const save = (title: string) =>
    writer.client.put(`${drafts}/${id}`, { version: 1, ...content(title) })
  const replies = await Promise.all(['One', 'Other'].map(save))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const stored = replies[0]?.statusCode === 200 ? 'One' : 'Other'
  expect((await writer.client.get(`${drafts}/${id}`)).json().data).toMatchObject({
    ...{ title: stored, version: 2 },
  })
})

test('AC6 versions are kept and restored; of many the newest and the published', async () => {
  const id = await createPublished(content('First', 'Original'))
  // From an address of its own: one address saves 120 in a minute.
  const client = await site.clientOf(writer.id, '192.0.2.7')
  for (let version = 1; version <= maximumVersions + 2; version++)
    await client.put(`${drafts}/${id}`, { version, ...content(`No. ${version + 1}`) })
  const listed = (await writer.client.get(`${drafts}/${id}/versions`)).json().data
  expect(listed).toHaveLength(maximumVersions + 1)
  expect(listed.at(-1)).toMatchObject({ version: 1, isPublished: true, savedBy: 'Ulrike' })
  expect((await writer.client.get(`${drafts}/${id}/versions/2`)).statusCode).toBe(404)
  const version = listed[0].version
  const body = { version, from: 1 }
  const restored = (await writer.client.post(`${drafts}/${id}/restore`, body)).json().data
  expect(restored).toMatchObject({ title: 'First', version: version + 1 })
  expect(restored.document).toEqual(saying('Original'))
  expect((await writer.client.post(`${drafts}/${id}/restore`, body)).statusCode).toBe(409)
})

test.each([
  ['English, another form of the word', 'Replacing the pumps', 'replace pump'],
  ['English, its beginning', 'Replacing the strainer', 'strai'],
  ['Russian, another case', 'Замена насосов', 'замена насоса'],
  ['Russian ё', 'Ещё раз: отсёк', 'отсек'],
  ['Vietnamese without marks', 'Nhiệt độ ổ trục', 'nhiet do o truc'],
  ['Vietnamese with marks', 'Nhiệt độ ổ trục', 'nhiệt độ'],
  ['Chinese within a sentence', '更換冷卻水泵的濾網', '水泵'],
  ['one Chinese sign', '更換濾網', '濾'],
  ['Chinese and letters', '更換P-101濾網', 'p-101 濾網'],
])('AC7 %s is found', async (_, text, search) => {
  await createPublished(content('Procedure', text))
  await createPublished(content('Other', 'Nothing of it 無關 другое khác'))
  expect(await found(search)).toEqual(['Procedure'])
})

test('AC7 a word of the title counts more, and signs of queries mean nothing', async () => {
  await createPublished(content('Valves', 'Turn the bolt'))
  await createPublished(content('Bolt', 'Turn the valve'))
  expect(await found('bolt')).toEqual(['Bolt', 'Valves'])
  expect(await found("bolt' | & ! :*")).toEqual(['Bolt', 'Valves'])
  expect(await found('!!!')).toEqual([])
  expect(await found('水泵')).toEqual([])
})

test('AC7 articles of one product are found alone, with its name', async () => {
  await createPublished(content('Pump'))
  await createPublished({ product: 'gateway', ...content('Pump of the gateway') })
  const ofGateway = async (search: string) =>
    (await reader.client.get(`/api/articles?product=gateway&search=${search}`)).json().data
  expect(await ofGateway('pump')).toMatchObject([
    { title: 'Pump of the gateway', product: { key: 'gateway', name: 'Gateway' } },
  ])
  expect(await ofGateway('valve none')).toEqual([])
  expect(await found('pump')).toHaveLength(2)
})

test('AC8 an article is the procedure of sensors and rules, for who may see them', async () => {
  const definition = JSON.stringify({})
  const { id: rule } = await site.sql
    .insertInto('alarm_rules')
    .values({ name: 'Hot', is_enabled: true, definition, changed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await createPublished(content('Pump', 'x', { sensors: [sensor], rules: [rule] }))
  const asked = { sensors: [sensor, hidden], rules: [rule] }
  const reply = await writer.client.post('/api/articles/procedures', asked)
  expect(reply.json().data).toEqual([{ id, title: 'Pump', sensors: [sensor], rules: [rule] }])
  const stranger = await site.addPerson({ roles: ['basic'] })
  const none = await stranger.client.post('/api/articles/procedures', { sensors: [sensor] })
  expect(none.json().data).toEqual([])
  expect((await stranger.client.get(`/api/articles?sensor=${sensor}`)).json().data).toEqual([])
  expect((await stranger.client.get(`/api/articles/${id}`)).json().data.sensors).toEqual([])
  const administrator = await site.addPerson({ roles: ['admin'] })
  const both = { sensors: [sensor, hidden], rules: [] }
  const body = { version: 1, ...content('Pump', 'x', both) }
  expect((await administrator.client.put(`${drafts}/${id}`, body)).statusCode).toBe(200)
  const own = await writer.client.put(`${drafts}/${id}`, { ...body, version: 2, sensors: [] })
  expect(own.json().data.sensors).toEqual([])
  const left = (await administrator.client.get(`${drafts}/${id}`)).json().data.sensors
  expect(left).toMatchObject([{ id: hidden, lesiId: 'PUMP-2' }])
})

test('AC8 a rule about closed devices alone is unknown to who writes an article', async () => {
  const target = (thing: string) => ({ kind: 'sensors', sensors: [{ thing, key: 'flow' }] })
  const rules = ['PUMP-2', 'PUMP-1'].map((thing) => ({
    ...{ name: thing, is_enabled: true, changed_at: new Date() },
    definition: JSON.stringify({ target: target(thing) }),
  }))
  const [closed, open] = (
    await site.sql.insertInto('alarm_rules').values(rules).returning('id').execute()
  ).map(({ id }) => id)
  const linked = (rule: number | undefined) =>
    writer.client.post(drafts, content('Linked', 'x', { rules: [rule ?? 0] }))
  const refused = await linked(closed)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().reasons).toEqual((await linked(999_999)).json().reasons)
  expect((await linked(open)).statusCode).toBe(200)
})

test('AC17 a rule about closed devices alone leads nobody to its procedures', async () => {
  const target = { kind: 'sensors', sensors: [{ thing: 'PUMP-2', key: 'flow' }] }
  const definition = JSON.stringify({ target })
  const { id: rule } = await site.sql
    .insertInto('alarm_rules')
    .values({ name: 'Closed', is_enabled: true, definition, changed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const admin = await site.addPerson({ roles: ['admin'] })
  const { id } = await create(content('Closed', 'x', { rules: [rule] }), admin)
  await publish(id)
  const found = async ({ client }: Person) =>
    (await client.post('/api/articles/procedures', { rules: [rule] })).json().data
  expect(await found(admin)).toMatchObject([{ id, rules: [rule] }])
  expect(await found(writer)).toEqual([])
  const address = `${drafts}/${id}`
  expect((await writer.client.get(address)).json().data.rules).toEqual([])
  // It stays linked when somebody saves the article to whom it is closed.
  const saved = await writer.client.put(address, { version: 1, ...content('Closed') })
  expect(saved.json().data.rules).toEqual([])
  expect((await admin.client.get(address)).json().data.rules).toEqual([rule])
})

test.each([
  ['no title', { title: '  ' }, 'title', 'required'],
  ['a long title', { title: 'x'.repeat(201) }, 'title', 'too_long'],
  ['a sensor of others', { sensors: 'hidden' }, 'sensors', 'unknown_sensor'],
  ['an unknown rule', { rules: [999_999] }, 'rules', 'unknown_rule'],
  ['a sensor twice', { sensors: [1, 1] }, 'sensors', 'repeated'],
])('AC9 %s is refused at its field', async (_, part, field, code) => {
  const named = 'sensors' in part && part.sensors === 'hidden' ? { sensors: [hidden] } : part
  const reply = await writer.client.post(drafts, { ...content(), ...named })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().reasons).toMatchObject({ [field]: [{ code }] })
})

test('AC9 a document that is none is refused, and nothing of what is stored is lost', async () => {
  const { id } = await create()
  const bad = { type: 'doc', content: [{ type: 'script' }] }
  const body = { version: 1, ...content(), document: bad }
  expect((await writer.client.put(`${drafts}/${id}`, body)).statusCode).toBe(422)
  const stored = (await writer.client.get(`${drafts}/${id}`)).json().data
  expect(stored).toMatchObject({ version: 1, document: saying('Close the valve') })
})

test('AC10 pictures are stored as pictures alone, and go when no version shows them', async () => {
  const send = ({ client }: Person, file: Buffer) =>
    client.post('/api/article-pictures', { image: file.toString('base64') })
  expect((await send(reader, tinyPicture.png)).statusCode).toBe(403)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  expect((await send(writer, svg)).statusCode).toBe(422)
  const [shown, unused] = await Promise.all(
    [1, 2].map(async () => (await send(writer, tinyPicture.png)).json().data.id as string),
  )
  const image = { type: 'image' as const, attrs: { id: shown ?? '', alt: 'A valve' } }
  await create({ ...content(), document: { type: 'doc', content: [image] } })
  const other = { ...image, attrs: { ...image.attrs, id: '00000000-0000-4000-8000-000000000000' } }
  const refused = { ...content(), document: { type: 'doc', content: [other] } }
  expect((await writer.client.post(drafts, refused)).json().reasons).toMatchObject({
    document: [{ code: 'not_accepted' }],
  })
  const file = await reader.client.get(`/api/article-pictures/${shown}`)
  expect(file.headers['content-type']).toBe('image/webp')
  const before = site.now
  site.now += 25 * 3_600_000
  const later = await site.addPerson({ roles: ['editor'] })
  expect((await send(later, tinyPicture.png)).statusCode).toBe(200)
  const stays = await later.client.get(`/api/article-pictures/${shown}`)
  const gone = await later.client.get(`/api/article-pictures/${unused}`)
  expect([stays.statusCode, gone.statusCode]).toEqual([200, 404])
  site.now = before
})

test('AC11 other features find articles by most of the words, and by their links', async () => {
  const reader = new ArticleReader(site.sql)
  await createPublished(content('Replacing the pump filter', 'Close both valves first'))
  await createPublished(content('Замена фильтра насоса', 'Закройте оба клапана'))
  await createPublished(content('更換泵浦濾網', '先關閉閥門'))
  await createPublished(content('Thay bộ lọc của bơm', 'Đóng hai van'))
  const own = await createPublished(content('Hot', 'x', { sensors: [sensor] }))
  await create(content('Draft about filters of pumps'))
  const titles = async (...words: string[]) =>
    (await reader.find(words, 5)).map((each) => each.title)
  expect(await titles('replace', 'filters', 'pumps', 'tomorrow')).toEqual([
    'Replacing the pump filter',
  ])
  expect(await titles('заменить', 'фильтр', 'насоса')).toEqual(['Замена фильтра насоса'])
  expect(await titles('更換濾網', '泵浦')).toEqual([])
  expect(await titles('更換', '濾網')).toEqual(['更換泵浦濾網'])
  expect(await titles('thay', 'bo', 'loc')).toEqual(['Thay bộ lọc của bơm'])
  expect(await titles('filter', 'boiler', 'chimney')).toEqual([])
  expect(await titles("') or true --", '&')).toEqual([])
  expect(await titles()).toEqual([])
  const [linked] = await reader.procedures({ sensors: [sensor], rules: [] }, 5)
  expect(linked).toMatchObject({ id: own, title: 'Hot', text: 'x', sensors: [sensor] })
})
