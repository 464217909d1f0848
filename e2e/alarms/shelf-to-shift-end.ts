import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './alarms-stage.ts'

beforeAll(async () => {
  const sensors = [sensorOf('temperature', { alias: 'Temperature', upperAlarm: 80 })]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-11', name: 'Oven 11', sensors }])
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-11', tokens.get('OVEN-11') ?? '')
  await oven.publish({ values: { temperature: 90 } })
})
afterAll(() => removeDevices(stage))

test('EE550 a shelf to the end of a shift that was moved is chosen again by hand', async () => {
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const shiftFrom = (start: string) =>
    session.json('PUT', '/api/shifts', { shifts: [{ name: 'Day', start }] })
  await shiftFrom('00:00')
  const page = await stage.open('/sensoralarm/alarmlist', { person: administrator })
  await page.getByRole('checkbox', { name: 'Choose Temperature' }).check()
  await page.locator('.alarm-selection').getByRole('button', { name: 'Shelve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'To the end of the shift, 00:00' }).check()
  await dialog.getByLabel('Reason').fill('Cleaned')
  await shiftFrom('00:01')
  await dialog.getByRole('button', { name: 'Shelve' }).click()
  await dialog.getByRole('alert').getByText('Please choose again for how long').waitFor()
  const next = dialog.getByRole('radio', { name: 'To the end of the shift, 00:01' })
  expect(await next.isChecked()).toBe(false)
  await next.check()
  await dialog.getByRole('button', { name: 'Shelve' }).click()
  await page.getByText('1 alarm shelved').waitFor()
  await session.json('PUT', '/api/shifts', { shifts: [] })
})
