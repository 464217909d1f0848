import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

/** Of both devices the same names. */
const sensors = Array.from({ length: 30 }, (_, index) => `Flow ${index + 1}`)
const devices = ['TANK-1', 'TANK-2'].map((lesiId) => ({
  lesiId,
  name: lesiId,
  sensors: sensors.map((alias, index) => sensorOf(`flow${index}`, { alias })),
}))
let table: string

beforeAll(async () => {
  await addDevices(stage, devices)
  const session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  const chosen = devices.flatMap(({ lesiId }) =>
    sensors.slice(0, 24).map((_, index) => ({ thing: lesiId, key: `flow${index}` })),
  )
  const place = { x: 0, y: 0, w: 12, h: 6 }
  const widget = { id: 'w', sensor: null, kind: 'table', options: {}, ...place, h: 5 }
  const areas = [{ id: 'a', name: 'Flows', widgets: [{ ...widget, sensors: chosen }], ...place }]
  type Reply = { data: { id: string } }
  const path = '/api/scada/shadow-lambda/custom/store'
  table = (await session.json<Reply>('POST', path, { name: 'Tanks', areas })).data.id
})
afterAll(endPart)

/** How far the screen can be scrolled, px. */
const surplus = (page: Page) =>
  page
    .locator('.stage, .main')
    .evaluateAll((all) => Math.max(...all.map((each) => each.scrollHeight - each.clientHeight)))
const placeOfFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('main, nav, header, aside')?.tagName)

test('EE353 a page that is added by keys is edited at once, under its own name', async () => {
  const page = await show('/warroomDashboard')
  await page.getByRole('link', { name: 'Home pages' }).focus()
  await page.keyboard.press('Enter')
  const add = page.getByRole('main').getByRole('button', { name: 'Add page' }).last()
  await add.waitFor()
  await expect.poll(() => surplus(page)).toBe(0)
  await add.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the page').fill('Cold side')
  await page.keyboard.press('Enter')
  await page.getByText('all loaded').waitFor()
  await expect.poll(() => placeOfFocus(page)).toBe('MAIN')
  await expect.poll(() => surplus(page)).toBe(0)
  const tabs = page.getByRole('navigation', { name: 'Open views' })
  await tabs.getByRole('link', { name: /Edit page: .*Cold side/ }).waitFor()
})

test('EE354 a link without a name is asked for one by the page; a way leads back', async () => {
  const page = await show(`/boards/sharing/${table}`)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByText('Say where it is used').waitFor()
  const field = page.getByLabel('Where it is used')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('Gate')
  await expect.poll(() => page.getByText('Say where it is used').count()).toBe(0)
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await page.getByRole('heading', { name: 'Tanks' }).waitFor()
})

test('EE402 an edit that has ended has no tab; others keep their names over a reload', async () => {
  const page = await show(`/warroomIndex/edit/${table}`)
  const tabs = page.getByRole('navigation', { name: 'Open views' })
  const edited = tabs.getByRole('link', { name: /Edit page: .*Tanks/ })
  await edited.waitFor()
  await tabs.getByRole('link', { name: 'War room' }).first().click()
  await page.waitForURL('**/warroomDashboard**')
  await page.reload()
  await tabs.getByRole('link', { name: 'War room' }).first().waitFor()
  await edited.waitFor()
  await edited.click()
  await page.getByRole('button', { name: 'Cancel Edit' }).click()
  await page.getByRole('heading', { name: 'Tanks' }).waitFor()
  await edited.waitFor({ state: 'detached' })
})

test('EE401 what is gone or closed to the person has a way back', async () => {
  const gone = '00000000-0000-4000-8000-000000000000'
  const page = await show(`/warroomIndex/edit/${gone}`)
  const back = page.getByRole('alert').getByRole('link', { name: 'Home pages' })
  await back.waitFor()
  await show(`/boards/sharing/${gone}`)
  await back.click()
  await page.waitForURL('**/warroomIndex**')
})

test('EE355 the search for many sensors stays in sight; chosen ones name devices', async () => {
  const page = await show(`/warroomIndex/edit/${table}`)
  await page.locator('.edit-widget').hover()
  await page.getByRole('button', { name: /^How .* is shown$/ }).click()
  await page.getByRole('menuitem', { name: 'Options…' }).click()
  const dialog = page.getByRole('dialog')
  const rows = dialog.locator('ol li').filter({ hasText: /^Flow 3TANK-/ })
  await expect.poll(() => rows.allTextContents()).toEqual(['Flow 3TANK-1', 'Flow 3TANK-2'])
  await dialog.getByText('There are more.').waitFor()
  const isInSight = (name: string) =>
    dialog.getByRole('button', { name }).evaluate((button) => {
      const { left, top, bottom } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + 4, (top + bottom) / 2))
    })
  await expect.poll(() => isInSight('Apply')).toBe(true)
  const search = dialog.getByRole('searchbox')
  await expect.poll(async () => (await search.boundingBox())?.y).toBeLessThan(500)
})

test('EE359 on a wall of 3840 × 2160 everything is larger by the same measure', async () => {
  const page = await show(`/warroomIndex?page=${table}&wall=on`)
  const title = page.getByRole('heading', { name: 'Tanks' })
  await title.waitFor()
  const usual = (await title.boundingBox())?.height ?? 0
  await page.setViewportSize({ width: 3840, height: 2160 })
  await expect.poll(async () => (await title.boundingBox())?.height).toBeGreaterThan(1.5 * usual)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(3840)
})
