import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAsync } from 'mqtt'
import { startSite, type Site } from '#testing/sites/site.ts'

let site: Site
beforeAll(async () => void (site = await startSite({ DEVICE_AUTO_REGISTER: 'true' })))
afterAll(() => site.close())

test('AU1 a device that registers itself is in the audit, once, with its address', async () => {
  const credentials = { username: 'SELF-1', password: 'a token of its own', reconnectPeriod: 0 }
  for (let turn = 0; turn < 2; turn++)
    await (await connectAsync(site.server.mqttUrl, credentials, false)).endAsync()
  const root = await site.signIn('root@example.org', 'admin')
  const { data } = await root.json<{ data: readonly object[] }>('GET', '/api/audit?entity=device')
  const about = {
    action: 'device.add',
    entityId: 'SELF-1',
    actor: null,
    address: expect.stringMatching(/127\.0\.0\.1$/),
  }
  expect(data).toEqual([expect.objectContaining(about)])
})
