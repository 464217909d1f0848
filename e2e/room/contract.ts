import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import type { Person } from '../stage.ts'
import { stage } from './room-stage.ts'

let oven: Device
const holder: Person = { email: 'ha@plant.test', password: 'eight-or-more' }

const devices = [
  {
    lesiId: 'OVEN-3',
    name: 'Oven 2',
    sensors: [sensorOf('temperature', { alias: 'Zone 1', unit: '°C' })],
  },
  {
    lesiId: 'PRESS-3',
    name: 'Press 7',
    sensors: [sensorOf('force', { alias: 'Force', unit: 'kN' })],
  },
]

const bind = (lesiId: string, days: object = {}) =>
  stage.command('device bind', { id: lesiId, email: holder.email, relation: 'admin', ...days })

beforeAll(async () => {
  await stage.command('user add', { ...holder, name: 'Ha', role: 'user' })
  const tokens = await addDevices(stage, devices)
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-3', tokens.get('OVEN-3') ?? '')
  await oven.publish({ values: { temperature: 21.4 } })
  for (const { lesiId } of devices) await bind(lesiId)
})
afterAll(() => removeDevices(stage))

const widget = (page: Page, name: string) =>
  page.locator('.widget', { has: page.getByRole('link', { name, exact: true }) })
const visibleText = (page: Page, text: string) =>
  page.getByText(text).filter({ visible: true }).first()

test('EE97 HI20 the end of a contract removes values from open screens, and shows so', async () => {
  const room = await stage.open('/warroomDashboard', { person: holder })
  await widget(room, 'Zone 1').locator('.figure', { hasText: '21.4' }).waitFor()
  const chart = await stage.open('/warroomCharts?thing=OVEN-3&sensor=temperature&period=today', {
    person: holder,
    language: 'ru',
  })
  await chart.locator('.history-content canvas').first().waitFor()
  await bind('OVEN-3', { end: '2026-01-31' })
  await visibleText(room, 'Contract ended on 2026-01-31').waitFor()
  await visibleText(chart, 'Договор закончился 2026-01-31').waitFor()
  // The list says it and the socket takes the values away: one may be there before the other.
  for (const gone of [
    widget(room, 'Zone 1'),
    room.getByText('21.4'),
    chart.locator('.history-content canvas'),
  ])
    await expect.poll(() => gone.count()).toBe(0)
  await widget(room, 'Force').waitFor()
  await room.getByRole('region', { name: 'Oven 2' }).getByText('Contract ended').waitFor()
  await bind('OVEN-3', { end: 'none' })
  await widget(room, 'Zone 1').locator('.figure', { hasText: '21.4' }).waitFor()
})

test('EE97 DB9 DB27 without sensors contracts say when they begin; dashboards stay', async () => {
  await stage.command('device unbind', { id: 'PRESS-3', email: holder.email })
  await bind('OVEN-3', { start: '2099-01-01', end: 'none' })
  const own = await new BrowserSession(stage.server.url).signIn(holder.email, holder.password)
  const note = { text: 'Keys hang at the gate' }
  const placed = { sensor: null, sensors: [], x: 0, y: 0, w: 4, h: 3 }
  const widgets = [{ id: 'a', kind: 'note', options: note, ...placed }]
  await own.json('POST', '/api/dashboards', { name: 'Notes', widgets })
  const page = await stage.open('/warroomDashboard', { person: holder, language: 'vi' })
  await visibleText(page, 'Hợp đồng bắt đầu ngày 2099-01-01').waitFor()
  await expect.poll(() => page.getByText('Press 7').count()).toBe(0)
  const dashboards = page.locator('.board-choice select')
  await dashboards.selectOption('Notes')
  await page.getByText('Keys hang at the gate').waitFor()
  await dashboards.selectOption('')
  await bind('OVEN-3', { start: 'none' })
  await widget(page, 'Zone 1').waitFor()
})
