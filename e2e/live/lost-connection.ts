import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { addressOf, administrator, smallAnswer, settled } from '../stage.ts'
import { stage } from './live-stage.ts'

let tokens: ReadonlyMap<string, string>

beforeAll(async () => {
  const temperature = sensorOf('temperature', { alias: 'Zone 1', unit: '°C', intervalMs: 600_000 })
  const never = sensorOf('never', { alias: 'Zone 2' })
  const sensors = [temperature, never]
  tokens = await addDevices(stage, [{ lesiId: 'OVEN-6', name: 'Oven 2', sensors }])
  await publish(30)
})
afterAll(() => removeDevices(stage))

async function publish(temperature: number): Promise<void> {
  const token = tokens.get('OVEN-6') ?? ''
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-6', token)
  await oven.publish({ values: { temperature } })
}

/** Where everything stands, the footer aside. */
const places = (page: Page) =>
  page.locator('.top-bar, .main, .kpis, .widget, .device-heading').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [part.className.split(' ')[0], x, y, width, height]
    }),
  )
/** The colour of an element's ink. */
const ink = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((part) => getComputedStyle(part).color)

/** The contrast of a text to what it is painted on, as WCAG counts it. */
const contrast = (text: Locator) =>
  text.evaluate((element) => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const { color, backgroundColor } = getComputedStyle(element)
    const pair = [color, backgroundColor]
    const [light = 0, dark = 0] = pair.map(luminance).toSorted((one, other) => other - one)
    return (light + 0.05) / (dark + 0.05)
  })

test('EE180 DB12 LV22 what has not arrived yet is not called missing', async () => {
  const page = await stage.open(smallAnswer, { person: administrator, language: 'en' })
  const arrive: (() => void)[] = []
  let isHeld = true
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const isAnswer = /"type":"(snapshot|frame|history)"/.test(String(message))
      if (isAnswer && isHeld) arrive.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  await page.goto('/warroomDashboard?live=no')
  await page.locator('.connection[data-state=live]').waitFor()
  await expect.poll(() => arrive.length).toBeGreaterThan(0)
  await expect.poll(() => page.getByText('No sensor matches').count()).toBe(0)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  const widget = (name: string) => page.getByRole('group', { name })
  await widget('Zone 1: Loading…').locator('.skeleton').waitFor()
  await expect
    .poll(() => page.getByText('No reading yet').and(page.locator(':visible')).count())
    .toBe(0)
  await expect
    .poll(() => page.locator('.kpi:is(.not-live, .beyond) b').allTextContents())
    .toEqual([...['–', '–']])
  isHeld = false
  for (const deliver of arrive) deliver()
  await widget('Zone 1: 3').locator('.figure').waitFor()
  await widget('Zone 2: No reading yet').getByText('No reading yet').waitFor()
  const skeletons = page.locator('.skeleton').and(page.locator(':visible'))
  await expect.poll(() => skeletons.count()).toBe(0)
  await page
    .locator('.kpi', { hasText: 'Sensors not live' })
    .getByText('1 without a reading')
    .waitFor()
  await stage.closePages()
})

test('EE181 LC17 an interruption of a second is shown by the mark alone', async () => {
  const page = await stage.open(smallAnswer, { person: administrator, language: 'en' })
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    sockets.push(socket)
    socket.connectToServer()
  })
  await page.goto('/warroomDashboard')
  await page.locator('.widget[data-condition=good] .figure').waitFor()
  // The page before may have opened one already.
  const begun = sockets.length
  const seen = page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const states = new Set<string>()
        new MutationObserver(() => {
          if (document.querySelector('.connection-loss')) states.add('line')
          const state = document.querySelector('.connection')?.getAttribute('data-state') ?? ''
          states.add(state)
          if (state === 'live' && states.has('reconnecting')) resolve([...states])
        }).observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )
  // Calls to a page are carried out in order: the observer is there when this one returns.
  await page.evaluate(() => {})
  await sockets.at(-1)?.close({ code: 1012 })
  expect((await seen).toSorted()).toEqual(['live', 'reconnecting'])
  expect(sockets).toHaveLength(begun + 1)
  await stage.closePages()
})

const languages = [
  ['en', 1440, /^Connection lost\. Everything shown is as of \d\d:\d\d:\d\d\.$/],
  ['ru', 390, /^Связь потеряна\. Все данные на экране — по состоянию на \d\d:\d\d:\d\d\.$/],
  ['zh-TW', 390, /^連線中斷，畫面上是 \d\d:\d\d:\d\d 的資料。$/],
  ['vi', 390, /^Kết nối bị gián đoạn\. Mọi dữ liệu trên màn hình là của lúc \d\d:\d\d:\d\d\.$/],
] as const

const notice = (page: Page) => page.locator('.connection-loss')

/** A war room that is live, with where everything stands and the colour of its figure. */
async function liveRoom(language: string, width: number) {
  const page = await stage.open('/warroomDashboard', {
    person: administrator,
    language,
    viewport: { width, height: 800 },
  })
  await page.locator('.connection[data-state=live]').waitFor()
  await page.locator('.widget .figure').first().waitFor()
  // The summary looks once a second; from then on nothing moves.
  await page.locator('.kpi b', { hasText: '1 / 1' }).waitFor()
  const before = await settled(page, () => places(page))
  return { page, places: before, colour: await ink(page, '.widget .figure') }
}
type LiveRoom = Awaited<ReturnType<typeof liveRoom>>

