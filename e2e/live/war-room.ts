import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { addressOf, administrator, go } from '../stage.ts'
import { stage } from './live-stage.ts'

let tokens: ReadonlyMap<string, string>
let oven: Device
let press: Device
/** Of all tests: what one of them leaves is where the next one begins. */
let page: Page

const devices = [
  {
    lesiId: 'OVEN-2',
    name: 'Oven 2',
    sensors: [
      sensorOf('temperature', { alias: 'Zone 1', unit: '°C', upperAlarm: 210 }),
      sensorOf('lamp', { alias: 'Tower', type: 'lamp' }),
      sensorOf('batch', { alias: 'Batch', type: 'string' }),
      sensorOf('recipe', { alias: 'Recipe', type: 'string', intervalMs: 3_600_000 }),
      sensorOf('door', { alias: 'Door', type: 'detector', intervalMs: 3_600_000 }),
    ],
  },
  {
    lesiId: 'PRESS-7',
    name: 'Press 7',
    sensors: [sensorOf('force', { alias: 'Force', unit: 'kN', intervalMs: 300 })],
  },
]

beforeAll(async () => {
  tokens = await addDevices(stage, devices)
  oven = await connect('OVEN-2')
  press = await connect('PRESS-7')
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
  await oven.publish([
    { ts: hoursAgo(50), values: { recipe: 'Rye', door: 0 } },
    { ts: hoursAgo(26), values: { recipe: 'Wheat' } },
  ])
  await oven.publish({
    values: { temperature: 20, lamp: 'green', batch: 'B-100', recipe: 'Wheat', door: 0 },
  })
  await press.publish({ values: { force: 7 } })
  page = await stage.openReused('/warroomDashboard', { person: administrator })
  await isWhole(page)
})
afterEach(() => stage.closePages())
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

const connect = (lesiId: string) =>
  Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')

const widget = (warRoom: Page, name: string) =>
  warRoom.locator('.widget', { has: warRoom.getByRole('link', { name, exact: true }) })
const figure = (shown: Locator) => shown.locator('.figure')
const inCondition = (shown: Locator, condition: string) =>
  shown.and(shown.page().locator(`[data-condition=${condition}]`))

async function isWhole(warRoom: Page): Promise<void> {
  await widget(warRoom, 'Zone 1').waitFor()
  await warRoom.locator('.connection[data-state=live]').waitFor()
}

/** The line through what is beside a bad value; `none` where there is none. */
const struckOf = (shown: Locator) =>
  shown
    .locator('.widget-struck')
    .evaluate((element) => getComputedStyle(element, '::after').display)

const mark = () => page.evaluate(() => void Object.assign(window, { isSamePage: true }))
const isSamePage = () => page.evaluate(() => 'isSamePage' in window)

test('EE20 a reading appears in its widget without a reload, whatever its type', async () => {
  await mark()
  const zone = widget(page, 'Zone 1')
  await figure(zone).filter({ hasText: '20.0' }).waitFor()
  await oven.publish({ values: { temperature: 21.4, lamp: 'red', batch: 'B-101' } })
  await figure(zone).filter({ hasText: '21.4' }).waitFor()
  await expect.poll(() => zone.locator('.figure-unit').textContent()).toBe('°C')
  await expect.poll(() => zone.locator('.compare').getAttribute('data-direction')).toBe('up')
  await expect.poll(() => zone.locator('.compare').getAttribute('aria-label')).toBe('up by 1.4')
  await zone.locator('.age-text', { hasText: /^[1-9][0-9]?\ss$/ }).waitFor()

  const tower = widget(page, 'Tower')
  await tower.locator('.lamp-tower[data-lit=red]').waitFor()
  await tower.locator('.state-word', { hasText: 'Red' }).waitFor()
  const batch = widget(page, 'Batch')
  await batch.locator('.state-word', { hasText: 'B-101' }).waitFor()
  await batch.locator('.text-change', { hasText: 'B-100 → B-101' }).waitFor()

  await oven.publish({ values: { temperature: 215 } })
  await figure(zone).filter({ hasText: '215.0' }).waitFor()
  await zone.getByText('above 210.0', { exact: true }).waitFor()
  await oven.publish({ values: { temperature: 205.5 } })
  await zone.locator('.compare[data-direction=down]').waitFor()
  await zone.getByText('above 210.0', { exact: true }).waitFor({ state: 'hidden' })
  await expect.poll(() => isSamePage()).toBe(true)
})

