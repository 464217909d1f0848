import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, type Person } from '../stage.ts'
import { stage } from './room-stage.ts'

const visitor: Person = { email: 'vi@plant.test', password: 'eight-or-more' }
const warRoom = '/warroomDashboard'

let oven: Device

beforeAll(async () => {
  await stage.command('user add', { ...visitor, name: 'Vi', role: 'visitor' })
  const sensors = [sensorOf('temperature', { alias: 'Zone 1' })]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-4', name: 'Oven 2', sensors }])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-4', tokens.get('OVEN-4') ?? '')
  await oven.publish({ values: { temperature: 20 } })
})
afterAll(() => removeDevices(stage))

/** Paths of what a page asks the server for, in order; live sockets among them. */
function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  page.on('websocket', (socket) => paths.push(new URL(socket.url()).pathname))
  return paths
}

/** Code and styles that the page itself names, and those that it went on to ask for. */
async function filesOf(page: Page): Promise<{ named: string[]; loaded: string[] }> {
  const html = await (await page.context().request.get(page.url())).text()
  const named = [...html.matchAll(/\b(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)]
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.(js|css)$/.test(path)),
  )
  return { named: named.map(([, path]) => path ?? '').toSorted(), loaded: loaded.toSorted() }
}

const figure = (page: Page) => page.locator('.widget .figure', { hasText: '20.0' })

test.each(['en', 'ru', 'zh-TW', 'vi'])(
  'EE200 the war room in %s loads the code, styles and texts that its page names, and no others',
  async (language) => {
    const page = await stage.open(warRoom, { person: administrator, language })
    await page.locator('.widget .figure', { hasText: /^20[.,]0/ }).waitFor()
    const { named, loaded } = await filesOf(page)
    expect(loaded).toEqual(named)
    expect(named.some((path) => path.includes(`/${language}-`))).toBe(true)
  },
)

test('EE200 so do the empty path with the language of the browser, and sign-in', async () => {
  const browser = await stage.open('/', { person: administrator, locale: 'ru-RU' })
  await browser.locator('.widget .figure').first().waitFor()
  const home = await filesOf(browser)
  expect(home.loaded).toEqual(home.named)
  expect(home.named.some((path) => path.includes('/ru-'))).toBe(true)
  const nobody = await stage.open(warRoom)
  await nobody.waitForURL(/\/login/)
  await nobody.locator('input[type=password]').waitFor()
  const signIn = await filesOf(nobody)
  expect(signIn.loaded).toEqual(signIn.named)
  expect(signIn.named.filter((path) => /war-room|shell/.test(path))).toEqual([])
})

test('EE201 lists and values are asked for once, before the frame is drawn', async () => {
  const page = await stage.open('about:blank', { person: administrator })
  const requests = requestsOf(page)
  let drawFrame = () => {}
  const isHeld = new Promise<void>((resolve) => (drawFrame = resolve))
  await page.route(/\/assets\/shell-.*\.js/, async (route) => {
    await isHeld
    await route.continue()
  })
  const asked = page.waitForEvent('websocket')
  await page.goto(`${stage.server.url}${warRoom}`)
  const socket = await asked
  await socket.waitForEvent('framereceived', ({ payload }) =>
    /"readings":\[\[/.test(String(payload)),
  )
  await expect.poll(() => page.locator('.shell').count()).toBe(0)
  drawFrame()
  await figure(page).waitFor()
  for (const path of ['/api/live', '/api/sensors', '/api/scada/shadow-lambda/things', '/api/user'])
    expect([path, requests.filter((each) => each === path).length]).toEqual([path, 1])
})

test('EE202 a sensor that comes while the frame is on its way is on the war room', async () => {
  const page = await stage.open('about:blank', { person: administrator })
  let drawFrame = () => {}
  const isHeld = new Promise<void>((resolve) => (drawFrame = resolve))
  await page.route(/\/assets\/shell-.*\.js/, async (route) => {
    await isHeld
    await route.continue()
  })
  const asked = page.waitForEvent('websocket')
  await page.goto(`${stage.server.url}${warRoom}`)
  const socket = await asked
  await socket.waitForEvent('framereceived', ({ payload }) =>
    /"readings":\[\[/.test(String(payload)),
  )
  const changed = socket.waitForEvent('framereceived', ({ payload }) =>
    /"type":"difference"/.test(String(payload)),
  )
  await oven.publish({ values: { pressure: 7 } })
  await changed
  drawFrame()
  await page.getByRole('link', { name: 'pressure', exact: true }).waitFor()
})

test('EE203 for who may not open it nothing of the war room is asked for', async () => {
  const page = await stage.open('about:blank', { person: visitor })
  const requests = requestsOf(page)
  await page.goto(`${stage.server.url}${warRoom}`)
  await page.waitForURL(/\/401/)
  await page.getByRole('heading').first().waitFor()
  expect(requests).toContain('/api/user')
  expect(requests.filter((path) => /live|sensors|shadow/.test(path))).toEqual([])
})
