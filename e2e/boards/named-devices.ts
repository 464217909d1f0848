import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator, reopen } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

const twins = ['PUMP-1', 'PUMP-2']
/** Every kind that shows one sensor, with a sensor that it shows and its smallest place. */
const placed = [
  ['analog', 'value', 2, 2],
  ['analog', 'gauge', 2, 2],
  ['analog', 'bar', 2, 2],
  ['analog', 'chart', 3, 2],
  ['lamp', 'lamp', 2, 2],
  ['counter', 'counter', 2, 2],
  ['timer', 'timer', 2, 2],
  ['detector', 'detector', 2, 2],
  ['string', 'text', 2, 2],
] as const
type Type = (typeof placed)[number][0]

const values: Readonly<Record<Type, number | string>> = {
  ...{ analog: 71.4, lamp: 'green', counter: 120, timer: 7_200, detector: 1, string: 'Rye' },
}

let session: BrowserSession

beforeAll(async () => {
  const types = Object.keys(values) as Type[]
  const sensors = types.map((type) =>
    sensorOf(type, {
      ...{ alias: `The ${type}`, type, intervalMs: 600_000 },
      ...(type === 'analog' ? { unit: 'm³/h', lowerAlarm: 60, upperAlarm: 80 } : {}),
    }),
  )
  const devices = twins.map((lesiId) => ({ lesiId, name: `Twin ${lesiId}`, sensors }))
  const tokens = await addDevices(stage, devices)
  for (const lesiId of twins) {
    const token = tokens.get(lesiId) ?? ''
    const device = await Device.connect(stage.server.mqttUrl, lesiId, token)
    // One of them is beyond a limit.
    await device.publish({ values: { ...values, ...(lesiId === 'PUMP-2' && { analog: 91.4 }) } })
  }
  const { email, password } = administrator
  session = await new BrowserSession(stage.server.url).signIn(email, password)
})
afterAll(endPart)

/** Widgets of every kind in its smallest place, of one device below those of the other. */
const widgetsOf = (things: readonly string[]) =>
  things.flatMap((thing, row) =>
    placed.map(([key, kind, w, h], index) => ({
      ...{ id: `${thing}${kind}`, sensor: { thing, key }, sensors: [], kind, options: {} },
      ...{ x: (index % 3) * 4, y: row * 9 + Math.floor(index / 3) * 3, w, h },
    })),
  )

async function store(name: string, things: readonly string[]): Promise<string> {
  const area = { id: 'a', name: 'All', x: 0, y: 0, w: 12, h: 18, widgets: widgetsOf(things) }
  type Made = { data: { id: string } }
  const path = '/api/scada/shadow-lambda/custom/store'
  return (await session.json<Made>('POST', path, { name, areas: [area] })).data.id
}

test('EE570 widgets of one sensor name its device where a page has several', async () => {
  const page = await show(`/warroomIndex?page=${await store('One device', ['PUMP-1'])}`)
  const named = page.locator('.widget-device')
  await page.locator('.widget .figure', { hasText: '71.4' }).first().waitFor()
  expect(await named.count()).toBe(0)

  const both = await store('Two devices', twins)
  await reopen(page, `/warroomIndex?page=${both}`)
  const group = page.getByRole('group', { name: 'The analog, Twin PUMP-2: 91.4' })
  await group.first().waitFor()
  await expect
    .poll(async () => new Set(await named.allTextContents()))
    .toEqual(new Set(['Twin PUMP-1', 'Twin PUMP-2']))

  // All of them are drawn only near the screen.
  for (const [width, wall] of [
    [1280, ''],
    [1920, ''],
    [390, ''],
    [1920, '&wall=on'],
  ] as const) {
    await page.setViewportSize({ width, height: 2_400 })
    if (wall !== '') await reopen(page, `/warroomIndex?page=${both}${wall}`)
    await expect.poll(() => named.count()).toBe(2 * placed.length)
    const stickOut = () =>
      page.locator('.widget:visible').evaluateAll((widgets) =>
        widgets.flatMap((widget) => {
          const box = widget.getBoundingClientRect()
          return [...widget.querySelectorAll('.widget-head *, .widget-body *')]
            .filter((part) => part.textContent !== '' && part.children.length === 0)
            .filter((part) => !part.classList.contains('visually-hidden'))
            .filter((part) => part.getBoundingClientRect().bottom > box.bottom + 0.5)
            .map((part) => `${widget.getAttribute('aria-label')}: ${part.textContent}`)
        }),
      )
    await expect.poll(stickOut, { message: `at ${width}${wall}` }).toEqual([])
    const cutOff = () =>
      page.locator('.widget-device:visible').evaluateAll((devices) =>
        devices.flatMap((device) => {
          const { bottom } = device.getBoundingClientRect()
          const title = device.closest('.widget-title')?.getBoundingClientRect()
          return title && bottom > title.bottom + 0.5 ? [device.textContent] : []
        }),
      )
    await expect.poll(cutOff, { message: `at ${width}${wall}` }).toEqual([])
  }

  await page.setViewportSize({ width: 1280, height: 900 })
  await reopen(page, `/warroomIndex/edit/${both}`)
  await page.locator('.edit-widget .widget-device', { hasText: 'Twin PUMP-1' }).first().waitFor()
})

test('EE570 so do those of a dashboard of several devices', async () => {
  type Made = { data: { id: string } }
  const content = { name: 'Twins', widgets: widgetsOf(twins) }
  const { data } = await session.json<Made>('POST', '/api/dashboards', content)
  const page = await show(`/warroomDashboard?dashboard=${data.id}`)
  await page.locator('.widget-device', { hasText: 'Twin PUMP-1' }).first().waitFor()
})
