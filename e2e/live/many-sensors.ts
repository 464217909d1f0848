import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { cutFigures } from '../cut-figures.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator, chooseLanguage, go, resize, toast } from '../stage.ts'
import { stage } from './live-stage.ts'

let newest: Device

const lines = 12
const sensorsEach = 100
const names = Array.from({ length: lines }, (_, index) => `LINE-${index + 1}`)
const small = { email: 'small@plant.test', password: 'eight-or-more' }

beforeAll(async () => {
  const sensors = Array.from({ length: sensorsEach }, (_, index) =>
    sensorOf(`k${index + 1}`, { alias: `Signal ${index + 1}` }),
  )
  const tokens = await addDevices(
    stage,
    names.map((lesiId, index) => ({ lesiId, name: `Line ${index + 1}`, sensors })),
  )
  await stage.command('user add', { ...small, name: 'Small', role: 'user' })
  await stage.command('device bind', { id: 'LINE-12', email: small.email, relation: 'admin' })
  newest = await Device.connect(stage.server.mqttUrl, 'LINE-12', tokens.get('LINE-12') ?? '')
})
afterEach(() => stage.closePages())

/** What the page fetched of the lists, from now on. */
function listsFetched(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/sensors' || pathname.endsWith('/things')) fetched.push(pathname)
  })
  return fetched
}

test('EE98 EE188 of more sensors than a page holds there are pages', async () => {
  const page = await stage.open('/warroomDashboard', { person: administrator })
  const pages = page.locator('.sensor-pages')
  await pages.getByText('1–1\u202f000 of 1\u202f200', { exact: true }).waitFor()
  await page
    .locator('.kpi', { hasText: 'Sensors not live' })
    .getByText('of the 1\u202f000 sensors on this page')
    .waitFor()
  await expect.poll(() => page.locator('h2', { hasText: 'Line 12' }).count()).toBe(0)
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByText(/^1.001–1.200 of 1.200$/).waitFor()
  await page.locator('h2', { hasText: 'Line 12' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2')
  await page.getByRole('searchbox', { name: 'Find a sensor' }).fill('line 12 signal 77')
  await page.locator('.widget', { hasText: 'Signal 77' }).waitFor()
  await page.locator('.filter-count', { hasText: /^1 of 1\u202f200 sensors$/ }).waitFor()
  await expect.poll(() => page.locator('.widget').count()).toBe(1)
})

test('EE497 of 1,200 sensors no figure of the summary is cut', async () => {
  const page = await stage.open('/warroomDashboard', { person: administrator })
  const total = page.locator('.kpi.all b')
  await expect.poll(() => total.textContent()).toBe('1\u202f200')
  for (const language of locales) {
    await chooseLanguage(page, language)
    for (const width of [360, 768, 1440]) {
      await resize(page, { width, height: 800 })
      await expect.poll(() => cutFigures(page), { message: `${language} ${width} px` }).toEqual([])
    }
  }
  await chooseLanguage(page, 'en')
})

test('EE98 the tree lists devices, and fetches the sensors of one that is opened', async () => {
  const page = await stage.open('/warroomCharts?thing=LINE-12&sensor=k42', {
    person: administrator,
  })
  const tree = page.locator('.history-tree-panel')
  await tree.locator('[aria-current=true]', { hasText: 'Signal 42' }).waitFor()
  await tree.getByText(/^1.200 sensors$/).waitFor()
  await expect.poll(() => tree.locator('.history-group').count()).toBe(lines)
  await tree.locator('.history-group', { hasText: 'Line 3' }).click()
  await tree
    .locator('.history-sensor')
    .nth(2 * sensorsEach - 1)
    .waitFor()
  await tree.getByRole('searchbox').fill('line 11 signal 99')
  await tree.locator('.history-sensor', { hasText: 'Signal 99' }).click()
  await page.waitForURL(/thing=LINE-11&sensor=k99/)
})

test('EE99 a sensor that is added meanwhile appears, and no list is fetched for it', async () => {
  const page = await stage.open('/warroomDashboard', { person: small })
  await page
    .locator('.kpi', { hasText: 'Sensors' })
    .last()
    .getByText('100', { exact: true })
    .waitFor()
  await page.locator('.connection[data-state=live]').waitFor()
  const fetched = listsFetched(page)
  await newest.publish({ values: { invented: 7 } })
  await page
    .locator('.kpi', { hasText: 'Sensors' })
    .last()
    .getByText('101', { exact: true })
    .waitFor()
  await page.getByRole('searchbox', { name: 'Find a sensor' }).fill('invented')
  await page.locator('.widget', { hasText: 'invented' }).waitFor()
  expect(fetched).toEqual([])
  expect(sensorsEach + 1).toBeLessThan(maximumPageSize)
})

test('EE282 a page and a dashboard of 1,200 widgets are opened, edited and saved', async () => {
  const session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  const placed = (key: string, index: number) => ({
    ...{ id: key, kind: null, options: {}, sensors: [], w: 2, h: 2 },
    ...{ x: (index % 6) * 2, y: Math.floor(index / 6) * 2 },
  })
  const ofLine = (thing: string) =>
    Array.from({ length: sensorsEach }, (_, index) => ({ thing, key: `k${index + 1}` }))
  const areas = names.map((thing, line) => ({
    ...{ id: thing, name: thing, x: 0, y: line * 34, w: 12, h: 34 },
    widgets: ofLine(thing).map((sensor, index) => ({ ...placed(sensor.key, index), sensor })),
  }))
  const widgets = names
    .flatMap(ofLine)
    .map((sensor, index) => ({ ...placed(`${sensor.thing}-${sensor.key}`, index), sensor }))
  type Reply = { data: { id: string } }
  const custom = '/api/scada/shadow-lambda/custom/store'
  const { data: stored } = await session.json<Reply>('POST', custom, { name: 'Hall', areas })
  const { data: board } = await session.json<Reply>('POST', '/api/dashboards', {
    ...{ name: 'Hall', widgets },
  })

  const page = await stage.open(`/warroomIndex/edit/${stored.id}`, { person: administrator })
  const drawn = () => page.locator('.edit-widget-content, .board-cell .widget').count()
  const cells = () => page.locator('.layout-grid .layout-grid .grid-cell').count()
  await expect.poll(drawn).toBeGreaterThan(10)
  await expect.poll(async () => [await cells(), (await drawn()) < 200]).toEqual([1_200, true])
  await page.getByLabel('Name of area 12').fill('The last one')
  const last = page.locator('[data-area=LINE-12] [data-grid-item=k100]')
  await last.scrollIntoViewIfNeeded()
  await last.hover()
  await last.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await toast(page, 'Saved successfully')

  await go(page, `/warroomDashboard?dashboard=${board.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Save Edit' }).waitFor()
  await expect.poll(drawn).toBeGreaterThan(10)
  await expect.poll(async () => (await drawn()) < 200).toBe(true)
  // Its buttons come with it when the keyboard arrives there.
  await page
    .getByRole('button', { name: /^Move or resize/ })
    .last()
    .focus()
  await page.locator('[data-grid-item="LINE-12-k100"]').getByRole('button').nth(2).click()
  await page.getByRole('button', { name: 'Save Edit' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  const { data } = await session.json<{ data: { widgets: unknown[] } }>(
    'GET',
    `/api/dashboards/${board.id}`,
  )
  expect(data.widgets).toHaveLength(1_199)
})
