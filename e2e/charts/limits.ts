import { expect, test } from 'vitest'
import { administrator, go, smallAnswer } from '../stage.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { note, showChart, stage } from './charts-stage.ts'

async function connectOven(): Promise<Device> {
  const limits = { unit: '°C', lowerAlarm: 100, upperAlarm: 200, intervalMs: 60_000 }
  const sensors = [sensorOf('zone', { ...limits, alias: 'Zone' })]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-2', name: 'Oven 2', sensors }])
  return Device.connect(stage.server.mqttUrl, 'OVEN-2', tokens.get('OVEN-2') ?? '')
}

test('EE395 what is added while a page without the frame is shown is there then', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const notified = Promise.withResolvers<undefined>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('OVEN-9')) notified.resolve(undefined)
    }),
  )
  await page.goto('/warroomCharts?thing=BOILER-1&sensor=pressure')
  await note(page, 'readings').waitFor()
  await go(page, '/404')
  await page.locator('.shell').waitFor({ state: 'detached' })
  const sensors = [sensorOf('zone', { alias: 'Zone of oven 9' })]
  await addDevices(stage, [{ lesiId: 'OVEN-9', name: 'Oven 9', sensors }])
  await notified.promise
  await go(page, '/warroomCharts?thing=OVEN-9&sensor=zone')
  await page.locator('.history-panel h2', { hasText: 'Zone of oven 9' }).waitFor()
})

test('EE155 beside a chart: the present value, the limits and the time beyond them', async () => {
  const oven = await connectOven()
  const now = Date.now()
  const values = [150, 230, 231, 150, 90, 150]
  await oven.publish(
    values.map((zone, index) => ({ ts: now - (6 - index) * 60_000, values: { zone } })),
  )
  const page = await showChart('sensor=zone&period=7-days', 'OVEN-2')
  const limits = page.locator('.history-limits dd')
  const shown = ['200.0 °C', '2\u00a0min 00\u00a0s', '100.0 °C', '1\u00a0min 00\u00a0s']
  await expect.poll(() => limits.allTextContents()).toEqual(shown)
  const live = page.locator('.history-live')
  await oven.publish({ values: { zone: 215.5 } })
  await live.locator('b', { hasText: '215.5' }).waitFor()
  await live.getByText('above the upper limit').waitFor()
  await live.locator('.age-text', { hasText: /^\d+\ss$/ }).waitFor()
  await oven.publish({ values: { zone: { v: 216, q: 'bad' } } })
  await live.and(page.locator('[data-condition=bad]')).waitFor()
  const labels = page.locator('.chart-limit')
  const texts = async () => (await labels.allTextContents()).toSorted()
  await expect.poll(texts).toEqual(['Lower limit\n100.0', 'Upper limit\n200.0'])
  const overPlot = () =>
    labels.evaluateAll((all) => {
      const end = document.querySelector('.u-over')?.getBoundingClientRect().right ?? NaN
      return all.filter((label) => !(label.getBoundingClientRect().left >= end)).length
    })
  await expect.poll(overPlot).toBe(0)
})