async function saysThatItIsLost({ page, ...before }: LiveRoom, text: RegExp): Promise<void> {
  const line = notice(page)
  await line.waitFor()
  await expect.poll(() => line.textContent()).toMatch(text)
  await page.locator('.main').evaluate((main) => main.scrollTo(0, 10_000))
  const isVisible = () =>
    line.evaluate((element) => {
      const { left, right, bottom } = element.getBoundingClientRect()
      return left >= 0 && right <= innerWidth && bottom <= innerHeight
    })
  await expect.poll(isVisible).toBe(true)
  await expect.poll(() => contrast(line)).toBeGreaterThan(7)
  await page.locator('.main').evaluate((main) => main.scrollTo(0, 0))
  await expect.poll(() => places(page)).toEqual(before.places)
  await expect.poll(() => ink(page, '.widget .figure')).not.toBe(before.colour)
  await page.locator('.pips').waitFor({ state: 'detached' })
  const figures = page.locator('.kpi:is(.online, .not-live, .beyond) b')
  await expect.poll(() => figures.allTextContents()).toEqual(['–', '–', '–'])
}

async function isLiveAgain({ page, colour }: LiveRoom): Promise<void> {
  await notice(page).waitFor({ state: 'detached' })
  await page.locator('.widget[data-condition=good]', { hasText: /31[.,]5/ }).waitFor()
  await expect.poll(() => ink(page, '.widget .figure')).toBe(colour)
  // The summary looks once a second.
  await page.locator('.kpi b', { hasText: '1 / 1' }).waitFor()
}

/** A live room whose browser has the service worker. */
async function installedRoom(): Promise<Page> {
  const page = await stage.open('/warroomDashboard?live=no', {
    ...{ person: administrator, language: 'en', serviceWorkers: 'allow' },
  })
  await page.locator('.connection[data-state=live]').waitFor()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return page
}

/** Paths that are kept by the service worker. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all(
      (await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)),
    )
    const cached = await Promise.all(caches.map((cache) => cache.keys()))
    return cached.flat().map(({ url }) => new URL(url).pathname)
  })

/** What the worker shows of a message that its push service would bring. */
async function shownOf(page: Page, payload: object): Promise<readonly unknown[]> {
  const [found] = page.context().serviceWorkers()
  const worker = found ?? (await page.context().waitForEvent('serviceworker'))
  // Without a desktop nothing keeps what is shown.
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as {
      readonly registration: ServiceWorkerRegistration
    }
    registration.showNotification = async (title, { body, tag, data } = {}) =>
      void Object.assign(globalThis, { shown: [title, body, tag, data] })
  })
  const session = await page.context().newCDPSession(page)
  const { promise, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
    if (first) resolve(first.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const message = { origin, registrationId: await promise, data: JSON.stringify(payload) }
  await session.send('ServiceWorker.deliverPushMessage', message)
  const shown = () =>
    worker.evaluate(() => (globalThis as { readonly shown?: unknown[] }).shown ?? [])
  await expect.poll(shown).not.toEqual([])
  return shown()
}

async function saysSinceWhen(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('heading', { name: 'No connection to the server' }).waitFor()
  await expect
    .poll(() => page.locator('.stopped').textContent())
    .toMatch(/^Live values stopped at \d\d:\d\d:\d\d, \d+ (second|minute)s? ago\.$/)
  expect(await violationsOf(page)).toEqual([])
  await expect.poll(() => addressOf(page)).toBe('/warroomDashboard?live=no')
}

async function leavesNothing(page: Page): Promise<void> {
  await page.locator('.connection[data-state=live]').waitFor()
  await expect.poll(() => addressOf(page)).toBe('/warroomDashboard?live=no')
  const lastLive = () => page.evaluate(() => localStorage.getItem('warroom-last-live'))
  await expect.poll(lastLive).not.toBeNull()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(lastLive).toBeNull()
  const paths = await keptPaths(page)
  expect(paths).toContain('/offline.html')
  expect(paths.filter((path) => !/^\/(offline\.html|assets\/)/.test(path))).toEqual([])
}

test('EE119 EE291 EE292 DB8 OF2 a lost connection is shown by every page, new too', async () => {
  const rooms: (readonly [LiveRoom, RegExp])[] = []
  for (const [language, width, text] of languages)
    rooms.push([await liveRoom(language, width), text])
  const installed = await installedRoom()
  const pushed = {
    title: 'Priority 1: Oven 2',
    body: 'above its limit',
    tag: 'alarm-7',
    path: '/x',
  }
  expect(await shownOf(installed, pushed)).toEqual([...Object.values(pushed)])
  await stage.killServer()
  await saysSinceWhen(installed)
  for (const [room, text] of rooms) await saysThatItIsLost(room, text)
  await stage.restartServer()
  await publish(31.5)
  for (const [room] of rooms) await isLiveAgain(room)
  await leavesNothing(installed)
  await stage.closePages(/WebSocket connection to|Failed to load|ERR_CONNECTION/)
})
