import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { eventually, promptTimeoutMs } from '#testing/eventually.ts'
import { administrator, send, site, thing, watchAlarms } from '#testing/sites/alarm-site.ts'
import type { NotificationRoute } from '../contract/notification-route.ts'
import type { NoticeDelivery } from '../contract/routes.ts'

const received: { readonly route: string; readonly count: number }[] = []
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(JSON.parse(body))
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
afterAll(() => receiver.close())
watchAlarms({ WEBHOOK_NETWORKS: '127.0.0.1' })

const path = '/api/notification-routes'
const hook = { kind: 'webhook', url: `http://127.0.0.1:${port}/` }
const asked = (more: object = {}) => ({
  ...{ name: `Route ${thing}`, isEnabled: true, priorities: [1, 2], devices: [thing], shifts: [] },
  ...{ afterMinutes: 0, digestMinutes: 0, quiet: null, language: 'en', target: hook },
  ...more,
})
const add = async (more: object = {}): Promise<NotificationRoute> =>
  (await administrator.post(path, asked(more))).json().data.route
const pathOf = ({ id }: { readonly id: number }) => `${path}/${id}`
interface Listed {
  readonly routes: readonly NotificationRoute[]
  readonly unreadable: readonly { id: number; name: string; version: number }[]
  readonly deliveries: readonly NoticeDelivery[]
}
const listed = async (): Promise<Listed> => (await administrator.get(path)).json().data
const stored = async ({ id }: NotificationRoute) =>
  (await listed()).routes.find((route) => route.id === id)
const sentBy = ({ name }: { readonly name: string }) =>
  eventually('it is sent', () => received.some(({ route }) => route === name), promptTimeoutMs)

test('NT17 a person who is called as a language or a target is erased, not the route', async () => {
  const recipients = ['vi@people.test', 'somebody@people.test']
  const target = { kind: 'mail', recipients }
  const route = await add({ name: `Call Vi of ${thing}`, language: 'vi', target })
  for (const name of ['Vi', 'Mail', 'language']) {
    const email = `${name.toLowerCase()}@people.test`
    const id = await site.addAccount({ email, name, roles: ['basic'] })
    expect((await administrator.post(`/api/users/${id}/erase`, { name })).statusCode).toBe(204)
  }
  expect((await listed()).unreadable).toEqual([])
  expect(await stored(route)).toMatchObject({
    ...{ name: expect.not.stringContaining('Vi') as string, language: 'vi' },
    target: { kind: 'mail', recipients: ['somebody@people.test'] },
  })
})

test('NT18 one that cannot be read holds up no other, and is changed or removed', async () => {
  const [well, first, second] = [await add(), await add(), await add()]
  const spoil = ({ id }: NotificationRoute, definition: unknown) =>
    site.sql
      .updateTable('notification_routes')
      .set({ definition: JSON.stringify(definition) })
      .where('id', '=', id)
      .execute()
  await spoil(first, asked({ name: 'Night', language: '▇▇▇' }))
  await spoil(second, null)
  await send({ flow: 12.5 })
  await sentBy(well)
  const { routes, unreadable } = await listed()
  expect(routes.map(({ id }) => id)).toContain(well.id)
  expect(unreadable).toEqual([
    { id: first.id, name: 'Night', version: 1 },
    { id: second.id, name: '', version: 1 },
  ])
  expect((await administrator.post(`${pathOf(first)}/test`)).statusCode).toBe(409)
  const anew = asked({ name: `Anew ${thing}`, version: 1 })
  const changed = (await administrator.put(pathOf(first), anew)).json().data
  expect(changed).toMatchObject({ route: { id: first.id, version: 2 } })
  expect((await administrator.delete(pathOf(second))).statusCode).toBe(204)
  expect((await listed()).unreadable).toEqual([])
})