test('EE26 since when a state holds is known after a load', async () => {
  const recipe = widget(page, 'Recipe')
  await recipe.locator('.state-since', { hasText: /^for 1\sd$/ }).waitFor()
  await recipe.locator('.text-change', { hasText: 'Rye → Wheat' }).waitFor()
  await widget(page, 'Door').locator('.state-since', { hasText: 'for at least 2 d' }).waitFor()
})

test('EE27 WD7 a sensor without a value shows a dash, until its next value', async () => {
  await oven.publish({ values: { temperature: 22.5, lamp: 'green', batch: 'B-102' } })
  const [zone, tower, batch] = [
    widget(page, 'Zone 1'),
    widget(page, 'Tower'),
    widget(page, 'Batch'),
  ]
  await figure(zone).filter({ hasText: '22.5' }).waitFor()
  await oven.publish({ values: { temperature: null, lamp: null, batch: null } })
  await figure(zone).filter({ hasText: /^–$/ }).waitFor()
  for (const shown of [zone, tower, batch]) {
    await inCondition(shown, 'bad').waitFor()
    await expect.poll(() => shown.locator('.age-text').textContent()).toBe('no value')
  }
  await zone.locator('.widget-struck', { hasText: /^last 22\.5 °C$/ }).waitFor()
  await expect.poll(() => struckOf(zone)).toBe('none')
  await batch.locator('.state-word', { hasText: /^–$/ }).waitFor()
  await batch.locator('.state-since', { hasText: 'last B-102' }).waitFor()
  await tower.locator('.lamp-tower[data-lit=green]').waitFor({ state: 'detached' })
  await page.reload()
  await figure(zone).filter({ hasText: /^–$/ }).waitFor()
  await zone.locator('.widget-struck', { hasText: /^last 22\.5 °C$/ }).waitFor()
  await batch.locator('.state-since', { hasText: 'last B-102' }).waitFor()
  await oven.publish({ values: { temperature: 23, lamp: 'green', batch: 'B-102' } })
  await figure(zone).filter({ hasText: '23.0' }).waitFor()
  await tower.locator('.lamp-tower[data-lit=green]').waitFor()
})

test('EE21 a silent sensor is called stale, and live again with its next reading', async () => {
  const force = widget(page, 'Force')
  await inCondition(force, 'stale').waitFor()
  await expect.poll(() => force.locator('.age-text').textContent()).toMatch(/^stale \d+\s(s|min)/)
  await expect.poll(() => inCondition(widget(page, 'Zone 1'), 'good').count()).toBe(1)
  // A single reading may be stale again before a slow page has drawn it.
  const isLive = async () => {
    await press.publish({ values: { force: 9 } })
    return inCondition(force, 'good').count()
  }
  await expect.poll(isLive).toBe(1)
  await figure(force).filter({ hasText: '9.0' }).waitFor()
  await inCondition(force, 'stale').waitFor()
})

test('EE22 a bad reading is marked by a word and is no live number', async () => {
  const zone = widget(page, 'Zone 1')
  await oven.publish({ values: { temperature: { v: 999, q: 'bad' } } })
  await inCondition(zone, 'bad').waitFor()
  await figure(zone).filter({ hasText: 'bad' }).waitFor()
  await expect.poll(() => zone.locator('.widget-struck').textContent()).toBe('999.0 °C')
  await expect.poll(() => zone.locator('.widget-remark').textContent()).toBe('')
  await oven.publish({ values: { temperature: { v: 22, q: 'uncertain' } } })
  await inCondition(zone, 'uncertain').waitFor()
  await oven.publish({ values: { temperature: 22.5 } })
  await inCondition(zone, 'good').waitFor()
})

