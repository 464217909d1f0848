import { expect, test } from 'vitest'
import { content } from '#testing/article-content.ts'
import { recordAudit } from '#testing/audit.ts'
import { accountSite } from '#testing/sites/account-site.ts'
import { productCommands } from './products-commands.ts'

const site = accountSite()

const command = async (name: string, options: object): Promise<unknown> =>
  productCommands
    .find((candidate) => candidate.name === `product ${name}`)
    ?.run({ sql: site.sql, audit: recordAudit }, options)

const recordsOf = (key: string) =>
  site.sql
    .selectFrom('audit_entries')
    .select(['action', 'address', 'entity_id', 'before', 'after'])
    .where('entity', '=', 'product')
    .where('entity_id', '=', key)
    .orderBy('id')
    .execute()

test('AM28 a product is added by a command, and its articles can be written at once', async () => {
  const { client: editor } = await site.addPerson({ roles: ['editor'] })
  const drafts = async () => (await editor.get('/api/article-drafts?product=line-7')).statusCode
  expect(await drafts()).toBe(403)
  const product = { key: 'line-7', name: 'Line 7' }
  expect(await command('add', product)).toEqual(product)
  expect(await command('list', {})).toContainEqual(product)
  expect((await editor.get('/api/products')).json().data).toContainEqual(product)
  await expect.poll(drafts).toBe(200)
  await expect(command('add', { ...product, name: 'Other' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'There is a product line-7 already',
  })
  for (const key of ['', 'Line', 'line_7', '-line', 'articles', 'x'.repeat(41)])
    await expect(command('add', { key, name: 'Line' })).rejects.toThrow(/"key"/)
  expect(await recordsOf('line-7')).toMatchObject([
    { action: 'product.add', address: 'command line', after: { name: 'Line 7' } },
  ])
})

test('AM29 a product is called otherwise, and goes after its last article', async () => {
  const { client: editor } = await site.addPerson({ roles: ['editor'] })
  await command('add', { key: 'press', name: 'Pres' })
  await command('rename', { key: 'press', name: 'Press' })
  const drafts = '/api/article-drafts'
  const create = () => editor.post(drafts, { product: 'press', ...content() })
  await expect.poll(async () => (await create()).statusCode).toBe(200)
  const { data } = (await editor.get(`${drafts}?product=press`)).json() as {
    data: readonly { id: number }[]
  }
  await expect(command('remove', { key: 'press' })).rejects.toMatchObject({
    ...{
      code: 'conflict',
      message: `Articles of press are left: ${data.length}. Remove them first`,
    },
  })
  for (const { id } of data) expect((await editor.delete(`${drafts}/${id}`)).statusCode).toBe(204)
  await command('remove', { key: 'press' })
  expect(await command('list', {})).not.toContainEqual({ key: 'press', name: 'Press' })
  await expect.poll(async () => (await create()).statusCode).toBe(403)
  const holders = site.sql.selectFrom('role_permissions').select('role')
  expect(await holders.where('permission', '=', 'manage pressarticle').execute()).toEqual([])
  for (const name of ['rename', 'remove'])
    await expect(command(name, { key: 'press', name: 'Press' })).rejects.toThrow()
  expect(await recordsOf('press')).toMatchObject([
    { action: 'product.add', after: { name: 'Pres' } },
    { action: 'product.rename', before: { name: 'Pres' }, after: { name: 'Press' } },
    { action: 'product.remove', before: { name: 'Press' } },
  ])
})
