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
