import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from './device.ts'
import { administrator, Stage } from './stage.ts'

let stage: Stage
let pump: Device
let session: BrowserSession
let dashboard: string

const devices = [
  {
    lesiId: 'WALL-PUMP',
    name: 'Pump',
    sensors: [sensorOf('flow', { alias: 'Flow', unit: 'l/s' })],
  },
]
const widget = {
  ...{ id: 'a', sensor: { thing: 'WALL-PUMP', key: 'flow' }, kind: null, options: {} },
  ...{ x: 0, y: 0, w: 3, h: 3 },
}

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
  const tokens = await addDevices(stage, devices)
  pump = await Device.connect(stage.server.mqttUrl, 'WALL-PUMP', tokens.get('WALL-PUMP') ?? '')
  await pump.publish({ values: { flow: 12 } })
  session = new BrowserSession(stage.server.url)
  await session.signIn(administrator.email, administrator.password)
  const content = { name: 'Hall 1', widgets: [widget] }
  type Reply = { data: { id: string } }
  dashboard = (await session.json<Reply>('POST', '/api/dashboards', content)).data.id
})
// A link that has ended is answered with 401, which the browser reports.
afterEach(() => stage.closePages(/401/))
afterAll(() => stage.close())

const shows = (page: Page, value: string) =>
  page.getByText(value, { exact: true }).first().waitFor()

test('EE249 a link to a board is made, shows it live, and ends when it is revoked', async () => {
  const page = await stage.open(`/boards/sharing/${dashboard}`, { person: administrator })
  await page.getByRole('heading', { name: /Sharing of/ }).waitFor()
  await page.getByRole('combobox').first().selectOption('user')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'End the share with' }).waitFor()
  await page.getByLabel('Where it is used').fill('Gate')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.waitFor()
  const address = await field.inputValue()
  const { pathname } = new URL(address)

  const wall = await stage.open(pathname)
  await wall.getByRole('heading', { name: 'Hall 1' }).waitFor()
  await shows(wall, '12')
  await pump.publish({ values: { flow: 34 } })
  await shows(wall, '34')
  const cookies = (await wall.context().cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => name !== 'XSRF-TOKEN' && name !== 'language')).toEqual([])

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revoke the link' }).click()
  await wall.getByRole('heading', { name: 'This link has ended' }).waitFor()
  expect(await wall.getByText('Hall 1').count()).toBe(0)
})
