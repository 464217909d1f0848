import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import { addDevices, Device, sensorOf } from './device.ts'
import { administrator, Stage } from './stage.ts'

let stage: Stage
let newest: Device

const lines = 12
const sensorsEach = 100
const names = Array.from({ length: lines }, (_, index) => `LINE-${index + 1}`)
const small = { email: 'small@plant.test', password: 'eight-or-more' }

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
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
afterAll(() => stage.close())

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
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  await page.getByRole('searchbox', { name: 'Find a sensor' }).fill('line 12 signal 77')
  await page.locator('.widget', { hasText: 'Signal 77' }).waitFor()
  await page.locator('.filter-count', { hasText: /^1 of 1\u202f200 sensors$/ }).waitFor()
  await expect.poll(() => page.locator('.widget').count()).toBe(1)
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
