import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './devices-stage.ts'

beforeAll(async () => {
  const devices = [
    { lesiId: 'COMPRESSOR-C1', name: 'Compressor C1', sensors: [sensorOf('flow')] },
    { lesiId: 'COOLING-WATER', name: 'Cooling water', sensors: [sensorOf('flow')] },
  ]
  const tokens = await addDevices(stage, devices)
  for (const { lesiId } of devices) {
    const device = await Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')
    await device.publish({ values: { flow: 1 } })
  }
})
afterAll(() => removeDevices(stage))

test('EE571 a desk of 1280 pixels shows all columns of the list, in every language', async () => {
  for (const language of locales) {
    const viewport = { width: 1280, height: 800 }
    const page = await stage.open('/cognito/cognito-info', {
      ...{ person: administrator, language, viewport },
    })
    await page.locator('.device-seen').nth(1).waitFor()
    const hidden = () =>
      page
        .locator('.record-table .ant-table-content')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(hidden, { message: language }).toBe(0)
  }
})
