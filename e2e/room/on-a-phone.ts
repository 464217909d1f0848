import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './room-stage.ts'

const phone = {
  ...{ person: administrator, viewport: { width: 390, height: 844 } },
  ...{ hasTouch: true, isMobile: true },
}

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    {
      lesiId: 'OVEN-8',
      name: 'Oven 8',
      sensors: [
        sensorOf('zone', { alias: 'Zone', upperAlarm: 200, intervalMs: 600_000 }),
        sensorOf('bearing', { alias: 'Bearing', intervalMs: 1_000 }),
      ],
    },
  ])
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-8', tokens.get('OVEN-8') ?? '')
  await oven.publish({ ts: Date.now() - 3_600_000, values: { bearing: 40 } })
  await oven.publish({ values: { zone: 230 } })
})
afterAll(() => removeDevices(stage))

/** The names of the cells whose links Tab reaches, in this order. */
async function reachedByTab(page: Page): Promise<readonly (string | undefined)[]> {
  const links = await page.locator('.kpis a').count()
  await page.locator('.kpis a').first().focus()
  const reached = []
  for (let step = 0; step < links; step++) {
    const cell = page.locator('.kpi', { has: page.locator('a:focus') })
    reached.push(await cell.locator('> span').textContent())
    await page.keyboard.press('Tab')
  }
  return reached.map((name) => name ?? undefined)
}

/** The same cells, row by row as they are seen. */
const seenInOrder = (page: Page) =>
  page.locator('.kpi:has(a)').evaluateAll((cells) =>
    cells
      .map((cell) => {
        const { x, y } = cell.getBoundingClientRect()
        return { x, y, name: cell.querySelector('span')?.textContent }
      })
      .toSorted((one, other) => one.y - other.y || one.x - other.x)
      .map(({ name }) => name),
  )

test('EE563 Tab goes through the summary in the order in which it is seen', async () => {
  const page = await stage.open('/warroomDashboard', phone)
  await page.locator('.kpi.beyond a').waitFor()
  await page.locator('.kpi.oldest a').waitFor()
  await page.locator('.kpi.alarms a').first().waitFor()
  for (const width of [390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const isInOrder = async () => {
      const seen = await seenInOrder(page)
      return (await reachedByTab(page)).join() === seen.join()
    }
    await expect.poll(isInOrder, { message: `${width} px` }).toBe(true)
  }
})

test('EE568 the way back to all sensors stands beside how many are left', async () => {
  const page = await stage.open('/warroomDashboard?device=OVEN-8', phone)
  const middleOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
  }
  await page.locator('.filter-count').waitFor()
  for (const width of [360, 390, 768]) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(async () => (await middleOf('.filter-bar .quiet')) - (await middleOf('.filter-count')))
      .toBe(0)
  }
})
