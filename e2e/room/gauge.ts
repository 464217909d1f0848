import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colourViolationsOf, violationsOf } from '#testing/peers/accessibility.ts'
import { locales } from '#kit/model/locale.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, chooseLanguage, reopen } from '../stage.ts'
import { stage } from './room-stage.ts'

let tokens: ReadonlyMap<string, string>
let boiler: Device

const limits = { lowerAlarm: 2, upperAlarm: 8, scaleLow: 0, scaleHigh: 10 }
const devices = [
  {
    lesiId: 'BOILER-1',
    name: 'Boiler 1',
    sensors: [
      sensorOf('pressure', { alias: 'Pressure', unit: 'bar', ...limits }),
      sensorOf('flow', { alias: 'Flow', unit: 'm³/h', intervalMs: 300 }),
      sensorOf('door', { alias: 'Door', type: 'detector' }),
      sensorOf('tower', { alias: 'Tower', type: 'lamp' }),
      sensorOf('batch', { alias: 'Batch', type: 'string' }),
    ],
  },
]

beforeAll(async () => {
  tokens = await addDevices(stage, devices)
  boiler = await connect()
  await boiler.publish({ values: { pressure: 5, flow: 12, door: 0 } })
})
afterAll(async () => {
  if (reused) await chooseLanguage(reused, 'en')
  await stage.closeReusedPages()
  await removeDevices(stage)
})

let reused: Page | undefined

const connect = () => Device.connect(stage.server.mqttUrl, 'BOILER-1', tokens.get('BOILER-1') ?? '')

const place = (page: Page, name: string) =>
  page.locator('.grid-item', { has: page.getByRole('link', { name, exact: true }) })

/** The war room, drawn again on the page of the test before. */
async function showWarRoom(): Promise<Page> {
  if (reused) await reopen(reused, '/warroomDashboard')
  else reused = await stage.openReused('/warroomDashboard', { person: administrator })
  await place(reused, 'Pressure').waitFor()
  await reused.locator('.connection[data-state=live]').waitFor()
  return reused
}

/** Chooses from the menu of a widget, by the keyboard alone. */
async function choose(page: Page, name: string, choice: string): Promise<void> {
  const menu = page.getByRole('button', { name: `How ${name} is shown` })
  await menu.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menu').getByText(choice, { exact: true })
  await item.waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role=menu]'))
  const focused = () => page.locator(':focus').textContent()
  for (let step = 0, at = await focused(); at !== choice && step < 4; step++) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).not.toBe(at)
    at = await focused()
  }
  await page.keyboard.press('Enter')
}

const figure = (page: Page, name: string) => place(page, name).locator('.figure')
const condition = (page: Page, name: string, is: string) =>
  place(page, name).locator(`.widget[data-condition=${is}]`)
/** Where on the arc the pointer stands, 0 to 1. */
const pointerAt = (page: Page, name: string) =>
  place(page, name)
    .locator('.gauge-pointer')
    .evaluate((pointer) => -Number.parseFloat(pointer.style.strokeDashoffset) / (1000 - 36))

test('EE28 a number becomes a gauge by keyboard; the choice outlives a reload', async () => {
  const page = await showWarRoom()
  const other = await page.context().newPage()
  await other.goto('/warroomDashboard')
  await place(other, 'Pressure').waitFor()
  await expect.poll(() => page.locator('.gauge').count()).toBe(0)
  await choose(page, 'Pressure', 'Gauge')
  await figure(page, 'Pressure').filter({ hasText: '5.0' }).waitFor()
  await expect.poll(() => pointerAt(page, 'Pressure')).toBeCloseTo(0.5)
  await other.locator('.gauge').waitFor()
  await other.close()
  await page.reload()
  await page.locator('.gauge').waitFor()
  const texts = (part: string) => page.locator(part).allTextContents()
  await expect.poll(() => texts('.gauge-label')).toEqual(['2.0', '8.0'])
  await expect.poll(() => texts('.gauge-ends span')).toEqual(['0.0', '10.0'])
  await page.getByRole('button', { name: 'How Door is shown' }).click()
  await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(1)
  await page.keyboard.press('Escape')
})

