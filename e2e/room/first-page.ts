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

/** The code and styles that the page itself names, once it has loaded them and no others. */
async function loadsWhatItNames(page: Page): Promise<readonly string[]> {
  const html = await (await page.context().request.get(page.url())).text()
  const named = [...html.matchAll(/\b(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)]
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /^\/assets\/.*\.(js|css)$/.test(path))
        .toSorted(),
    )
  const paths = named.map(([, path]) => path ?? '').toSorted()
  await expect.poll(loaded).toEqual(paths)
  return paths
}

/** What comes over the live sockets of a page from now on. */
function framesOf(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void frames.push(String(payload))),
  )
  return frames
}

/** Waits for a frame that is like that, which may have come already. */
const hasCome = (frames: readonly string[], like: RegExp) =>
  expect.poll(() => frames.some((frame) => like.test(frame))).toBe(true)

const figure = (page: Page) => page.locator('.widget .figure', { hasText: '20.0' })

test.each(['en', 'ru', 'zh-TW', 'vi'])(
  'EE200 the war room in %s loads the code, styles and texts that its page names, and no others',
  async (language) => {
    const page = await stage.open(warRoom, { person: administrator, language })
    await page.locator('.widget .figure', { hasText: /^20[.,]0/ }).waitFor()
    const named = await loadsWhatItNames(page)
    expect(named.some((path) => path.includes(`/${language}-`))).toBe(true)
  },
)

test('EE200 so do the empty path with the language of the browser, and sign-in', async () => {
  const browser = await stage.open('/', { person: administrator, locale: 'ru-RU' })
  await browser.locator('.widget .figure').first().waitFor()
  const home = await loadsWhatItNames(browser)
  expect(home.some((path) => path.includes('/ru-'))).toBe(true)
  const nobody = await stage.open(warRoom)
  await nobody.waitForURL(/\/login/)
  await nobody.locator('input[type=password]').waitFor()
  const signIn = await loadsWhatItNames(nobody)
  expect(signIn.filter((path) => /war-room|shell/.test(path))).toEqual([])
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
  const frames = framesOf(page)
  await page.goto(`${stage.server.url}${warRoom}`)
  await hasCome(frames, /"readings":\[\[/)
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
  const frames = framesOf(page)
  await page.goto(`${stage.server.url}${warRoom}`)
  await hasCome(frames, /"readings":\[\[/)
  await oven.publish({ values: { pressure: 7 } })
  await hasCome(frames, /"type":"difference"/)
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

test('EE610 texts of screens that few open come with them, at the next attempt too', async () => {
  const page = await stage.open(warRoom, { person: administrator, language: 'ru' })
  await figure(page)
    .or(page.locator('.widget .figure', { hasText: '20,0' }))
    .first()
    .waitFor()
  const requests = requestsOf(page)
  await page.route(/\/assets\/ru-.*\.js/, (route) => route.abort())
  await page.locator('#main-menu .menu-group', { hasText: 'Администратор' }).click()
  await page.getByRole('link', { name: 'Аудит' }).click()
  const again = page.getByRole('button', { name: /Повторить|ещё раз|заново/ })
  await again.waitFor()
  expect(requests.filter((path) => path.startsWith('/assets/ru-'))).not.toEqual([])
  await page.unroute(/\/assets\/ru-.*\.js/)
  await again.click()
  await page.getByRole('columnheader', { name: 'Кто' }).waitFor()
  const html = await (await page.context().request.get(page.url())).text()
  expect(html.match(/"\/assets\/ru-/g)).toHaveLength(3)
  await stage.closePages(/ChunkLoadError|ERR_FAILED/)
})
