import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator, smallAnswer, withServerAway } from '../stage.ts'
import { stage } from './alarms-stage.ts'

beforeAll(async () => {
  const sensors = [sensorOf('temperature', { alias: 'Temperature', upperAlarm: 80 })]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-5', name: 'Oven 5', sensors }])
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-5', tokens.get('OVEN-5') ?? '')
  await oven.publish({ values: { temperature: 90 } })
})
afterAll(() => removeDevices(stage))

test('EE566 while the server is away nothing offers to acknowledge alarms', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const go = await withServerAway(page)
  await page.goto('/sensoralarm/alarmlist')
  await page.getByRole('checkbox', { name: 'Choose Temperature' }).check()
  const one = page.getByRole('button', { name: 'Acknowledge Temperature' })
  const all = page.locator('.alarm-all')
  const chosen = page.locator('.alarm-selection .button:not(.quiet)')
  await expect.poll(() => one.isEnabled()).toBe(true)
  await expect.poll(() => all.isEnabled()).toBe(true)

  await go(true)
  await expect.poll(() => one.isDisabled()).toBe(true)
  await expect
    .poll(() => one.getAttribute('title'))
    .toBe('Not now: there is no connection to the server')
  await expect.poll(() => all.isDisabled()).toBe(true)
  await expect.poll(() => chosen.count()).toBeGreaterThan(0)
  for (const button of await chosen.all()) await expect.poll(() => button.isDisabled()).toBe(true)

  await go(false)
  await expect.poll(() => one.isEnabled()).toBe(true)
  await one.click()
  await one.waitFor({ state: 'detached' })
  await stage.closePages(/WebSocket|Failed to load|ERR_FAILED/)
})
