import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, type Person } from '../stage.ts'
import { stage } from './alarms-stage.ts'

const person: Person = { email: 'olga@plant.test', password: 'kettle orbit 7' }
const sensor = 'temperature'

beforeAll(async () => {
  const sensors = [sensorOf(sensor, { alias: 'Temperature', upperAlarm: 80 })]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-7', name: 'Oven 7', sensors }])
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-7', tokens.get('OVEN-7') ?? '')
  await oven.publish({ values: { temperature: 90 } })
  await stage.command('user add', { ...person, name: 'Olga', role: 'user' })
})
afterEach(() => stage.closePages())
afterAll(() => removeDevices(stage))

const isDone = (each: { state: string }) => each.state === 'done'

async function addExport(own: BrowserSession): Promise<void> {
  const period = { from: Date.now() - 3_600_000, to: Date.now() }
  const readings = { kind: 'readings', format: 'csv', mode: 'sensor', ...period }
  await own.json('POST', '/api/exports', { ...readings, sensors: [{ thing: 'OVEN-7', sensor }] })
  const list = () => own.json<{ data: { state: string }[] }>('GET', '/api/exports')
  await expect.poll(async () => (await list()).data.some(isDone)).toBe(true)
}

test('EE501 what is open of a device closes with its binding, in every list', async () => {
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const contract = { contractStart: null, contractEnd: null }
  const binding = { email: person.email, relation: 'sub-user', ...contract }
  const bind = () => session.request('PUT', '/api/devices/OVEN-7/bindings', binding)
  await bind()
  const own = await new BrowserSession(stage.server.url).signIn(person.email, person.password)
  const { data } = await own.json<{ data: { id: number } }>('GET', '/api/user')
  await addExport(own)
  const show = (path: string) => stage.open(path, { person, language: 'en' })
  const alarms = await show('/sensoralarm/alarmlist')
  const devices = await show('/cognito/cognito-info?device=OVEN-7')
  const files = await show('/warroomCharts/export-excel')
  const shown: readonly [Page, string][] = [
    [alarms, '.alarm-table :text("Oven 7")'],
    [devices, '.device-panel :text("OVEN-7")'],
    [files, '.export-jobs a[href$="/file"]'],
  ]
  for (const [page, what] of shown) await page.locator(what).first().waitFor()

  await session.request('DELETE', `/api/devices/OVEN-7/bindings/${data.id}`)
  for (const [page, what] of shown)
    await page.locator(what).first().waitFor({ state: 'detached', timeout: 20_000 })
  await bind()
  for (const [page, what] of shown) await page.locator(what).first().waitFor()
})
