import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { endPart, stage } from './boards-stage.ts'

const long = `Packaging hall north, ${'filling and closing, '.repeat(3)}end`.slice(0, 80)
const rightToLeft = `قاعة التعبئة ${'والتغليف '.repeat(7)}`.slice(0, 78).trim()
const widget = (id: string, key: string, x: number) => ({
  ...{ id, sensor: { thing: 'MENUS-1', key }, sensors: [], kind: null, options: {} },
  ...{ x, y: 0, w: 2, h: 2 },
})
let ids: readonly string[]

beforeAll(async () => {
  const sensors = [sensorOf('flow'), sensorOf('level')]
  await addDevices(stage, [{ lesiId: 'MENUS-1', name: 'Boiler', sensors }])
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const make = async (name: string) => {
    const widgets = [widget('a', 'flow', 0), widget('b', 'level', 2)]
    const areas = [{ id: 'a', name: 'Upper', x: 0, y: 0, w: 12, h: 4, widgets }]
    const path = '/api/scada/shadow-lambda/custom/store'
    type Made = { data: { id: string } }
    return (await session.json<Made>('POST', path, { name, areas })).data.id
  }
  ids = [await make(long), await make(rightToLeft)]
})
afterAll(endPart)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const menuButton = (page: Page) => page.locator('.page-menu')
/** How far the open menu reaches beyond the window, or a name beyond the menu. */
const beyond = (page: Page) =>
  page.locator('.menu-list').evaluate((menu) => {
    const box = menu.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const edges = [-box.left, -box.top, box.right - clientWidth, box.bottom - clientHeight]
    return Math.max(...edges, menu.scrollWidth - menu.clientWidth)
  })

test('EE420 a menu lies within the window of a phone, with its names cut', async () => {
  const page = await stage.open(`/warroomIndex?page=${ids[0]}`, {
    person: administrator,
    ...phone,
  })
  await menuButton(page).tap()
  await expect.poll(() => beyond(page)).toBeLessThanOrEqual(0)
  const item = page.getByRole('menuitemradio', { name: long })
  const name = item.locator('span')
  await expect.poll(() => name.getAttribute('title')).toBe(long)
  await expect.poll(() => name.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true)
  const direction = (selector: string) =>
    page
      .locator(selector)
      .filter({ hasText: 'قاعة' })
      .first()
      .evaluate((each) => getComputedStyle(each).direction)
  await expect.poll(() => direction('.menu-list span')).toBe('rtl')
  await page.getByRole('menuitemradio', { name: rightToLeft }).tap()
  await menuButton(page).getByText(rightToLeft).waitFor()
  await expect.poll(() => direction('.page-menu .words')).toBe('rtl')
  await page.goto(`/warroomIndex?page=${ids[1]}&wall=on`)
  await page.locator('.wall-head h1').getByText(rightToLeft).waitFor()
  await expect.poll(() => direction('.wall-head h1')).toBe('rtl')
})

test('EE421 a tap beside an open menu only closes it', async () => {
  const page = await stage.open(`/warroomIndex?page=${ids[0]}`, {
    person: administrator,
    ...phone,
  })
  const name = page.locator('.widget-name').last()
  await name.waitFor()
  const opened = () => new URL(page.url()).searchParams.get('detail')
  await menuButton(page).tap()
  await page.locator('.menu-list').waitFor()
  // Where no choice of the menu lies above it.
  const link = page.locator('.top-bar a, .top-bar button').first()
  await link.evaluate((each) =>
    each.addEventListener('click', () => (document.documentElement.dataset['pressed'] = '')),
  )
  await link.tap()
  await page.locator('.menu-list').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator(':root[data-pressed]').count()).toBe(0)
  await name.tap()
  await expect.poll(opened).not.toBeNull()
})

test('EE421 a click beside a menu closes it, and is a click', async () => {
  const page = await stage.open('/warroomDashboard?live=no', { person: administrator })
  const menus = page.locator('.widget-menu [aria-haspopup=menu]')
  await menus.nth(1).waitFor()
  const choice = page.locator('.menu-list')
  await menus.nth(0).click()
  await choice.waitFor()
  await menus.nth(1).click()
  await expect.poll(() => menus.nth(1).getAttribute('aria-expanded')).toBe('true')
  await expect.poll(() => choice.count()).toBe(1)
  await page.getByRole('button', { name: 'Past', exact: true }).click()
  await choice.waitFor({ state: 'detached' })
  await page.locator('.past-head').waitFor()
})
