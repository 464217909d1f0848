import { beforeAll, expect, test } from 'vitest'
import { redacted } from '#kit/server/personal-data/remove-names.ts'
import { eventually } from '#testing/eventually.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { placesOf } from '#testing/postgres/places-store.ts'
import { accountSite, type Person } from '#testing/sites/account-site.ts'

const site = accountSite()
let administrator: Person
let sensor = 0

beforeAll(async () => {
  administrator = await site.addPerson({ roles: ['admin'], name: 'Ada Admin' })
  sensor = await insertDevice(site.sql, 'PRESS-1', 'level')
  const { catalogue } = site.application.data
  await eventually('the sensor is there', () => catalogue.sensor(sensor))
})

const erase = ({ id }: Person, name: string) =>
  administrator.client.post(`/api/users/${id}/erase`, { name })

test('PD2 a name shorter than what stands in its place leaves a full text too', async () => {
  const { client } = administrator
  const name = '王明'
  const person = await site.addPerson({ name, roles: ['basic'] })
  const note = { sensor, from: 2, to: 3, text: `${name}${'x'.repeat(498)}` }
  expect((await client.post('/api/annotations', note)).statusCode).toBe(200)
  expect((await erase(person, name)).statusCode).toBe(204)
  expect(await placesOf(site.sql, [name, person.email])).toEqual([])
  const asked = { sensors: [sensor], from: 2, to: 3 }
  const { data } = (await client.post('/api/annotations/list', asked)).json()
  expect(data.annotations).toMatchObject([{ text: `${redacted}${'x'.repeat(496)}…` }])
})

test('PD2 a name leaves the texts of what belongs to others', async () => {
  const { client } = administrator
  const name = 'Vera Ivanova'
  const person = await site.addPerson({ name, roles: ['basic'] })
  const { email } = person
  const { version } = (await client.get('/api/profile')).json().data
  const dashboard = (await client.post('/api/dashboards', { name: 'Hall' })).json().data.id
  const target = { kind: 'sensors', sensors: [{ thing: 'PRESS-1', key: 'level' }] }
  const condition = { kind: 'limit', level: 'high', limit: 10 }
  const rule = {
    ...{ name: 'Level', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
    ...{ target, condition, isLatching: false, hours: [], suppressedBy: [] },
    message: { 'zh-TW': `Call ${name}`, en: `Mail ${email}` },
  }
  const profile = { version, name: 'Ada Admin', introduction: `Replaces ${name}`, language: 'en' }
  const replies = [
    await client.put('/api/profile', profile),
    await client.post(`/api/boards/${dashboard}/kiosk-links`, { name, days: 1 }),
    await client.post('/api/profile/access-tokens', { name, days: 1, devices: null }),
    await client.post('/api/imports', { fileName: `${name}.csv`, bytes: 1 }),
    await client.post('/api/alarm-rules', rule),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect((await erase(person, name)).statusCode).toBe(204)
  expect(await placesOf(site.sql, [name, email])).toEqual([])
  const { introduction } = (await client.get('/api/profile')).json().data
  expect(introduction).toBe(`Replaces ${redacted}`)
  await eventually('the engine has the rule without the name', async () => {
    const { body } = await client.get('/api/alarm-rules')
    return body.includes(`Call ${redacted}`) && !body.includes(email)
  })
})

test('PD2 a name leaves texts in which its letters are put together otherwise', async () => {
  const { client } = administrator
  const [composed, apart] = ['Trần Thị Hòa', 'Nguyễn Văn Đức'].map((name, index) =>
    name.normalize(index === 0 ? 'NFC' : 'NFD'),
  ) as [string, string]
  for (const [name, other] of [
    [composed, composed.normalize('NFD')],
    [apart, apart.normalize('NFC')],
  ] as const) {
    expect(other).not.toBe(name)
    const person = await site.addPerson({ name, roles: ['basic'] })
    // As a computer names files that was given the name by its keyboard, and the other way round.
    const files = [`${name}.csv`, `${other}.csv`]
    for (const fileName of files)
      await client.post('/api/imports', { fileName, bytes: 1 }).then(({ statusCode }) => {
        expect(statusCode).toBe(200)
      })
    expect((await erase(person, other)).statusCode).toBe(204)
    expect(await placesOf(site.sql, [name, other])).toEqual([])
  }
})

test('AC21 a name leaves every version of articles, and what they are found by', async () => {
  const { client } = administrator
  const name = 'Vera Sidorova'
  const person = await site.addPerson({ name, roles: ['basic'] })
  const { email } = person
  const text = (words: string, marks: object[] = []) => ({ type: 'text', text: words, marks })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const list = (...content: object[]) => ({
    type: 'bullet_list',
    content: [{ type: 'list_item', content }],
  })
  const mail = { type: 'link', attrs: { href: `mailto:${email}` } }
  const content = [
    { type: 'heading', attrs: { level: 2 }, content: [text(`Call ${name}`)] },
    paragraph(text('Close the valve, then write to ', []), text(email, [mail])),
    list(paragraph(text('first')), list(list(list(list(list(paragraph(text(`Ask ${name}`)))))))),
    { type: 'blockquote', content: [paragraph(text(`“Never” (${name})`))] },
    { type: 'code_block', content: [{ type: 'text', text: `# by ${name}` }] },
  ]
  const body = { title: `Valve of ${name}`, document: { type: 'doc', content } }
  const links = { product: '', sensors: [], rules: [] }
  const { id } = (await client.post('/api/article-drafts', { ...body, ...links })).json().data
  const published = { version: 1, isPublished: true }
  const path = `/api/article-drafts/${id}`
  expect((await client.put(`${path}/publication`, published)).statusCode).toBe(200)
  const later = { ...body, ...links, version: 1, title: `Valve, says ${name}` }
  expect((await client.put(path, later)).statusCode).toBe(200)
  const found = async (search: string) =>
    (await client.get(`/api/articles?search=${search}`)).json().data.length
  expect(await found('Sidorova')).toBe(1)
  expect((await erase(person, name)).statusCode).toBe(204)
  expect(await placesOf(site.sql, [name, email, 'sidorova'])).toEqual([])
  expect([await found('Sidorova'), await found('valve')]).toEqual([0, 1])
  const { document } = (await client.get(`/api/articles/${id}`)).json().data
  expect(document.content[0].content).toEqual([text(`Call ${redacted}`)])
})
