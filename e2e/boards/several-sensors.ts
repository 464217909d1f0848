import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePage } from '#features/pages/contract/routes.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './boards-stage.ts'

let boiler: Device
let session: BrowserSession
let stored: string

const devices = [
  {
    lesiId: 'BOILER-2',
    name: 'Boiler 1',
    sensors: [
      sensorOf('pressure', { alias: 'Pressure', unit: 'bar', lowerAlarm: 2, upperAlarm: 8 }),
      sensorOf('inlet', { alias: 'Inlet', unit: '°C' }),
      sensorOf('flow', { alias: 'Flow', unit: 'm³/h' }),
      sensorOf('tower', { alias: 'Tower', type: 'lamp' }),
      sensorOf('door', { alias: 'Door', type: 'detector' }),
    ],
  },
]
const named = (key: string) => ({ thing: 'BOILER-2', key })
const widgets = [
  { id: 'bar', kind: 'bar', sensor: named('pressure'), x: 0, y: 0, w: 3, h: 3 },
  { id: 'chart', kind: 'chart', sensor: named('pressure'), x: 3, y: 0, w: 5, h: 4 },
  { id: 'other', kind: 'of-tomorrow', sensor: named('flow'), x: 8, y: 0, w: 3, h: 3 },
  {
    ...{ id: 'trend', kind: 'trend', x: 0, y: 4, w: 6, h: 5 },
    ...{ sensor: null, sensors: ['pressure', 'inlet', 'flow'].map(named) },
  },
  {
    ...{ id: 'states', kind: 'states', x: 6, y: 4, w: 5, h: 4 },
    ...{ sensor: null, sensors: ['tower', 'door'].map(named) },
  },
].map((widget) => ({ options: {}, ...widget }))

beforeAll(async () => {
  const tokens = await addDevices(stage, devices)
  boiler = await Device.connect(stage.server.mqttUrl, 'BOILER-2', tokens.get('BOILER-2') ?? '')
  await boiler.publish({ values: { pressure: 5, inlet: 90, flow: 12, tower: 'green', door: 1 } })
  session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  const area = { id: 'area', name: 'Boiler', x: 0, y: 0, w: 12, h: 10, widgets }
  const content = { name: 'Boilers', areas: [area] }
  type Reply = { data: { id: string } }
  const { data } = await session.json<Reply>(storePage.method, storePage.path, content)
  stored = data.id
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

let reused: Page | undefined

/** The stored page; the second test goes on where the first one ended. */
async function showPage(): Promise<Page> {
  reused ??= await stage.openReused(`/warroomIndex?page=${stored}`, { person: administrator })
  await reused.locator('.trend').waitFor()
  await reused.locator('.connection[data-state=live]').waitFor()
  return reused
}

const saying = (page: Page, selector: string, text: string) =>
  page.locator(selector, { hasText: text }).first().waitFor()

/** Somebody says something of the pressure, and somebody gives it a rule, while it is looked at. */
async function annotateAndRule(): Promise<void> {
  const { data } = await session.json<{ data: readonly { id: number }[] }>(
    ...(['POST', '/api/sensors/lookup', { names: [named('pressure')] }] as const),
  )
  const at = Date.now() - 4 * 60_000
  await session.json('POST', '/api/annotations', {
    ...{ sensor: data[0]?.id, from: at, to: at, text: 'Valve opened' },
  })
  await session.json('POST', '/api/alarm-rules', {
    ...{ name: 'Too tight', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0 },
    ...{ target: { kind: 'sensors', sensors: [named('pressure')] }, priority: 1 },
    ...{ condition: { kind: 'limit', level: 'high_high', limit: 9.5 }, isLatching: false },
    ...{ message: {}, hours: [], suppressedBy: [] },
  })
}

test('EE237 WD51 bars, charts, trends and timelines of a page are live and honest', async () => {
  const page = await showPage()
  await saying(page, '.widget-notice', 'of-tomorrow')
  await saying(page, '.trend-row', 'no line')
  await saying(page, '.states-row', 'Green')
  await saying(page, '.level-box', '2.0')
  const chart = page.locator('.widget:has(.chart-widget)')
  await chart.locator('.figure', { hasText: '5.0' }).waitFor()
  await chart.locator('.live-plot-limit', { hasText: 'Upper 8.0' }).waitFor()
  await boiler.publish({ values: { pressure: { v: 7, q: 'bad' }, tower: 'red' } })
  await chart.locator('.live-plot-column[data-kind=bad]').waitFor({ state: 'attached' })
  await saying(page, '.trend-row[data-condition=bad]', 'bad')
  await saying(page, '.states-row', 'Red')
  await boiler.publish({ values: { pressure: 9 } })
  await saying(page, '.widget-remark', 'above 8.0')
  // What was bad stays seen in the line.
  await chart.locator('.figure', { hasText: '9.0' }).waitFor()
  await expect.poll(() => chart.locator('.live-plot-column[data-kind=bad]').count()).toBe(1)
  await annotateAndRule()
  await chart.locator('.live-plot-level', { hasText: 'Too tight 9.5 bar' }).waitFor()
  await chart.locator('.live-plot-mark', { hasText: '1' }).waitFor()
  await expect
    .poll(() => page.locator('.trend .live-plot-mark').first().getAttribute('title'))
    .toContain('Pressure: Valve opened')
  await chart.locator('.widget-name').focus()
  await page.locator('.tip', { hasText: 'Valve opened' }).waitFor()
  boiler.vanish()
  await saying(page, '.trend-row[data-condition=offline]', 'Offline')
  await saying(page, '.states-row[data-condition=offline]', 'Offline')
  await chart.locator('.widget-offline').waitFor()
})

test('EE238 WD30 a panel fills the screen and gives the page back', async () => {
  const page = await showPage()
  const panel = page.locator('.box:has(.trend)')
  await (await panel.elementHandle())?.waitForElementState('stable')
  const before = await panel.boundingBox()
  const button = panel.getByRole('button', { name: 'Full screen', exact: true })
  await expect.poll(() => panel.getByRole('button', { name: 'Collapse' }).count()).toBe(0)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.locator('.box[data-full]').waitFor()
  const viewport = page.viewportSize()
  await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, ...viewport })
  const state = await panel.evaluate((element) => ({
    layer: getComputedStyle(element).zIndex,
    scrolling: [...document.querySelectorAll('.stage, .main, html')].map(
      (around) => getComputedStyle(around).overflowY,
    ),
    menuIsInert: document.querySelector('nav')?.closest('[inert]') !== null,
  }))
  expect(state.layer).toBe('6666')
  expect(state.scrolling).not.toContain('auto')
  expect(state.menuIsInert).toBe(true)
  await page.keyboard.press('Escape')
  await page.locator('.box[data-full]').waitFor({ state: 'detached' })
  await expect.poll(() => panel.boundingBox()).toEqual(before)
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  await expect.poll(() => page.locator('[inert]').count()).toBe(0)
})
