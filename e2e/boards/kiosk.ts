import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { otherMachine } from '#testing/peers/browser.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { tinyPicture } from '#testing/pictures.ts'
import { administrator, go, leavesFreely, smallAnswer } from '../stage.ts'
import { framePort, stage } from './boards-stage.ts'

let tokens: ReadonlyMap<string, string>
let pump: Device
let session: BrowserSession
let dashboard: string

const devices = [
  {
    lesiId: 'WALL-PUMP',
    name: 'Pump',
    sensors: [
      sensorOf('flow', { alias: 'Flow', unit: 'l/s' }),
      sensorOf('lamp', { alias: 'Tower', type: 'lamp' }),
    ],
  },
]
const widget = {
  ...{ id: 'a', sensor: { thing: 'WALL-PUMP', key: 'flow' }, kind: null, options: {} },
  ...{ x: 0, y: 0, w: 3, h: 3 },
}

const connectPump = () =>
  Device.connect(stage.server.mqttUrl, 'WALL-PUMP', tokens.get('WALL-PUMP') ?? '')

beforeAll(async () => {
  tokens = await addDevices(stage, devices)
  pump = await connectPump()
  await pump.publish({ values: { flow: 12, lamp: 'green' } })
  session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  const content = { name: 'Hall 1', widgets: [widget] }
  type Reply = { data: { id: string } }
  dashboard = (await session.json<Reply>('POST', '/api/dashboards', content)).data.id
})
// A link that has ended is answered with 401, which the browser reports.
afterEach(() => stage.closePages(/401/))
afterAll(() => removeDevices(stage))

const shows = (page: Page | FrameLocator, value: string) =>
  page.getByText(value, { exact: true }).first().waitFor()

test('EE249 a link to a board is made, shows it live, and ends when it is revoked', async () => {
  const page = await stage.open(`/boards/sharing/${dashboard}`, { person: administrator })
  await page.getByRole('heading', { name: /Sharing of/ }).waitFor()
  await page.getByRole('combobox').first().selectOption('user')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'End the share with' }).waitFor()
  await page.getByLabel('Where it is used').fill('Gate')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.waitFor()
  const address = await field.inputValue()
  const { pathname } = new URL(address)

  const wall = await stage.open(pathname)
  await wall.getByRole('heading', { name: 'Hall 1' }).waitFor()
  await shows(wall, '12')
  await pump.publish({ values: { flow: 34 } })
  await shows(wall, '34')
  const cookies = (await wall.context().cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => name !== 'XSRF-TOKEN' && name !== 'language')).toEqual([])

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke the link' }).click()
  // Enter pressed at once revokes nothing.
  await page.getByRole('dialog', { name: 'Revoke the link' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Revoke the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await wall.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await expect.poll(() => wall.getByText('Hall 1').count()).toBe(0)
})

/** A link to a board with a picture and a value; its address on this server. */
async function openBoard(): Promise<string> {
  type Added = { data: { id: string } }
  const image = tinyPicture.png.toString('base64')
  const { data: plan } = await session.json<Added>('POST', '/api/pictures', { image })
  const several = { sensor: null, sensors: [widget.sensor] }
  const picture = { ...several, kind: 'image', options: { picture: plan.id } }
  const table = { ...several, kind: 'table' }
  const widgets = [
    { ...widget, h: 5, sensor: { thing: 'WALL-PUMP', key: 'lamp' } },
    { ...widget, ...picture, id: 'b', x: 3 },
    { ...widget, ...table, id: 'c', x: 6 },
  ]
  const board = await session.json<Added>('POST', '/api/dashboards', { name: 'Hall 2', widgets })
  return linkTo(board.data.id)
}

async function linkTo(board: string): Promise<string> {
  const links = `/api/boards/${board}/kiosk-links`
  type Made = { data: { token: string } }
  const made = await session.json<Made>('POST', links, { name: 'Gate', days: 1 })
  return `/kiosk/${made.data.token}`
}