test('EE28 WD10 a gauge follows its readings, and shows limits, quality and offline', async () => {
  const page = await showWarRoom()
  await choose(page, 'Pressure', 'Gauge')
  const shown = place(page, 'Pressure')
  await boiler.publish({ values: { pressure: 7.5 } })
  await figure(page, 'Pressure').filter({ hasText: '7.5' }).waitFor()
  await expect.poll(() => pointerAt(page, 'Pressure')).toBeCloseTo(0.75)
  await shown.locator('.widget-remark').waitFor({ state: 'hidden' })
  await boiler.publish({ values: { pressure: 25 } })
  await shown.getByText('above 8.0', { exact: true }).waitFor()
  await expect.poll(() => pointerAt(page, 'Pressure')).toBe(1)
  await boiler.publish({ values: { pressure: { v: 6, q: 'uncertain' } } })
  await condition(page, 'Pressure', 'uncertain').waitFor()
  await boiler.publish({ values: { pressure: { v: 9.9, q: 'bad' } } })
  await condition(page, 'Pressure', 'bad').waitFor()
  await figure(page, 'Pressure').filter({ hasText: 'bad' }).waitFor()
  await shown.locator('.gauge-pointer').waitFor({ state: 'hidden' })
  await expect.poll(() => shown.locator('.widget-struck').textContent()).toBe('9.9 bar')
  await boiler.publish({ values: { pressure: null } })
  await figure(page, 'Pressure').filter({ hasText: '–' }).waitFor()
  await expect.poll(() => shown.locator('.age-text').textContent()).toBe('no value')
  boiler.vanish()
  await condition(page, 'Pressure', 'offline').waitFor()
  boiler = await connect()
  await boiler.publish({ values: { pressure: 5, flow: 12 } })
  await condition(page, 'Pressure', 'good').waitFor()
  await expect.poll(() => pointerAt(page, 'Pressure')).toBeCloseTo(0.5)
})

test('EE29 a gauge without a scale shows a message, and takes one from its options', async () => {
  const page = await showWarRoom()
  await choose(page, 'Flow', 'Gauge')
  const shown = place(page, 'Flow')
  await shown.getByText('No scale yet').waitFor()
  await expect.poll(() => shown.locator('.gauge-dial').count()).toBe(0)
  await choose(page, 'Flow', 'Options…')
  const dialog = page.getByRole('dialog', { name: 'Flow' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('From').fill('30')
  await dialog.getByLabel('To').fill('20')
  await dialog.getByText('The end must be greater').waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await dialog.getByLabel('From').fill('0')
  await dialog.getByLabel('To').fill('48,0')
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await shown.locator('.gauge-dial').waitFor()
  await boiler.publish({ values: { flow: 36 } })
  await figure(page, 'Flow').filter({ hasText: '36.0' }).waitFor()
  await expect.poll(() => pointerAt(page, 'Flow')).toBeCloseTo(0.75)
  await condition(page, 'Flow', 'stale').waitFor()
  await boiler.publish({ values: { flow: 60 } })
  await shown.getByText('above the scale').waitFor()
  await choose(page, 'Flow', 'Number')
  await shown.locator('.gauge').waitFor({ state: 'detached' })
  await choose(page, 'Flow', 'Gauge')
  await shown.locator('.gauge-dial').waitFor()
})

const texts = (language: string) =>
  join(import.meta.dirname, `../../features/widgets/web/kinds/gauge/texts/${language}.json`)
const gaugeTitle = (language: string) =>
  (JSON.parse(readFileSync(texts(language), 'utf8')) as { readonly title: string }).title

test.each(locales)(
  'EE29 axe finds nothing at a gauge and its options, light and dark: %s',
  async (language) => {
    const page = await showWarRoom()
    await page.emulateMedia({ colorScheme: 'light' })
    await chooseLanguage(page, language)
    await place(page, 'Pressure').locator('.widget-menu button').click()
    await page.getByRole('menuitemradio', { name: gaugeTitle(language), exact: true }).click()
    await place(page, 'Pressure').locator('.gauge').waitFor()
    await place(page, 'Pressure').locator('.widget-menu button').click()
    await page.getByRole('menuitem').first().click()
    await page.locator('dialog input').first().waitFor()
    await page.locator('html[data-theme=light]').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor()
    await expect.poll(() => colourViolationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
  },
)
