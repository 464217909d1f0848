import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, removeDevices, sensorOf } from '../device.ts'
import { addressOf, administrator, go, smallAnswer } from '../stage.ts'
import { stage } from './boards-stage.ts'

beforeAll(async () => {
  await addDevices(stage, [{ lesiId: 'BOILER-3', name: 'Boiler', sensors: [sensorOf('flow')] }])
})
afterAll(() => removeDevices(stage))

test('EE351 DB26 PG53 dashboards follow one another on a wall; the choice stays', async () => {
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  type Made = { data: { id: string } }
  const flow = { thing: 'BOILER-3', key: 'flow' }
  const widget = { ...{ id: 'a', sensor: flow, sensors: [], kind: null, options: {} }, x: 0, y: 0 }
  const make = async (name: string) => {
    const content = { name, widgets: [{ ...widget, w: 3, h: 3 }] }
    return (await session.json<Made>('POST', '/api/dashboards', content)).data.id
  }
  const [first, second] = [await make('Wall A'), await make('Wall B')]
  const chosen = () => session.json<{ data: { chosen: string | null } }>('GET', '/api/dashboards')
  const before = (await chosen()).data.chosen
  const page = await stage.open(smallAnswer, { person: administrator })
  await page.clock.install()
  await page.goto(`/warroomDashboard?dashboard=${first}`)
  await page.locator('.layout-grid .widget').waitFor()
  const height = () => page.locator('.grid-cell').evaluate((cell) => cell.clientHeight)
  const usual = await height()
  await page.keyboard.press('f')
  await page.locator(':root[data-mode=wall]').waitFor()
  await page.getByRole('heading', { name: 'Wall A', level: 1 }).waitFor()
  for (const bar of ['.top-bar', '.board-bar', '.sidebar'])
    await page.locator(bar).waitFor({ state: 'hidden' })
  await expect.poll(height).toBeGreaterThan(usual)
  await page.getByText(/^Next in/).waitFor()
  await page.clock.runFor(15_000)
  await page.getByRole('heading', { name: 'Wall B' }).waitFor()
  await expect.poll(() => addressOf(page)).toContain(second)

  // Whose server does not answer at first.
  await page.route('**/shadow-lambda/things', (route) => route.abort())
  await page.reload()
  await page.getByRole('heading', { name: 'The sensors could not be loaded' }).waitFor()
  await page.unroute('**/shadow-lambda/things')
  await page.clock.runFor(10_000)
  await page.getByRole('heading', { name: 'Wall B' }).waitFor()
  await session.json('PUT', `/api/dashboards/${second}`, { version: 1, deleted: true })
  await expect.poll(() => page.getByRole('heading', { name: 'Wall B' }).count()).toBe(0)
  await page.locator('.layout-grid .widget').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.board-bar').waitFor()
  expect((await chosen()).data.chosen).toBe(before)

  await go(page, `/warroomDashboard?dashboard=${first}`)
  await page.getByRole('button', { name: 'Past', exact: true }).click()
  await page.locator('.past-head').waitFor()
  await page.locator('.layout-grid .widget').waitFor()
  await stage.closePages(/404|ERR_FAILED/)
})

test('EE635 PG53 a wall asks again for dashboards whose server did not answer', async () => {
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  type Made = { data: { id: string } }
  const flow = { thing: 'BOILER-3', key: 'flow' }
  const widget = { ...{ id: 'a', sensor: flow, sensors: [], kind: null, options: {} }, x: 0, y: 0 }
  const content = { name: 'Wall C', widgets: [{ ...widget, w: 3, h: 3 }] }
  const { id } = (await session.json<Made>('POST', '/api/dashboards', content)).data
  const page = await stage.open(smallAnswer, { person: administrator })
  // Every ten seconds, in less of them: where the whole clock jumped the socket would come anew.
  await page.addInitScript(() => {
    const usual = window.setInterval
    window.setInterval = ((work: () => void, ms: number) =>
      usual(work, ms === 10_000 ? 500 : ms)) as typeof window.setInterval
  })
  const isDashboards = (url: URL) => url.pathname.startsWith('/api/dashboards')
  const failure = { success: false, error: 'unavailable', message: 'EE635', requestId: 'EE635' }
  let asked = 0
  await page.route(isDashboards, (route) => {
    if (route.request().url().endsWith(id)) asked++
    return route.fulfill({ status: 503, json: failure })
  })
  await page.goto(`/warroomDashboard?dashboard=${id}&wall=on`)
  await page.locator(':root[data-mode=wall]').waitFor()
  // Three attempts, and three more once the socket is there: no other comes of something else.
  await expect.poll(() => asked).toBeGreaterThan(6)
  await page.unroute(isDashboards)
  await page.locator('.layout-grid .widget').waitFor()
  await page.getByRole('heading', { name: 'Wall C', level: 1 }).waitFor()
  await stage.closePages(/503/)
})