test('EE209 a link shows pictures and figures of today; stopped frames load it again', async () => {
  const address = await openBoard()
  const wall = await stage.open(smallAnswer)
  await wall.addInitScript(() => {
    const request = () => {
      document.documentElement.dataset['awake'] = ''
      return Promise.resolve({ release: () => Promise.resolve() })
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  await wall.clock.install()
  await wall.goto(address)
  await wall.getByRole('heading', { name: 'Hall 2' }).waitFor()
  await wall.locator('html[data-awake]').waitFor()
  const widthOf = () => wall.locator('img').evaluate((each: HTMLImageElement) => each.naturalWidth)
  await expect.poll(widthOf).toBe(40)
  await wall.locator('.value-table-device').getByText('Pump', { exact: true }).waitFor()
  await wall.locator('.state-today', { hasText: /%/ }).waitFor()

  await wall.evaluate(() => {
    document.documentElement.dataset['stuck'] = ''
    window.requestAnimationFrame = () => 0
  })
  await wall.clock.runFor(45_000)
  await wall.locator('html:not([data-stuck])').waitFor()
  await wall.getByRole('heading', { name: 'Hall 2' }).waitFor()
})

test('EE286 a link is shown in a frame of a site that is named, and of no other', async () => {
  const address = stage.server.url + (await linkTo(dashboard)) + '?embed=1'
  const page = await stage.open(smallAnswer)
  const open = (host: string) => page.goto(`http://${host}:${framePort}/?frame=${address}`)
  await open('127.0.0.1')
  await shows(page.frameLocator('iframe'), '34')
  await pump.publish({ values: { flow: 35 } })
  await shows(page.frameLocator('iframe'), '35')
  const refused = page.waitForEvent('console', (each) => each.text().includes('frame-ancestors'))
  await open('localhost')
  await refused
  await expect.poll(() => page.frameLocator('iframe').locator('.kiosk').count()).toBe(0)
  await page.goto('/login')
  // Nor may a frame keep the screen on.
  await stage.closePages(/frame-ancestors|wake-lock/)
})

/** From now on the server seems to have another build of the application. */
const pretendOtherBuild = (page: Page) =>
  page.route(/^http:\/\/[^/]+\/kiosk\//, (route) =>
    route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ body: '<script type="module" src="/assets/other.js"></script>' }),
  )
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['same'] = ''))

test('EE287 PG52 a link outlives its server, is seen as old, and follows its build', async () => {
  const address = await linkTo(dashboard)
  const wall = await stage.open(`${address}?embed=1`)
  const other = await stage.open(address)
  await pretendOtherBuild(other)
  for (const page of [wall, other]) {
    await shows(page, '35')
    await mark(page)
  }
  const ink = (value: string) =>
    wall
      .getByText(value, { exact: true })
      .first()
      .evaluate((part) => getComputedStyle(part).color)
  const live = await ink('35')
  await stage.killServer()
  for (const page of [wall, other])
    await page.getByText(/^Connection lost\. Everything shown is as of \d\d:/).waitFor()
  await expect.poll(() => ink('35')).not.toBe(live)
  await stage.restartServer()
  pump = await connectPump()
  await pump.publish({ values: { flow: 36 } })
  await shows(wall, '36')
  await wall.locator('html[data-same]').waitFor()
  await expect.poll(() => ink('36')).toBe(live)
  await other.locator('html:not([data-same])').waitFor()
  await shows(other, '36')
  await stage.closePages(/WebSocket connection to|Failed to load|ERR_CONNECTION/)
})

