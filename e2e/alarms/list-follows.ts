import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './alarms-stage.ts'

let oven: Device

beforeAll(async () => {
  const sensors = ['inlet', 'outlet'].map((key) => sensorOf(key, { alias: key, upperAlarm: 80 }))
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-9', name: 'Oven 9', sensors }])
  oven = await Device.connect(stage.server.mqttUrl, 'OVEN-9', tokens.get('OVEN-9') ?? '')
})
afterAll(() => removeDevices(stage))

test('EE509 AL101 AL102 the list follows after a choice; what came is not in it', async () => {
  await oven.publish({ values: { inlet: 90, outlet: 20 } })
  const page = await stage.open('/sensoralarm/alarmlist?search=oven+9', { person: administrator })
  await page.getByRole('checkbox', { name: 'Choose inlet' }).check()
  await page.mouse.move(5, 5)
  await oven.publish({ values: { outlet: 90 } })
  const added = page.locator('.alarm-added')
  await added.waitFor()
  const outlet = page.locator('.alarm-row', { hasText: 'outlet' })
  expect(await outlet.count()).toBe(0)
  expect(await page.locator('.alarm-all').innerText()).toMatch(/1/)
  await page.locator('.alarm-selection').getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await outlet.getByText('Ongoing, not acknowledged').waitFor()
  await added.waitFor({ state: 'detached' })
})
