import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { cutFigures } from '../cut-figures.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { addressOf, administrator, chooseLanguage, reopen, resize, settled } from '../stage.ts'
import { stage } from './room-stage.ts'

let oven: Device
let press: Device

const limited = { unit: '°C', lowerAlarm: 100, upperAlarm: 200, intervalMs: 600_000 }
const zones = [1, 2, 3, 4, 5, 6]
const well = Object.fromEntries(zones.map((zone) => [`zone${zone}`, 150]))
/** Its last reading was a day ago. */
const silent = 'Temperature of the bearing on the drive side'

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    {
      lesiId: 'OVEN-2',
      name: 'Oven 2',
      sensors: zones.map((zone) => sensorOf(`zone${zone}`, { ...limited, alias: `Zone ${zone}` })),
    },
    {
      lesiId: 'PRESS-7',
      name: 'Press 7',
      sensors: [
        sensorOf('force', { ...limited, alias: 'Force' }),
        sensorOf('bearing', { alias: silent, intervalMs: 1_000 }),
      ],
    },
  ])
  const connect = (id: string) => Device.connect(stage.server.mqttUrl, id, tokens.get(id) ?? '')
  ;[oven, press] = [await connect('OVEN-2'), await connect('PRESS-7')]
  await oven.publish({ values: well })
  await press.publish({ values: { force: 150 } })
})
afterEach(async () => {
  await oven.publish({ values: well })
  await press.publish({ values: { force: 150 } })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

let reused: Page | undefined

const widget = (page: Page, name: string) =>
  page.locator('.widget', { has: page.getByRole('link', { name, exact: true }) })
const cell = (page: Page, label: string) => page.locator('.kpi', { hasText: label })
const bigName = (page: Page) => page.locator('.widget.big .widget-name')

/** The war room on the page of the test before; `isLoaded` again, what deviates comes first. */
async function showWarRoom({ isLoaded = false } = {}): Promise<Page> {
  if (reused && isLoaded) await reused.goto('/warroomDashboard')
  else if (reused) await reopen(reused, '/warroomDashboard')
  else reused = await stage.openReused('/warroomDashboard', { person: administrator })
  await reused.locator('.connection[data-state=live]').waitFor()
  await reused.locator('.widget[data-condition=good]').first().waitFor()
  return reused
}

const outline = (page: Page, name: string) =>
  widget(page, name).evaluate((panel) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(panel)
    const rail = getComputedStyle(panel.querySelector('.rail') ?? panel)
    return {
      width: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
      colour: outlineColor,
      rail: parseFloat(rail.getPropertyValue('--rail-thick')),
    }
  })

test('EE150 a value beyond its limit is outlined, has a heavier rail and is counted', async () => {
  const page = await showWarRoom()
  await cell(page, 'Beyond limits').getByText('none').waitFor()
  const before = await outline(page, 'Zone 3')
  expect(before.width).toBe(0)
  await oven.publish({ values: { zone3: 205 } })
  await widget(page, 'Zone 3').and(page.locator('[data-beyond=upper]')).waitFor()
  // The value is there before its alarm is stored; from then on the frame has the alarm's colour.
  await widget(page, 'Zone 3').locator('.widget-alarm[data-state=unacknowledged]').waitFor()
  const ink = await bigName(page).evaluate((name) => getComputedStyle(name).color)
  // A panel that has just gone to the big place was replaced: the one read first has no style.
  await expect
    .poll(async () => {
      const now = await outline(page, 'Zone 3')
      return [now.width >= 2, now.colour === ink, now.rail > before.rail]
    })
    .toEqual([true, false, true])
  await cell(page, 'Beyond limits').locator('b', { hasText: /^1$/ }).waitFor()
  await oven.publish({ values: { zone3: { v: 205, q: 'bad' } } })
  await cell(page, 'Beyond limits').getByText('none').waitFor()
  await expect.poll(() => widget(page, 'Zone 3').getAttribute('data-beyond')).toBeNull()
  await oven.publish({ values: { zone3: { v: 205, q: 'uncertain' } } })
  await widget(page, 'Zone 3').and(page.locator('[data-condition=uncertain]')).waitFor()
  await expect.poll(() => widget(page, 'Zone 3').getAttribute('data-beyond')).toBeNull()
})

test('EE151 the figures of the summary lead to what they name', async () => {
  await oven.publish({ values: { zone2: 90, zone4: 230 } })
  await press.publish({ ts: Date.now() - 90_000, values: { bearing: 40 } })
  const page = await showWarRoom()
  await page.getByRole('link', { name: '2 values are beyond their limits: show them' }).click()
  await page.waitForURL(/limits=beyond/)
  const names = () => page.locator('.widget-name').allTextContents()
  // The address changes before the list does.
  await expect.poll(names).toEqual(['Zone 2', 'Zone 4'])
  await page.getByRole('button', { name: 'Clear' }).click()
  await cell(page, 'Worst device')
    .locator('b', { hasText: /^2 \/ 6$/ })
    .waitFor()
  await cell(page, 'Worst device').getByRole('link', { name: 'Oven 2' }).click()
  await page.waitForURL(/device=OVEN-2/)
  await cell(page, 'Oldest stale').getByRole('link', { name: silent }).click()
  await page.waitForURL(/warroomCharts/)
  await expect.poll(() => addressOf(page)).toMatch(/thing=PRESS-7&sensor=bearing/)
})

test('EE152 the big place has what deviates most, of another device with its name', async () => {
  const page = await showWarRoom({ isLoaded: true })
  const names = () => page.locator('.widget-name').allTextContents()
  await expect.poll(async () => (await names())[0]).toBe('Zone 1')
  const usual = await settled(page, names)
  await oven.publish({ values: { zone4: 230 } })
  await showWarRoom({ isLoaded: true })
  await bigName(page).filter({ hasText: 'Zone 4' }).waitFor()
  const exchanged: Readonly<Record<string, string>> = { 'Zone 1': 'Zone 4', 'Zone 4': 'Zone 1' }
  await expect.poll(names).toEqual(usual.map((name) => exchanged[name] ?? name))
  await press.publish({ values: { force: 900 } })
  await showWarRoom({ isLoaded: true })
  await bigName(page).filter({ hasText: 'Press 7 · Force' }).waitFor()
  await expect.poll(() => widget(page, 'Force').count()).toBe(1)
  await expect.poll(() => widget(page, 'Zone 1').count()).toBe(1)
})

test('EE153 a pin of the menu has the big place, with the focus, also after a reload', async () => {
  await oven.publish({ values: { zone4: 230 } })
  const page = await showWarRoom({ isLoaded: true })
  await bigName(page).filter({ hasText: 'Zone 4' }).waitFor()
  const menu = page.getByRole('button', { name: 'How Zone 5 is shown' })
  const choose = async (name: string) => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await choose('Pin to the big place')
  await bigName(page).filter({ hasText: 'Zone 5' }).waitFor()
  await expect.poll(() => menu.evaluate((button) => document.activeElement === button)).toBe(true)
  await page.reload()
  await bigName(page).filter({ hasText: 'Zone 5' }).waitFor()
  await choose('Unpin from the big place')
  await bigName(page).filter({ hasText: 'Zone 4' }).waitFor()
})

test.each([
  ['en', [390]],
  ['ru', [1440, 992, 390]],
  ['vi', [992]],
] as const)(
  'EE154 nothing of the summary is cut or hidden: %s, %j px',
  async (language, widths) => {
    await oven.publish({ values: { zone2: 90, zone4: 230 } })
    const page = await showWarRoom()
    await chooseLanguage(page, language)
    await page.locator('.kpi.named a').nth(1).waitFor()
    const unused = () =>
      page.locator('.kpis').evaluate((summary) => {
        const rights = [...summary.querySelectorAll('.kpi')].map(
          (cell) => cell.getBoundingClientRect().right,
        )
        return Math.abs(Math.max(...rights) - summary.getBoundingClientRect().right)
      })
    for (const width of widths) {
      await resize(page, { width, height: 900 })
      await expect.poll(() => cutFigures(page), { message: `${width} px` }).toEqual([])
      await expect.poll(unused, { message: `${width} px` }).toBeLessThan(2)
    }
    await resize(page, defaultVisit.viewport)
    await chooseLanguage(page, 'en')
  },
)
