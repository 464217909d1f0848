import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addDevices, Device, sensorOf } from '../device.ts'
import { administrator, resize } from '../stage.ts'
import { endPart, show, stage } from './boards-stage.ts'

const hour = 3_600_000
const ids = ['MIXER-1', 'MIXER-2']
const named = (key: string) => ids.map((thing) => ({ thing, key }))
const widgets = [
  { id: 'trend', kind: 'trend', sensors: named('speed'), x: 0, y: 0, w: 6, h: 4 },
  { id: 'states', kind: 'states', sensors: named('tower'), x: 6, y: 0, w: 4, h: 4 },
  { id: 'bar', kind: 'bar', sensor: named('speed')[0], x: 0, y: 4, w: 2, h: 2 },
].map((widget) => ({ sensor: null, sensors: [], options: {}, ...widget }))
let path: string
const mixers: Device[] = []

beforeAll(async () => {
  const sensors = [
    ...[sensorOf('tower', { alias: 'Tower', type: 'lamp', intervalMs: hour })],
    sensorOf('speed', { alias: 'Speed', unit: 'rpm', upperAlarm: 675, decimals: 1 }),
  ]
  const devices = ids.map((lesiId, index) => ({ lesiId, name: `Mixer no. ${index + 1}`, sensors }))
  const tokens = await addDevices(stage, devices)
  for (const id of ids) {
    const mixer = await Device.connect(stage.server.mqttUrl, id, tokens.get(id) ?? '')
    await mixer.publish({ values: { tower: 'green', speed: 466.5 } })
    mixers.push(mixer)
  }
  const { email, password } = administrator
  const session = await new BrowserSession(stage.server.url).signIn(email, password)
  type Made = { data: { id: string } }
  const { data } = await session.json<Made>('POST', '/api/scada/shadow-lambda/custom/store', {
    ...{ name: 'Mixers', areas: [{ id: 'a', name: '', x: 0, y: 0, w: 12, h: 6, widgets }] },
  })
  path = `/warroomIndex?page=${data.id}`
})
afterAll(endPart)

test('EE564 rows of a trend and of states have the names of their devices', async () => {
  const page = await show(path)
  for (const rows of ['.trend-row .its-device', '.states-name .its-device'])
    await expect
      .poll(() => page.locator(rows).allTextContents())
      .toEqual(['Mixer no. 1', 'Mixer no. 2'])
})

test('EE565 a narrow bar stays within its frame, beyond its limit too', async () => {
  const page = await show(path)
  const bar = page.locator('.widget:has(.level)')
  const room = () => bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  const cut = () =>
    bar.evaluate((panel) => {
      const { bottom } = panel.getBoundingClientRect()
      return [...panel.querySelectorAll('.level, .level-figures, .figure-unit, .widget-remark')]
        .filter((part) => part.getBoundingClientRect().bottom > bottom - 4)
        .map(({ className }) => className)
    })
  for (const width of [1280, 1366, 1440]) {
    await resize(page, { width, height: 900 })
    for (const speed of [466.5, 700.5]) {
      await mixers[0]?.publish({ values: { speed } })
      await bar.locator('.figure', { hasText: String(speed) }).waitFor()
      await expect.poll(room, { message: `${speed} at ${width} px` }).toBe(0)
      await expect.poll(cut, { message: `${speed} at ${width} px` }).toEqual([])
      const isApart = () =>
        bar.evaluate((panel) => {
          const [unit, remark] = ['.figure-unit', '.widget-remark'].map((part) =>
            panel.querySelector(part)?.getBoundingClientRect(),
          )
          const isBelow = !remark?.width || (unit?.bottom ?? 0) <= remark.top + 1
          return isBelow || (unit?.right ?? 0) <= (remark?.left ?? 0)
        })
      await expect.poll(isApart, { message: `${speed} at ${width} px` }).toBe(true)
    }
  }
})
