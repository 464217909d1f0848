import { afterAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

afterAll(endPart)

test('EE399 a narrow widget beyond its limit stays within its frame', async () => {
  const sensor = sensorOf('feed', { alias: 'Feed pressure', unit: 'bar', lowerAlarm: 2 })
  const tokens = await addDevices(stage, [
    { lesiId: 'BOILER-8', name: 'Boiler', sensors: [sensor] },
  ])
  const boiler = await Device.connect(
    stage.server.mqttUrl,
    'BOILER-8',
    tokens.get('BOILER-8') ?? '',
  )
  await boiler.publish({ values: { feed: 1.87 } })
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const widget = {
    ...{ id: 'w', sensor: { thing: 'BOILER-8', key: 'feed' }, sensors: [], kind: null },
    ...{ options: {}, x: 0, y: 0, w: 2, h: 2 },
  }
  const area = { id: 'a', name: 'Upper', x: 0, y: 0, w: 6, h: 4, widgets: [widget] }
  const content = { name: 'Narrow', areas: [area] }
  type Made = { data: { id: string } }
  const stored = await session.json<Made>('POST', '/api/scada/shadow-lambda/custom/store', content)
  const page = await show(`/warroomIndex?page=${stored.data.id}`)
  const panel = page.locator('.widget.panel')
  await panel.getByText(/^below 2/).waitFor()
  const room = () => panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  await expect.poll(room).toBe(0)
  const overlap = () =>
    panel.evaluate((one) => {
      const [remark, unit] = ['.widget-remark', '.figure-unit'].map((part) =>
        one.querySelector(part)?.getBoundingClientRect(),
      )
      return (unit?.right ?? 0) - (remark?.left ?? 0)
    })
  await expect.poll(overlap).toBeLessThanOrEqual(0)
})
