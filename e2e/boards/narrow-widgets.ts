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

test('EE630 WD55 a sensor that is configured anew is shown so before it speaks again', async () => {
  const usual = { intervalMs: 3_600_000, unit: 'bar' }
  const sensors = [
    sensorOf('feed', usual),
    sensorOf('made', { ...usual, type: 'counter' }),
    sensorOf('ran', { ...usual, type: 'timer' }),
  ]
  const lesiId = 'BOILER-7'
  const tokens = await addDevices(stage, [{ lesiId, name: 'Boiler', sensors }])
  const boiler = await Device.connect(stage.server.mqttUrl, lesiId, tokens.get(lesiId) ?? '')
  await boiler.publish({ values: { feed: 60, made: 500, ran: 7_200 } })
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  const widgets = [
    ['feed', null],
    ['feed', 'chart'],
    ['made', null],
    ['ran', null],
  ].map(([key, kind], index) => ({
    ...{ id: `w${index}`, sensor: { thing: lesiId, key }, sensors: [], kind, options: {} },
    ...{ x: 3 * index, y: 0, w: 3, h: 3 },
  }))
  type Reply<Data> = { data: Data }
  const body = { name: 'Configured', widgets }
  const { data } = await session.json<Reply<{ id: string }>>('POST', '/api/dashboards', body)
  const page = await show(`/warroomDashboard?dashboard=${data.id}`)
  const texts = () => page.locator('.grid-cell .widget').allInnerTexts()
  await expect
    .poll(async () => (await texts()).filter((text) => /60|500|2/.test(text)))
    .toHaveLength(4)

  type Sensor = { readonly id: number; readonly key: string }
  const path = `/api/scada/sensor/config/${lesiId}`
  const idOf = new Map(
    (await session.json<Reply<readonly Sensor[]>>('GET', path)).data.map(({ id, key }) => [
      key,
      id,
    ]),
  )
  const change = (key: string, before: object, after: object) => ({
    id: idOf.get(key),
    before,
    after,
  })
  const changes = [
    change('feed', { unit: 'bar', upperAlarm: null }, { unit: 'kPa', upperAlarm: 50 }),
    change('made', { unit: 'bar' }, { unit: 'crates' }),
    change('ran', { upperAlarm: null }, { upperAlarm: 3_600 }),
  ]
  await session.json('PUT', path, { changes })
  for (const [index, words] of [
    /kPa[^]*above 50/,
    /kPa[^]*above 50/,
    /crates/,
    /above 1/,
  ].entries())
    await expect.poll(async () => (await texts())[index]).toMatch(words)
})
