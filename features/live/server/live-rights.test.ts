import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { promptTimeoutMs, eventually } from '#testing/eventually.ts'
import { rightsLostCode } from '#kit/model/live/protocol.ts'
import { LiveSite } from '#testing/sites/live-site.ts'

let live: LiveSite

beforeAll(async () => void (live = await LiveSite.start()))
afterAll(() => live.close())

it('LV6 closes the socket with 4401 within 1 s of sign-out, others stay', async () => {
  const second = await live.site.signIn('leaver@example.test', 'basic')
  const [leaving, staying] = [
    await live.listen([], {}, second),
    await live.listen([live.sensor('temp')]),
  ]
  const begun = performance.now()
  expect((await second.request('POST', '/api/auth/logout')).ok).toBe(true)
  expect(await leaving.closed).toBe(4401)
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
  staying.socket.terminate()
})

it('LV6 cuts off a client that does not answer the close', async () => {
  const session = await live.site.signIn('silent@example.test', 'basic')
  const listener = await live.listen([], {}, session)
  listener.socket.pause()
  await session.request('POST', '/api/auth/logout')
  const visible = async () =>
    /^warroom_live_sockets\S* 0$/m.test(
      await (await fetch(`${live.site.server.url}/api/metrics`)).text(),
    )
  await eventually('the server has let go of it', visible, promptTimeoutMs)
  listener.socket.terminate()
})

async function accountOf(session: BrowserSession) {
  return (await session.json<{ data: { id: number; email: string } }>('GET', '/api/user')).data
}

it('LV8 a disabled person and one who loses the war room are cut off within 1 s', async () => {
  const chief = await live.site.signIn('chief@example.test', 'admin')
  const disabled = await live.site.signIn('disabled@example.test', 'basic')
  const demoted = await live.site.signIn('demoted@example.test', 'basic')
  const [first, second, staying] = [
    await live.listen([], {}, disabled),
    await live.listen([], {}, demoted),
    await live.listen([live.sensor('temp')]),
  ]
  let begun = performance.now()
  await chief.json('POST', `/api/users/${(await accountOf(disabled)).id}/disable`, {})
  expect(await first.closed).toBe(4401)
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
  const { id, email } = await accountOf(demoted)
  const edit = {
    version: 1,
    name: 'Demoted',
    email,
    introduction: '',
    roles: ['visitor'],
    permissions: [],
  }
  begun = performance.now()
  await chief.json('PUT', `/api/users/${id}`, edit)
  expect(await second.closed).toBe(rightsLostCode)
  expect(performance.now() - begun).toBeLessThan(promptTimeoutMs)
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
  staying.socket.terminate()
})

it('LV8 an administrator who looks through a role sees what that role sees', async () => {
  const chief = await live.site.signIn('viewer@example.test', 'admin')
  const listener = await live.listen([live.sensor('level')], {}, chief)
  await live.publish('tank', { level: 51 })
  await eventually('the value is here', () => listener.newest(live.sensor('level')) === 51)
  await chief.json('POST', '/api/auth/role/asign', { role: 'basic' })
  await eventually(
    'the list has changed',
    () => listener.of('catalogue').length > 0,
    promptTimeoutMs,
  )
  const other = await live.listen([live.sensor('temp')])
  await live.publish('tank', { level: 52 })
  await live.publish('pump', { temp: 53 })
  await eventually(
    'another browser has the newer value',
    () => other.newest(live.sensor('temp')) === 53,
  )
  expect(listener.newest(live.sensor('level'))).toBe(51)
  await chief.json('POST', '/api/auth/role/asign', { role: 'visitor' })
  expect(await listener.closed).toBe(rightsLostCode)
  other.socket.terminate()
})
