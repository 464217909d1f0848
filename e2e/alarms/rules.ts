import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, go, holdWrite, leavesFreely, reopen, type Person } from '../stage.ts'
import { stage } from './alarms-stage.ts'

let session: BrowserSession
let oven: Device
const watcher: Person = { email: 'bea@plant.test', password: 'eight-or-more' }
const rule = {
  ...{ name: 'Pressure too high', isEnabled: true, priority: 1, isLatching: false },
  target: { kind: 'sensors', sensors: [{ thing: 'OVEN-4', key: 'pressure' }] },
  condition: { kind: 'limit', level: 'high', limit: 5 },
  ...{ deadband: 0, onDelayMs: 0, offDelayMs: 0, message: {}, hours: [], suppressedBy: [] },
}

beforeAll(async () => {
  await stage.command('user add', { ...watcher, name: 'Bea', role: 'basic' })
  const tokens = await addDevices(stage, [
    {
      lesiId: 'OVEN-4',
      name: 'Oven 4',
      sensors: [
        sensorOf('temperature', { alias: 'Temperature', unit: '°C', upperAlarm: 80 }),
        sensorOf('pressure', { alias: 'Pressure', unit: 'bar', scaleLow: 0, scaleHigh: 10 }),
      ],
    },
  ])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-4', tokens.get('OVEN-4') ?? '')
  session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  await session.request('PUT', '/api/devices/OVEN-4/bindings', {
    ...{ email: watcher.email, relation: 'sub-user' },
    ...{ contractStart: null, contractEnd: null },
  })
})
afterEach(() => stage.closePages())
afterAll(async () => {
  await stage.closeReusedPages()
  const { data } = await session.json<{ data: { id: number }[] }>('GET', '/api/alarm-rules')
  for (const { id } of data) await session.request('DELETE', `/api/alarm-rules/${id}`)
  await removeDevices(stage)
})

let reusedPage: Page | undefined

/** The rules on a page that goes from test to test, drawn again. */
async function show(search = ''): Promise<Page> {
  if (reusedPage) await reopen(reusedPage, `/sensoralarm/rules${search}`)
  else reusedPage = await stage.openReused(`/sensoralarm/rules${search}`, { person: administrator })
  return reusedPage
}
const row = (page: Page, name: string) => page.locator('tr', { hasText: name })
const field = (page: Page, name: string) => page.locator('.ant-form-item', { hasText: name })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  await list.locator('.ant-select-item-option', { hasText: option }).first().click()
}

test('EE370 a rule is added; what the server refuses is at its field', async () => {
  const page = await show()
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'Add rule' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Pressure too low')
  const matched = page.waitForResponse('**/api/alarm-rules/matches')
  await choose(page, 'Sensors', 'Pressure')
  // The first question names the sensor: one that names none is refused.
  expect((await matched).status()).toBe(200)
  await page.keyboard.press('Escape')
  await form.getByText('1 sensor matches').waitFor()
  await choose(page, 'Level', 'Low')
  await form.getByLabel('Limit', { exact: true }).fill('11')
  await form.getByLabel('English').fill('{sensor} of {device} below {limit}, {nothing}')
  await form.getByText('Reads: Pressure of Oven 4 below 11 bar, {nothing}').waitFor()
  await form.getByRole('button', { name: 'Add rule' }).click()
  await field(page, 'Limit').getByText('Would always be true, or never').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await form.getByLabel('Limit', { exact: true }).fill('2')
  await form.getByLabel('Deadband').fill('12')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await field(page, 'Deadband').getByText('Must be less than 10').waitFor()
  await form.getByLabel('Deadband').fill('0.5')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText('The rule is saved').waitFor()
  await row(page, 'Pressure too low').getByText('below 2 bar').waitFor()
  await row(page, 'Pressure too low').getByText('deadband 0.5').waitFor()
  await oven.publish({ values: { pressure: 1 } })
  await go(page, '/sensoralarm/alarmlist')
  await page.getByText('Pressure of Oven 4 below 2.0 bar, {nothing}', { exact: true }).waitFor()
})

