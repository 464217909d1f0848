import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { countWaiting } from '#testing/postgres/databases-store.ts'
import { site } from '#testing/sites/shared-account-site.ts'
import { deletePasswordLinksOfRole } from '../passwords/password-links-store.ts'
import { insertRole, replaceRolePermissions, writeRole } from '../roles/roles-store.ts'

/** Waits until a call has come to its end, or waits in the database with so many others. */
async function settled(call: Promise<unknown>, waiting: number): Promise<void> {
  const state = { isOver: false }
  void call.then(() => (state.isOver = true))
  const isSettled = async () => state.isOver || (await countWaiting(site.sql)) === waiting
  await eventually('the call is over or waits', isSettled)
}

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
