import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, sensorOf } from './device.ts'
import { administrator, Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
  const tokens = await addDevices(stage, [
    { lesiId: 'BOILER-1', name: 'Boiler 1', sensors: [sensorOf('pressure', { unit: 'bar' })] },
  ])
  const token = tokens.get('BOILER-1') ?? ''
  const boiler = await Device.connect(stage.server.mqttUrl, 'BOILER-1', token)
  await boiler.publish({ ts: Date.now() - 600_000, values: { pressure: 5 } })
  await boiler.publish({ values: { pressure: 6 } })
})
// The server is killed once.
afterEach(() => stage.closePages(/WebSocket connection/))
afterAll(() => stage.close())

const phone = (width: number) => ({
  ...{ person: administrator, viewport: { width, height: 844 } },
  ...{ hasTouch: true, isMobile: true },
})

const chart = '/warroomCharts?thing=BOILER-1&sensor=pressure&period=24-hours'

/** The parts of a strip of choices that are not inside the window. */
function outside(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect()
        return left < 0 || right > document.documentElement.clientWidth
      })
      .map((each) => each.textContent),
  )
}

test('EE137 all periods stand on a phone, at 360 and 390 px, in every language', async () => {
  for (const [width, language] of [
    [360, 'en'],
    [390, 'ru'],
    [360, 'vi'],
    [360, 'zh-TW'],
  ] as const) {
    const page = await stage.open(chart, { ...phone(width), language })
    await page.locator('.history-bar .segmented button').first().waitFor()
    expect(await outside(page, '.history-bar .segmented button'), language).toEqual([])
  }
})

test('EE138 what a finger presses is 44 px large: tools, periods, closing of a tab', async () => {
  const page = await stage.open(chart, phone(390))
  await page.locator('.chart-plot canvas').waitFor()
  for (const target of ['.panel-actions .icon-button', '.tab-close', '.history-bar button'])
    for (const each of await page.locator(target).all()) {
      const box = await each.boundingBox()
      expect(Math.round(Math.min(box?.width ?? 0, box?.height ?? 0)), target).toBeGreaterThan(43)
    }
})

test('EE139 the head of a phone keeps the word "Live" and the name of the screen', async () => {
  const page = await stage.open('/warroomDashboard', { ...phone(390), language: 'en' })
  const connection = page.locator('.connection')
  await page.locator('.connection[data-state=live]').waitFor()
  const title = page.locator('.top-bar h1')
  const isWhole = () => title.evaluate((each) => each.scrollWidth <= each.clientWidth)
  expect((await connection.locator('b').boundingBox())?.width).toBeGreaterThan(15)
  expect(await isWhole()).toBe(true)
  await stage.killServer()
  await page.locator('.connection[data-state=reconnecting]').waitFor()
  expect(await isWhole()).toBe(true)
  await stage.restartServer()
  await page.locator('.connection[data-state=live]').waitFor()
})
