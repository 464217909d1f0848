import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import type { Person } from '#testing/sites/account-site.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { deletePasswordLinksOfRole } from '../passwords/password-links-store.ts'
import { insertRole, replaceRolePermissions, writeRole } from '../roles/roles-store.ts'
import { lockUser } from './users-store.ts'

type Reply = Awaited<ReturnType<Person['client']['post']>>

let root: Person

beforeAll(async () => {
  root = await site.addPerson({ roles: ['admin'] })
})

/** Adds a person with a board that another one uses; the board's id. */
async function withSharedBoard(name: string) {
  const person = await site.addPerson({ name })
  const made = await person.client.post('/api/scada/shadow-lambda/custom/store', { name: 'Kilns' })
  const { id } = made.json().data
  const share = { email: root.email, access: 'read' }
  expect((await person.client.put(`/api/boards/${id}/shares`, share)).statusCode).toBe(200)
  return { ...person, board: id as string }
}

const ownerOf = async (board: string) =>
  (await site.sql.selectFrom('pages').select('owner_id').where('id', '=', board).execute())[0]

/** Waits until a call has come to its end, or waits in the database with so many others. */
async function settled(call: Promise<unknown>, waiting: number): Promise<void> {
  const state = { isOver: false }
  void call.then(() => (state.isOver = true))
  const isSettled = async () => state.isOver || (await countWaiting(site.sql)) === waiting
  await eventually('the call is over or waits', isSettled)
}

/** What a removal is answered that waits for its account while the remover is removed. */
async function answersOf(leaverId: number, removerId: number, removal: () => Promise<Reply>) {
  const calls = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, leaverId)
    const ofLeaver = removal()
    await settled(ofLeaver, 1)
    const ofRemover = root.client.delete(`/api/users/${removerId}`)
    await settled(ofRemover, 2)
    return { all: Promise.all([ofLeaver, ofRemover]) }
  })
  return (await calls.all).map(({ statusCode }) => statusCode)
}

test.each(['removed', 'erased'])(
  'AM18 nobody is %s by an administrator who is gone, with what others use',
  async (way) => {
    const leaver = await withSharedBoard('Leaver')
    const remover = await site.addPerson({ roles: ['admin'] })
    const path = `/api/users/${leaver.id}`
    const answers = await answersOf(leaver.id, remover.id, () =>
      way === 'removed'
        ? remover.client.delete(path)
        : remover.client.post(`${path}/erase`, { name: 'Leaver' }),
    )
    expect(answers).toEqual([401, 204])
    expect(await ownerOf(leaver.board)).toEqual({ owner_id: leaver.id })
  },
)

test('AM18 a remover who is removed next hands on what was taken over', async () => {
  const remover = await site.addPerson({ roles: ['admin'] })
  const leaver = await withSharedBoard('Leaver')
  const removal = () => remover.client.delete(`/api/users/${leaver.id}`)
  expect(await answersOf(leaver.id, remover.id, removal)).toEqual([204, 204])
  expect(await ownerOf(leaver.board)).toEqual({ owner_id: root.id })
})

test('AM18 of two administrators who remove each other at once one stays', async () => {
  const pair = [
    await site.addPerson({ roles: ['admin'] }),
    await site.addPerson({ roles: ['admin'] }),
  ]
  const [one, other] = pair
  const calls = await site.sql.transaction().execute(async (transaction) => {
    for (const { id } of pair) await lockUser(transaction, id)
    const first = one?.client.delete(`/api/users/${other?.id}`)
    await expect.poll(() => countWaiting(site.sql)).toBe(1)
    const second = other?.client.delete(`/api/users/${one?.id}`)
    await expect.poll(() => countWaiting(site.sql)).toBe(2)
    return { all: Promise.all([first, second]) }
  })
  const answered = (await calls.all).map((reply) => reply?.statusCode)
  expect(answered.toSorted()).toEqual([204, 401])
})

test('AM3 of two edits of the own account at once the later one is refused as stale', async () => {
  const { id, client } = await site.addPerson({ roles: ['manager'] })
  const { data } = (await client.get(`/api/users/${id}`)).json()
  const { version, name, email, introduction, roles, permissions } = data
  const edit = { version, name, email, introduction, roles, permissions }
  const calls = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, id)
    const edits = [1, 2].map((times) =>
      client.put(`/api/users/${id}`, { ...edit, name: `${times}` }),
    )
    await expect.poll(() => countWaiting(site.sql)).toBe(2)
    return { all: Promise.all(edits) }
  })
  const answered = (await calls.all).map(({ statusCode }) => statusCode)
  expect(answered.toSorted()).toEqual([200, 409])
})

test('AM19 no link is made for who comes to more rights at the same moment', async () => {
  const manager = await site.addPerson({ roles: [], permissions: ['manage user'] })
  const holder = await site.addPerson({ roles: [] })
  const name = 'Dispatcher'
  await insertRole(site.sql, name)
  await site.sql.insertInto('user_roles').values({ user_id: holder.id, role: name }).execute()
  const calls = await site.sql.transaction().execute(async (transaction) => {
    expect(await writeRole(transaction, name, 1)).toBe(true)
    await replaceRolePermissions(transaction, name, ['command device'])
    await deletePasswordLinksOfRole(transaction, name)
    const link = manager.client.post(`/api/users/${holder.id}/reset-link`)
    await settled(link, 1)
    const account = { name: 'New', email: site.newEmail('new'), roles: [name], permissions: [] }
    const added = manager.client.post('/api/users', account)
    await settled(added, 2)
    return { all: Promise.all([link, added]) }
  })
  expect((await calls.all).map(({ statusCode }) => statusCode)).toEqual([403, 403])
  const links = site.sql.selectFrom('password_links').where('user_id', '=', holder.id)
  expect(await links.selectAll().execute()).toEqual([])
})

/** Takes the right to manage people away while the manager's call waits for an account. */
async function answerAfter(
  { id, client }: Person,
  target: number,
  change: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { data } = (await root.client.get(`/api/users/${id}`)).json()
  const { version, name, email, introduction, roles, permissions } = data
  const rights = { version, name, email, introduction, roles, permissions, ...change }
  const call = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, target)
    const disabling = client.post(`/api/users/${target}/disable`)
    await settled(disabling, 1)
    expect((await root.client.put(`/api/users/${id}`, rights)).statusCode).toBe(200)
    return { disabling }
  })
  return (await call.disabling).statusCode
}

test('AM23 who has lost a right meanwhile manages nobody with it', async () => {
  const target = await site.addPerson({ roles: [] })
  const manager = await site.addPerson({ roles: [], permissions: ['manage user'] })
  expect(await answerAfter(manager, target.id, { roles: ['basic'], permissions: [] })).toBe(403)
  const administrator = await site.addPerson({ roles: ['admin'] })
  expect(await answerAfter(administrator, target.id, { roles: ['basic'] })).toBe(403)
  expect((await root.client.get(`/api/users/${target.id}`)).json().data.disabled).toBe(false)
})

test('AM23 a session that has ended meanwhile makes no role', async () => {
  const { client, id } = await site.addPerson({ roles: [], permissions: ['manage permission'] })
  const call = await site.sql.transaction().execute(async (transaction) => {
    await lockUser(transaction, id)
    const role = client.post('/api/roles', { name: 'Fireman', permissions: [] })
    await settled(role, 1)
    await transaction.deleteFrom('sessions').where('user_id', '=', id).execute()
    return { role }
  })
  expect((await call.role).statusCode).toBe(401)
})