test('EE23 a device that vanishes is offline by its will, until its next message', async () => {
  const zone = widget(page, 'Zone 1')
  await oven.publish({ values: { temperature: 23.5 } })
  await figure(zone).filter({ hasText: '23.5' }).waitFor()
  oven.vanish()
  await inCondition(zone, 'offline').waitFor()
  const overlay = zone.locator('.widget-offline')
  await overlay.waitFor()
  await expect
    .poll(() => overlay.textContent())
    .toMatch(/^Offlinesince \d\d:\d\d:\d\dlast 23\.5 °C$/)
  await page.locator('.device-heading[data-status=offline]', { hasText: 'Oven 2' }).waitFor()
  await page.getByRole('img', { name: '1 device is offline' }).waitFor()
  oven = await connect('OVEN-2')
  await oven.publish({ values: { temperature: 24, lamp: 'green' } })
  await inCondition(zone, 'good').waitFor()
  await overlay.waitFor({ state: 'hidden' })
})

test('EE470 the tree of the charts marks a device as offline as long as it is', async () => {
  const charts = await stage.open('/warroomCharts', { person: administrator })
  const device = charts.locator('.history-group', { hasText: 'Oven 2' })
  await device.waitFor()
  oven.vanish()
  await device.getByText('offline').waitFor()
  oven = await connect('OVEN-2')
  await oven.publish({ values: { temperature: 24, lamp: 'green' } })
  await device.getByText('offline').waitFor({ state: 'hidden' })
})

test('EE559 HI21 beside a chart a value of a device that is offline has its age', async () => {
  await oven.publish({ values: { temperature: 25 } })
  const address = '/warroomCharts?thing=OVEN-2&sensor=temperature'
  const charts = await stage.open(address, { person: administrator })
  const age = charts.locator('.history-live .age')
  await expect.poll(() => age.textContent()).toMatch(/^\d+\s(s|min)/)
  oven.vanish()
  await expect.poll(() => age.textContent()).toMatch(/^offline · \d+\s(s|min)/)
  oven = await connect('OVEN-2')
  await oven.publish({ values: { temperature: 24, lamp: 'green' } })
  await expect.poll(() => age.textContent()).toMatch(/^\d+\s(s|min)/)
})

test('EE24 EE25 a page outlives the server, and ends with a session that ended', async () => {
  await mark()
  const ended = await stage.open('/warroomDashboard', { person: administrator })
  await isWhole(ended)
  const zone = widget(page, 'Zone 1')
  await oven.publish({ values: { temperature: 30 } })
  await figure(zone).filter({ hasText: '30.0' }).waitFor()
  await stage.killServer()
  await page.locator('.connection[data-state=reconnecting]').waitFor()
  await expect.poll(() => page.locator('.connection').textContent()).toMatch(/^Reconnecting/)
  await expect.poll(() => figure(zone).textContent()).toBe('30.0')
  await ended.locator('.connection[data-state=reconnecting]').waitFor()
  await ended.context().clearCookies({ name: 'warroom_session' })
  await stage.restartServer()
  await ended.waitForURL('**/login?redirect=%2FwarroomDashboard')
  oven = await connect('OVEN-2')
  press = await connect('PRESS-7')
  await oven.publish({ values: { temperature: 31.5 } })
  await figure(zone).filter({ hasText: '31.5' }).waitFor()
  await page.locator('.connection[data-state=live]').waitFor()
  await inCondition(zone, 'good').waitFor()
  await expect.poll(() => isSamePage()).toBe(true)
  await page.reload()
  await figure(widget(page, 'Zone 1')).filter({ hasText: '31.5' }).waitFor()
  await stage.closePages(/WebSocket connection to/)
})

test('EE580 KW44 letters that are typed fast stand where they were typed', async () => {
  const find = page.getByRole('searchbox')
  await find.click()
  await find.pressSequentially('12')
  await find.press('ArrowLeft')
  await find.pressSequentially('ab')
  await expect.poll(() => find.inputValue()).toBe('1ab2')
  await expect.poll(() => addressOf(page)).toContain('find=1ab2')
  await page.getByRole('button', { name: 'Clear' }).first().click()
  await expect.poll(() => find.inputValue()).toBe('')
  await find.fill('zone')
  await expect.poll(() => addressOf(page)).toContain('find=zone')
  await go(page, '/warroomDashboard?find=force')
  await expect.poll(() => find.inputValue()).toBe('force')
  await find.fill('')
  await expect.poll(() => addressOf(page)).toBe('/warroomDashboard')
})
