import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, go, reopen, type Person } from '../stage.ts'
import { stage } from './alarms-stage.ts'

let session: BrowserSession
let oven: Device
const mai: Person = { email: 'mai@plant.test', password: 'eight-or-more' }
const watcher: Person = { email: 'anna@plant.test', password: 'eight-or-more' }

const well = { temperature: 70, pressure: 2, lamp: 1 }
const rule = {
  ...{ name: 'Pressure too high', isEnabled: true, priority: 1, isLatching: true },
  target: { kind: 'sensors', sensors: [{ thing: 'OVEN-3', key: 'pressure' }] },
  condition: { kind: 'limit', level: 'high', limit: 5 },
  ...{ deadband: 0, onDelayMs: 0, offDelayMs: 0, message: {}, hours: [], suppressedBy: [] },
}

beforeAll(async () => {
  await stage.command('user add', { ...mai, name: 'Mai', role: 'admin' })
  await stage.command('user add', { ...watcher, name: 'Anna', role: 'basic' })
  const tokens = await addDevices(stage, [
    {
      lesiId: 'OVEN-3',
      name: 'Oven 3',
      sensors: [
        sensorOf('temperature', { alias: 'Temperature', unit: '°C', upperAlarm: 80 }),
        sensorOf('pressure', { alias: 'Pressure', unit: 'bar', decimals: 2 }),
      ],
    },
  ])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-3', tokens.get('OVEN-3') ?? '')
  session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  await session.request('PUT', '/api/devices/OVEN-3/bindings', {
    ...{ email: watcher.email, relation: 'sub-user' },
    ...{ contractStart: null, contractEnd: null },
  })
  await session.json('POST', '/api/alarm-rules', rule)
  await oven.publish({ values: well })
})
afterEach(async () => {
  await stage.closePages()
  await oven.publish({ values: well })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

const row = (page: Page, text: string) => page.locator('.alarm-row', { hasText: text })
let reusedPage: Page | undefined

/** The administrator's page, which goes from test to test, with everything drawn again. */
async function show(path: string): Promise<Page> {
  if (reusedPage) await reopen(reusedPage, path)
  else reusedPage = await stage.openReused(path, { person: administrator })
  return reusedPage
}
const showList = (search = '') => show(`/sensoralarm/alarmlist${search}`)

test('EE342 a reading beyond the own limit is an alarm; two people see what one does', async () => {
  const lin = await showList()
  const other = await stage.open('/sensoralarm/alarmlist', { person: mai })
  for (const page of [lin, other]) await page.getByText('No alarm', { exact: true }).waitFor()
  await oven.publish({ values: { temperature: 81.25 } })
  for (const page of [lin, other]) {
    const alarm = row(page, 'Temperature')
    await alarm.getByText('above 80.0 °C').waitFor()
    await alarm.getByText('Ongoing, not acknowledged').waitFor()
    await expect.poll(() => alarm.locator('.alarm-cell-value').textContent()).toBe('81.3 °C')
  }
  await oven.publish({ values: { temperature: 85 } })
  await expect
    .poll(() => row(lin, 'Temperature').locator('.alarm-cell-now').textContent())
    .toBe('85.0 °C')
  await expect.poll(() => violationsOf(lin)).toEqual([])
  await lin.getByRole('button', { name: 'Acknowledge Temperature' }).click()
  for (const page of [lin, other])
    await row(page, 'Temperature').getByText('Ongoing, acknowledged').waitFor()
  await oven.publish({ values: { temperature: 70 } })
  // Under the pointer the row stays where it was until the pointer leaves.
  await row(lin, 'Temperature').and(lin.locator('[data-gone]')).waitFor()
  await other.getByText('No alarm', { exact: true }).waitFor()
  await lin.mouse.move(5, 5)
  await lin.locator('.notice').getByText('No alarm', { exact: true }).waitFor()
  await lin.getByRole('button', { name: 'History' }).click()
  await lin.getByRole('button', { name: 'Upper limit' }).first().click()
  const events = lin.locator('.alarm-events li')
  await expect
    .poll(async () => (await events.allTextContents()).map((text) => text.replace(/^[\d:]+/, '')))
    .toEqual(['Alarm', 'AcknowledgedLin', 'Returned'])
})

test('EE343 priority 1 is on every screen until somebody acknowledges it', async () => {
  const page = await show('/theme/index')
  await page.locator('.connection[data-state=live]').waitFor()
  await oven.publish({ values: { pressure: 6 } })
  const banner = page.locator('.alarm-banner')
  await banner.getByText('1 alarm of priority 1 is not acknowledged').waitFor()
  await banner.getByText('Newest: Pressure, above 5.00 bar').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await banner.getByRole('link', { name: 'Show' }).click()
  await page.waitForURL(/alarmlist.*priority=1/)
  await oven.publish({ values: { pressure: 2 } })
  await row(page, 'Pressure').getByText('Returned, held, not acknowledged').waitFor()
  await page.getByRole('button', { name: 'Acknowledge Pressure' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.goto(`${stage.server.url}/sensoralarm/alarmlist`)
  await row(page, 'Pressure').getByText('Returned, waits for a reset').waitFor()
  await page.getByRole('button', { name: 'Reset Pressure' }).click()
  await row(page, 'Pressure').and(page.locator('[data-gone]')).waitFor()
})

test('EE344 the second who acknowledges is shown who was first; a shelf', async () => {
  const page = await showList()
  await oven.publish({ values: { temperature: 90 } })
  await row(page, 'Temperature').waitFor()
  await page.getByRole('checkbox', { name: 'Choose Temperature' }).check()
  await page.locator('.alarm-selection').getByRole('button', { name: 'Acknowledge' }).click()
  const first = await new BrowserSession(stage.server.url).signIn(mai.email, mai.password)
  const active = await session.json<{ data: { alarms: { id: number }[] } }>(
    'GET',
    '/api/alarms/active',
  )
  await first.json('POST', '/api/alarms/acknowledge', {
    ids: active.data.alarms.map(({ id }) => id),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText(/Mai acknowledged it already, at \d\d:\d\d:\d\d/).waitFor()
  await page.locator('.alarm-selection').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Choose Temperature' }).check()
  await page.locator('.alarm-selection').getByRole('button', { name: 'Shelve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Shelve' }).click()
  await dialog.getByText('Please say why').waitFor()
  await dialog.getByLabel('Reason').fill('The probe is being cleaned')
  await dialog.getByRole('button', { name: 'Shelve' }).click()
  await page.getByText('1 alarm shelved').waitFor()
  await page.getByRole('button', { name: 'Shelved' }).click()
  await page.getByText('The probe is being cleaned').waitFor()
  await page.getByRole('button', { name: 'Show Temperature again' }).click()
  await page.getByText('Nothing is shelved').waitFor()
})

test('EE345 who may not acknowledge sees the alarms and no buttons, on a phone too', async () => {
  await oven.publish({ values: { temperature: 90 } })
  const page = await stage.open('/sensoralarm/alarmlist?search=oven&order=newest', {
    person: watcher,
    viewport: { width: 360, height: 740 },
  })
  await row(page, 'Temperature').getByText('Ongoing, not acknowledged').waitFor()
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /Acknowledge|Shelve$/ }).count()).toBe(0)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true)
  await row(page, 'Temperature').getByRole('button', { name: 'Upper limit' }).click()
  await page.getByRole('dialog').getByText('What happened').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
})

test('EE380 the analysis counts what came, against guidance, and leads to it', async () => {
  for (const temperature of [90, 70, 91, 70, 92]) await oven.publish({ values: { temperature } })
  const page = await show('/sensoralarm/alarmnum')
  const panel = (name: string) => page.getByRole('region', { name })
  const chattering = panel('Nuisance alarms').getByText(/\d+ alarms, up to \d+ a minute/)
  await expect
    .poll(async () => {
      await page.reload()
      return chattering.first().textContent()
    })
    .toMatch(/^[3-9]/)
  await panel('Top ten sources').getByRole('link', { name: 'Temperature' }).waitFor()
  const guided = panel('Against guidance').getByRole('listitem')
  await guided.filter({ hasText: 'Chattering sources' }).getByText('beyond').waitFor()
  await guided.filter({ hasText: 'Stale now' }).getByText('within').waitFor()
  await panel('Counts').getByRole('button', { name: 'By rule' }).click()
  await panel('Counts').getByText('Upper limit').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await page.locator('.analysis-hours td[data-peak] a').click()
  await page.waitForURL(/alarmlist.*tab=history/)
  await page.getByRole('button', { name: 'Upper limit' }).first().waitFor()
  const own = await stage.open('/sensoralarm/alarmnum?thing=OVEN-3&sensor=pressure', {
    ...{ person: watcher, viewport: { width: 360, height: 740 } },
  })
  await own.getByText('Only OVEN-3 · pressure').waitFor()
  await own.locator('.analysis-kpis').waitFor()
  await expect
    .poll(() => own.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true)
})

test('EE381 a source goes out of service with a reason, is listed, and comes back', async () => {
  const { data: rules } = await session.json<{ data: { id: number; version: number }[] }>(
    ...(['GET', '/api/alarm-rules'] as const),
  )
  const { id = 0, version = 0 } = rules[0] ?? {}
  await session.json('PUT', `/api/alarm-rules/${id}`, {
    ...rule,
    version,
    procedure: '/articles/3',
  })
  await oven.publish({ values: { pressure: 6 } })
  const page = await showList('?group=rule')
  await page.locator('.alarm-group', { hasText: 'Pressure too high' }).waitFor()
  await row(page, 'Pressure').last().getByRole('button', { name: 'Pressure too high' }).click()
  const drawer = page.getByRole('dialog').first()
  const procedure = drawer.getByRole('link', { name: 'Procedure' })
  await expect.poll(() => procedure.getAttribute('href')).toBe('/articles/3')
  await drawer.getByRole('button', { name: 'Take out of service' }).click()
  const asked = page.getByRole('dialog', { name: 'Take Pressure out of service' })
  await asked.getByRole('button', { name: 'Take out of service' }).click()
  await asked.getByText('Please say why').waitFor()
  await asked.getByLabel('Reason').fill('The transmitter is being replaced')
  await asked.getByRole('button', { name: 'Take out of service' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  // It says the reason, too.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Shelved' }).click()
  await page.getByText('The transmitter is being replaced').waitFor()
  await page.getByText('Back in service').waitFor()
  await page.getByRole('button', { name: 'Show Pressure again' }).click()
  await page.getByText('Nothing is shelved').waitFor()
})

test('EE382 a widget is marked while its sensor has an alarm, and not in the past', async () => {
  const page = await show('/warroomDashboard')
  const widget = page.locator('.widget', { hasText: 'Temperature' }).first()
  const mark = widget.locator('.widget-alarm')
  await widget.locator('.age').waitFor()
  await oven.publish({ values: { temperature: 90 } })
  await mark.and(page.locator('[data-priority="2"][data-state=unacknowledged]')).waitFor()
  await mark.getByText('Priority 2 · above 80.0 °C, not acknowledged').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  const active = await session.json<{ data: { alarms: { id: number }[] } }>(
    'GET',
    '/api/alarms/active',
  )
  const ids = active.data.alarms.map(({ id }) => id)
  await session.json('POST', '/api/alarms/acknowledge', { ids })
  await mark.and(page.locator('[data-state=acknowledged]')).waitFor()
  await session.json('POST', '/api/alarms/shelve', { ids, minutes: 5, reason: 'noise' })
  await mark.getByText(/^shelved or out of service/).waitFor()
  const before = new Date(Date.now() - 3 * 3_600_000)
  await go(page, `/warroomDashboard?at=${before.toISOString()}`)
  await page.locator('.past .widget').first().waitFor()
  await expect.poll(() => page.locator('.past .widget-alarm').count()).toBe(0)
  const source = { origin: 'upper', thing: 'OVEN-3', sensor: 'temperature' }
  await session.json('POST', '/api/alarms/unshelve', source)
})

test('EE358 EE585 AL50 AL51 a shift is handed over with its alarms and notes', async () => {
  const empty = await stage.open('/sensoralarm/handover', { person: watcher })
  await empty.getByRole('heading', { name: 'The site has no shifts yet' }).waitFor()
  await expect.poll(() => empty.getByRole('link', { name: 'Set shifts' }).count()).toBe(0)
  const shifts = [
    { name: 'Early', start: '00:00' },
    { name: 'Late', start: '12:00' },
  ]
  await session.json('PUT', '/api/shifts', { shifts })
  await oven.publish({ values: { temperature: 93 } })
  const page = await show('/sensoralarm/handover')
  await page.getByRole('heading', { name: /^Handover of (Early|Late)$/ }).waitFor()
  await page.getByRole('button', { name: 'Later shift' }).click()
  await page.getByText('goes on').waitFor()
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Alarms').getByRole('row').filter({ hasText: 'Temperature' }).first().waitFor()
  await part('Beyond their limits now').getByText('93').waitFor()
  await part('Annotations').getByText('Nobody annotated a sensor.').waitFor()
  const notes = part('Notes for the next shift')
  await notes.getByRole('textbox').fill('Burner <b>2</b> runs hot')
  await notes.getByRole('button', { name: 'Add note' }).press('Enter')
  await notes.getByText('Burner <b>2</b> runs hot').waitFor()
  // EE585
  await expect.poll(() => notes.getByRole('textbox').inputValue()).toBe('')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add note')
  await expect.poll(() => violationsOf(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => notes.getByRole('textbox').isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  const { search } = new URL(page.url())
  const phone = await stage.open(`/sensoralarm/handover${search}`, {
    ...{ person: watcher, viewport: { width: 360, height: 740 } },
  })
  await phone.getByRole('region', { name: 'Alarms', exact: true }).waitFor()
  await expect.poll(() => phone.getByRole('textbox', { name: /note/ }).count()).toBe(0)
  await expect
    .poll(() => phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true)
})
