import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { minute, now, showChart, stage } from './charts-stage.ts'

test('EE356 AL18 alarms are in the chart and beside it, and follow what happens', async () => {
  const sensors = [sensorOf('zone', { alias: 'Zone', unit: '°C', decimals: 1, upperAlarm: 200 })]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-3', name: 'Oven 3', sensors }])
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-3', tokens.get('OVEN-3') ?? '')
  const values = [150, 230, 231, 150, 150, 150]
  await oven.publish(
    values.map((zone, index) => ({ ts: now - (60 - 5 * index) * minute, values: { zone } })),
  )
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const target = { kind: 'sensors', sensors: [{ thing: 'OVEN-3', key: 'zone' }] }
  await session.json('POST', '/api/alarm-rules', {
    ...{ name: 'Lining at risk', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0 },
    ...{ target, condition: { kind: 'limit', level: 'high_high', limit: 240 }, priority: 1 },
    ...{ isLatching: false, message: {}, hours: [], suppressedBy: [] },
  })
  const page = await showChart('sensor=zone&period=7-days', 'OVEN-3')
  const beside = page.getByRole('region', { name: 'Alarms', exact: true })
  const marks = page.getByRole('group', { name: 'Marks in the chart' })
  await beside.getByRole('listitem').filter({ hasText: 'Upper limit: above 200.0 °C' }).waitFor()
  const mark = marks.getByRole('button', { name: /^Priority 2, .*Zone · Upper limit/ })
  await mark.press('Enter')
  await beside.locator('li[data-chosen]', { hasText: 'Upper limit' }).waitFor()
  await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true')
  await beside.getByRole('listitem').filter({ hasText: 'Lining at risk240.0 °C' }).waitFor()
  const isDrawn = beside.getByRole('checkbox', { name: 'Draw them in the chart' })
  await expect.poll(() => isDrawn.isChecked()).toBe(true)
  expect(await violationsOf(page, { within: '.history' })).toEqual([])
  await oven.publish({ ts: now - 20 * minute, values: { zone: 215.5 } })
  await beside.getByText(/^since /).waitFor()
})