test('EE371 of two who edit one rule the second chooses; unsaved entries are kept', async () => {
  type Added = { data: { id: number; version: number } }
  const { data } = await session.json<Added>('POST', '/api/alarm-rules', rule)
  const page = await show('?search=Pressure too high')
  await page.getByRole('button', { name: 'Pressure too high', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Limit', { exact: true }).fill('6')
  // The form has taken the entry when it can be saved.
  await form.locator('button[type=submit]:enabled').waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.ant-modal-confirm-title').getByText('Discard your changes?').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  const path = `/api/alarm-rules/${data.id}`
  const other = { ...rule, priority: 3, version: data.version }
  await session.json('PUT', path, other)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Somebody saved a newer version').waitFor()
  await page.locator('.edit-conflict-actions button').last().click()
  await row(page, 'Pressure too high').getByText('above 6 bar').waitFor()
  await page.getByRole('button', { name: 'Actions for Pressure too high' }).click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  await row(page, 'Pressure too high').getByText('Off').waitFor()
  await page.getByRole('button', { name: 'Actions for Pressure too high' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await form.getByRole('button', { name: 'Add rule' }).click()
  await row(page, 'Copy of Pressure too high').waitFor()
  await page.getByRole('button', { name: 'Actions for Copy of Pressure too high' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete rule' }).click()
  await row(page, 'Copy of Pressure too high').waitFor({ state: 'detached' })
})

test('EE547 EE548 what is typed while a rule is saved stays; no other closes', async () => {
  type Added = { data: { id: number; version: number } }
  const named = { ...rule, name: 'Slowly saved', isEnabled: false }
  const { data } = await session.json<Added>('POST', '/api/alarm-rules', named)
  const path = `/api/alarm-rules/${data.id}`
  const page = await show('?search=Slowly')
  await page.getByRole('button', { name: 'Slowly saved', exact: true }).click()
  const form = page.getByRole('dialog')
  const limit = form.getByLabel('Limit', { exact: true })
  await limit.fill('6')
  const first = await holdWrite(page, path)
  await form.getByRole('button', { name: 'Save' }).click()
  await first.arrived()
  await limit.fill('7')
  await first.release()
  await page.getByText('The rule is saved').waitFor()
  expect([await limit.inputValue(), await leavesFreely(page)]).toEqual(['7', false])
  // The button is pressed once it is free again.
  await form.locator('.ant-btn-loading').waitFor({ state: 'detached' })
  const second = await holdWrite(page, path)
  await form.getByRole('button', { name: 'Save' }).click()
  await second.arrived()
  await form.locator('.ant-btn-loading').waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
  const question = page.locator('.ant-modal-confirm')
  await question.getByText('may be saved all the same').waitFor()
  await question.getByRole('button', { name: 'Close' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add rule' }).first().click()
  await form.getByLabel('Name', { exact: true }).fill('Another one')
  await second.release()
  await row(page, 'Slowly saved').getByText('above 7 bar').waitFor()
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Another one')
  expect(await leavesFreely(page)).toBe(false)
})

test('EE584 the question about a form that is saved meanwhile goes with it', async () => {
  type Added = { data: { id: number } }
  const named = { ...rule, name: 'Asked about', isEnabled: false }
  const { data } = await session.json<Added>('POST', '/api/alarm-rules', named)
  const page = await show('?search=Asked')
  await page.getByRole('button', { name: 'Asked about', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Limit', { exact: true }).fill('6')
  const sent = await holdWrite(page, `/api/alarm-rules/${data.id}`)
  await form.getByRole('button', { name: 'Save' }).click()
  await sent.arrived()
  await form.getByRole('button', { name: 'Cancel' }).click()
  const question = page.locator('.ant-modal-confirm')
  await question.locator('.ant-modal-confirm-title').getByText('being saved').waitFor()
  await sent.release()
  await row(page, 'Asked about').getByText('above 6 bar').waitFor()
  await question.waitFor({ state: 'detached' })
  await form.waitFor({ state: 'detached' })
})

test('EE373 EE645 a rule is replayed before it is saved; units take no focus', async () => {
  const begin = Date.now() - 600_000
  const signal = [70, 81, 79.5, 81, 79.5, 82, 70]
  await oven.publish(
    signal.map((temperature, at) => ({ ts: begin + at * 1_000, values: { temperature } })),
  )
  const page = await show('?tab=own')
  const units = await holdWrite(page, '/api/sensors/lookup')
  await page.getByRole('button', { name: /limit of Temperature/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Deadband').selectText()
  await units.arrived()
  await units.release()
  await form.locator('.ant-input-suffix', { hasText: '°C' }).first().waitFor()
  await page.keyboard.insertText('1')
  expect(await form.getByLabel('Deadband').inputValue()).toBe('1')
  // Readings are stored a moment after they were taken.
  const figure = form.locator('.alarm-rules-figure')
  await expect
    .poll(async () => {
      await form.getByRole('button', { name: 'Try it on the past' }).click()
      return figure.textContent()
    })
    .toBe('1 alarm instead of 3')
  await form.getByText('2 would vanish').waitFor()
  await expect.poll(() => form.locator('.alarm-rules-rows tbody tr').count()).toBe(2)
  await form.getByText('82.0 °C').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await form.getByLabel('Deadband').fill('2')
  await form.getByText('Something was changed since').waitFor()
})

test('EE374 the worst sources have a proposal that opens the form, replayed already', async () => {
  const begin = Date.now() - 300_000
  const signal = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 79.8 : 80.4))
  await oven.publish(
    signal.map((temperature, at) => ({ ts: begin + at * 1_000, values: { temperature } })),
  )
  await expect
    .poll(async () => {
      const reply = await session.json<{ data: { sources: { advice: object | null }[] } }>(
        ...(['GET', '/api/alarm-rules/advice'] as const),
      )
      return reply.data.sources.filter(({ advice }) => advice !== null).length
    })
    .toBeGreaterThan(0)
  const page = await show('?tab=advice')
  await page.getByRole('button', { name: 'Apply the proposal for Temperature' }).click()
  const form = page.getByRole('dialog')
  await form.locator('.alarm-rules-figure').getByText('instead of').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText('The rule is saved').waitFor()
})

test('EE372 who may not change rules reads them, and the limits of sensors', async () => {
  const page = await stage.open('/sensoralarm/rules', {
    person: watcher,
    viewport: { width: 390, height: 844 },
  })
  const card = page.locator('.record-cards li', { hasText: 'Pressure too low' })
  await card.getByText('below 2 bar').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: /Add rule|Actions for/ }).count())
    .toBe(0)
  await page.getByRole('button', { name: 'Limits of sensors' }).click()
  await page.getByText('above 80.0 °C').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Make a rule/ }).count()).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true)
  await expect.poll(() => violationsOf(page)).toEqual([])
})

test('EE398 who may see no device is told so on the list of alarms', async () => {
  const stranger = { email: 'stranger@plant.test', password: 'eight-or-more' }
  await stage.command('user add', { ...stranger, name: 'Ines', role: 'basic' })
  const page = await stage.open('/sensoralarm/alarmlist', { person: stranger })
  await page.getByRole('heading', { name: 'No device is open to you' }).waitFor()
})
