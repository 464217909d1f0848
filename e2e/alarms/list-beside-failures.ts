import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, smallAnswer, withServerClock } from '../stage.ts'
import { stage } from './alarms-stage.ts'

let oven: Device
let session: BrowserSession
let ruleId: number

beforeAll(async () => {
  const sensors = [
    sensorOf('temperature', { alias: 'Temperature', upperAlarm: 80 }),
    sensorOf('pressure', { alias: 'Pressure' }),
  ]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-8', name: 'Oven 8', sensors }])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-8', tokens.get('OVEN-8') ?? '')
  session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const { data } = await session.json<{ data: { id: number } }>('POST', '/api/alarm-rules', {
    ...{ name: 'Pressure of oven 8', isEnabled: true, priority: 1, isLatching: false },
    target: { kind: 'sensors', sensors: [{ thing: 'OVEN-8', key: 'pressure' }] },
    condition: { kind: 'limit', level: 'high', limit: 5 },
    ...{ deadband: 0, onDelayMs: 0, offDelayMs: 0, message: {}, hours: [], suppressedBy: [] },
  })
  ruleId = data.id
  await oven.publish({ values: { temperature: 70, pressure: 2 } })
})
afterEach(async () => {
  await stage.closePages(/Failed to load/)
  await oven.publish({ values: { temperature: 70, pressure: 2 } })
})
afterAll(async () => {
  await session.request('DELETE', `/api/alarm-rules/${ruleId}`)
  await removeDevices(stage)
})

/** Lets the list of active alarms fail, and counts how often it does. */
async function withFailingList(page: Page) {
  const list = { status: null as number | null, failures: 0 }
  await page.route('**/api/alarms/active', (route) => {
    if (list.status === null) return route.fallback()
    list.failures++
    const body = JSON.stringify({ success: false, error: 'internal', message: '' })
    return route.fulfill({ status: list.status, contentType: 'application/json', body })
  })
  return list
}

test('EE578 AL80 an alarm whose list could not be fetched is there a moment later', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const list = await withFailingList(page)
  await page.goto('/theme/index')
  await page.locator('.connection[data-state=live]').waitFor()
  const banner = page.locator('.alarm-banner')
  list.status = 500
  await oven.publish({ values: { pressure: 6 } })
  await expect.poll(() => list.failures).toBeGreaterThan(0)
  expect(await banner.getByText('Pressure').count()).toBe(0)
  list.status = null
  await banner.getByText('Pressure').first().waitFor({ timeout: 20_000 })
  // What is known may be so no more.
  list.status = 429
  await oven.publish({ values: { temperature: 90 } })
  await banner.getByText('Pressure').first().waitFor({ state: 'detached' })
  list.status = null
  await banner.getByText('Pressure').first().waitFor({ timeout: 20_000 })
})

test('EE583 AL80 alarms that cannot be fetched are said to be not known, once', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const list = await withFailingList(page)
  await oven.publish({ values: { pressure: 6 } })
  await page.goto('/theme/index')
  const banner = page.locator('.alarm-banner')
  const pressure = banner.getByText('Pressure').first()
  await pressure.waitFor()
  const notKnown = banner.getByText('Active alarms are not known at the moment')
  expect(await notKnown.count()).toBe(0)
  list.status = 503
  await oven.publish({ values: { temperature: 90 } })
  await notKnown.waitFor()
  expect(await banner.count()).toBe(1)
  list.status = null
  await pressure.waitFor({ timeout: 20_000 })
  expect(await notKnown.count()).toBe(0)
})

test('EE586 a list that cannot be fetched says so steadily while it is tried again', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const list = await withFailingList(page)
  list.status = 500
  await page.goto('/sensoralarm/alarmlist')
  await page.locator('.alarm-list .notice').waitFor()
  const flashes = await page.evaluateHandle(() => {
    const counted = { count: 0 }
    new MutationObserver(() => {
      counted.count += document.querySelectorAll('.alarm-waiting').length
    }).observe(document.body, { childList: true, subtree: true })
    return counted
  })
  const before = list.failures
  await expect.poll(() => list.failures, { timeout: 30_000 }).toBeGreaterThan(before + 1)
  expect(await flashes.evaluate(({ count }) => count)).toBe(0)
  list.status = null
  await page.locator('.alarm-tools').waitFor({ timeout: 20_000 })
})

test('EE579 AL82 a row has its date from midnight on, its chart reaches until now', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const set = await withServerClock(page)
  await oven.publish({ values: { temperature: 90 } })
  await page.goto('/sensoralarm/alarmlist?search=oven+8')
  const row = page.locator('.alarm-row', { hasText: 'Temperature' })
  const time = row.locator('.alarm-cell-time > :first-child')
  await expect.poll(() => time.textContent()).toMatch(/^\d\d:\d\d:\d\d$/)
  const end = async () => {
    const href = await row.getByRole('link').getAttribute('href')
    return new URL(href ?? '', stage.server.url).searchParams.get('to') ?? ''
  }
  const before = await end()
  expect(before).not.toBe('')
  set(25 * 60_000)
  await expect.poll(end).not.toBe(before)
  set(26 * 3_600_000)
  await expect.poll(() => time.textContent()).toMatch(/^.+ \d\d:\d\d:\d\d$/)
})
