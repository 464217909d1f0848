import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { insertVersion } from './versions-store.ts'
import { removeExpiredBoards } from './bin-maintenance.ts'
import { recordAudit } from '../../../apps/server/audit.ts'

const custom = '/api/scada/shadow-lambda/custom'
const day = 86_400_000
let owner: Person

beforeAll(async () => {
  owner = await site.addPerson({ roles: ['basic'] })
})

const area = (id: string, name = id) => ({
  ...{ id, name, x: 0, y: (id.codePointAt(0) ?? 0) - 97, w: 12, h: 1, widgets: [] },
})
const post = (path: string, body: object = {}) => owner.client.post(path, body)
const update = (body: object) => post(`${custom}/update`, body)
const stored = async (areas: object[] = []) =>
  (await post(`${custom}/store`, { name: 'Page', areas })).json().data.id as string
const present = async (id: string) => {
  const data = encodeURIComponent(JSON.stringify({ id }))
  return (await owner.client.get(`${custom}/pages?data=${data}`)).json().data
}

test('PG5 edits of one version are merged area by area', async () => {
  const id = await stored([area('a'), area('b')])
  expect(
    (await update({ id, version: 1, areas: [area('a', 'A'), area('b')] })).json().data,
  ).toEqual({ board: expect.objectContaining({ version: 2 }), isMerged: false })
  const merged = await update({ id, version: 1, areas: [area('a'), area('b', 'B'), area('c')] })
  expect(merged.json().data).toMatchObject({ isMerged: true, board: { version: 3 } })
  const { areas } = await present(id)
  expect(areas.map(({ name }: { name: string }) => name).toSorted()).toEqual(['A', 'B', 'c'])
})

test('PG5 what both changed is named by 409, and nothing of the edit is stored', async () => {
  const id = await stored([area('a'), area('b')])
  await update({ id, version: 1, name: 'Theirs', areas: [area('a', 'theirs'), area('b')] })
  const mine = { name: 'Mine', areas: [area('a', 'mine'), area('b', 'B')] }
  const reply = await update({ id, version: 1, ...mine })
  expect(reply.statusCode).toBe(409)
  expect(Object.keys(reply.json().reasons)).toEqual(['name', 'areas.a'])
  expect(await present(id)).toMatchObject({ version: 2, name: 'Theirs' })
  expect((await update({ id, version: 2, ...mine })).statusCode).toBe(200)
  expect((await update({ id, version: 9, ...mine })).statusCode).toBe(409)
})

test('PG5 two edits that are too much together are in conflict', async () => {
  const id = await stored()
  const many = (from: number) =>
    Array.from({ length: 60 }, (_, index) => ({ ...area(`n${from + index}`), y: from + index }))
  expect((await update({ id, version: 1, areas: many(0) })).statusCode).toBe(200)
  const reply = await update({ id, version: 1, areas: many(60) })
  expect([reply.statusCode, Object.keys(reply.json().reasons)]).toEqual([409, ['areas']])
  expect((await present(id)).areas).toHaveLength(60)
})

test('PG5 of many edits at once each is stored or refused', async () => {
  const id = await stored()
  const letters = ['a', 'b', 'c', 'd', 'e', 'f']
  const replies = await Promise.all(
    letters.map((letter) => update({ id, version: 1, areas: [area(letter)] })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(letters.map(() => 200))
  const { areas, version } = await present(id)
  expect([areas.length, version]).toEqual([6, 7])
})

test('PG6 an earlier version becomes the present one, and none is lost', async () => {
  const id = await stored([area('a')])
  await update({ id, version: 1, areas: [] })
  const reply = await post(`/api/boards/${id}/restore`, { version: 1 })
  expect(reply.json().data).toMatchObject({ version: 3, areas: [area('a')] })
  const { data } = (await owner.client.get(`/api/boards/${id}/versions`)).json()
  expect(data).toMatchObject([
    { version: 3, areas: 1 },
    { version: 2, areas: 0 },
    { version: 1, areas: 1, savedBy: expect.any(String) },
  ])
  expect((await post(`/api/boards/${id}/restore`, { version: 4 })).statusCode).toBe(404)
})

test('PG6 who restores a version has seen the present one', async () => {
  const id = await stored([area('a')])
  await update({ id, version: 1, areas: [] })
  const restore = (seen: number) => post(`/api/boards/${id}/restore`, { version: 1, present: seen })
  const refused = await restore(1)
  expect([refused.statusCode, Object.keys(refused.json().reasons)]).toEqual([409, ['present']])
  expect(await present(id)).toMatchObject({ version: 2, areas: [] })
  expect((await restore(2)).json().data).toMatchObject({ version: 3, areas: [area('a')] })
})

test('PG6 of a page the latest 100 versions are stored', async () => {
  const id = await stored()
  const content = { name: 'Version', areas: [], widgets: [] }
  for (let version = 2; version <= 102; version += 1)
    await insertVersion(site.sql, id, version, { content, savedBy: owner.id })
  const { data } = (await owner.client.get(`/api/boards/${id}/versions`)).json()
  expect([data.length, data[0].version, data.at(-1).version]).toEqual([100, 102, 3])
  // Began from a version that is gone: what differs from the present one is in conflict.
  expect((await update({ id, version: 1, name: 'Late' })).statusCode).toBe(409)
})

test('PG7 a deleted page can be taken back for 30 days, then it is gone', async () => {
  const id = await stored([area('a')])
  await update({ id, version: 1, name: 'Seen by nobody' })
  expect((await update({ id, version: 1, deleted: true })).statusCode).toBe(409)
  expect((await update({ id, version: 2, deleted: true })).json().data.board).toBeNull()
  expect((await update({ id, version: 2, name: 'x' })).statusCode).toBe(404)
  // A session would have ended meanwhile.
  const bin = async () => (await (await site.clientOf(owner.id)).get('/api/boards/bin')).json().data
  expect(await bin()).toMatchObject([{ id, endsAt: site.now + 30 * day }])
  const back = await post(`/api/boards/${id}/take-back`)
  expect(back.json().data).toMatchObject({ id, version: 2, areas: [area('a')] })
  expect((await post(`/api/boards/${id}/take-back`)).statusCode).toBe(404)

  await update({ id, version: 2, deleted: true })
  const { sql } = site
  const expire = () => removeExpiredBoards({ sql, clock: () => site.now, audit: recordAudit })
  site.now += 30 * day - 1
  expect([await expire(), await bin()]).toMatchObject([0, [{ id }]])
  site.now += 1
  expect([await bin(), await expire(), await expire()]).toEqual([[], 1, 0])
})