test('EE281 without TLS, from another machine, boards are edited and links copied', async () => {
  const url = stage.server.url.replace('127.0.0.1', otherMachine)
  const page = await stage.open('/login', { baseURL: url })
  await page.locator('input[name=email]').fill(administrator.email)
  await page.locator('input[name=password]').fill(administrator.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/warroomDashboard')
  await expect
    .poll(() => page.evaluate(() => [isSecureContext, 'randomUUID' in crypto]))
    .toEqual([false, false])

  // A dashboard is begun, saved and opened again.
  await go(page, `/warroomDashboard?dashboard=${dashboard}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Add widget' }).click()
  await page.getByRole('button', { name: 'Add Tower' }).click()
  await page.getByRole('button', { name: 'Move or resize Tower' }).waitFor()
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  expect(await widgetsOf(dashboard)).toBe(2)

  // So is a home page.
  await go(page, '/warroomIndex')
  await page.getByRole('main').getByRole('button', { name: 'Add page' }).last().click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Add area' }).click()
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await page.getByText('Saved successfully').waitFor()

  await go(page, `/boards/sharing/${dashboard}`)
  const field = page.getByLabel('Where it is used')
  await field.fill('Yard')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const dialog = page.getByRole('dialog')
  const address = await dialog.getByRole('textbox').inputValue()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied').waitFor()
  await dialog.locator('footer').getByRole('button', { name: 'Close' }).click()
  await field.press('ControlOrMeta+V')
  expect(address).toContain(url)
  await expect.poll(() => field.inputValue()).toBe(address)
  // The browser remarks that it leaves a header of the server aside here.
  await stage.closePages(/Opener-Policy/)
})

const widgetsOf = async (id: string) => {
  const { data } = await session.json<{ data: { widgets: unknown[] } }>(
    'GET',
    `/api/dashboards/${id}`,
  )
  return data.widgets.length
}

test('EE617 KW61 a wall whose link has ended stays, and shows its board once it can', async () => {
  type Made = { data: { id: string; version: number } }
  const content = { name: 'Hall 3', widgets: [] }
  const { data: board } = await session.json<Made>('POST', '/api/dashboards', content)
  const wall = await stage.open(smallAnswer)
  await wall.clock.install()
  await wall.goto(`${await linkTo(board.id)}?wall=on`)
  await wall.getByRole('heading', { name: 'Hall 3' }).waitFor()
  await session.json('PUT', `/api/dashboards/${board.id}`, { version: 1, deleted: true })
  await wall.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await mark(wall)
  const asked: string[] = []
  wall.on('request', (request) => asked.push(new URL(request.url()).pathname))
  /** Lets seconds pass on the wall; what is asked for in each of them is answered. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      await wall.clock.runFor(5_000)
      await wall.evaluate(() => fetch('/api/health').then((answer) => answer.text()))
    }
  }
  await pass(200)
  expect(await wall.locator('html[data-same]').count()).toBe(1)
  // What it asked as it ended may be among them.
  expect(asked.filter((path) => path === '/api/kiosk/board').length).toBeLessThan(4)
  await session.json('POST', `/api/boards/${board.id}/take-back`)
  // It is loaded anew in one of these seconds, whenever its server has answered.
  const isShown = async () => {
    await wall.clock.runFor(5_000).catch(() => {})
    return wall.getByRole('heading', { name: 'Hall 3' }).count()
  }
  await expect.poll(() => isShown().catch(() => 0)).toBe(1)
})

test('EE537 EE539 a refusal goes with the next choice; what is typed stays', async () => {
  const page = await stage.open(`/boards/sharing/${dashboard}`, { person: administrator })
  const people = page.getByRole('region', { name: 'People and roles' })
  const links = page.getByRole('region', { name: 'Links without an account' })
  await people.getByRole('button', { name: 'Share', exact: true }).click()
  await people.getByRole('alert').getByText(/./).waitFor()
  await people.getByRole('combobox').nth(1).selectOption('edit')
  await expect.poll(() => people.getByRole('alert').innerText()).toBe('')
  await links.getByLabel('Where it is used').pressSequentially('Hall')
  await expect.poll(() => leavesFreely(page)).toBe(false)
  const making = Promise.withResolvers<void>()
  await page.route('**/kiosk-links', async (route) => {
    if (route.request().method() === 'POST') await making.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await page.keyboard.type(' 2')
  making.resolve()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => links.getByLabel('Where it is used').inputValue()).toBe('Hall 2')
})
