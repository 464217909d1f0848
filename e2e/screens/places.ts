import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, removeDevices, sensorOf } from '../device.ts'
import { administrator } from '../stage.ts'
import { stage } from './screens-stage.ts'

beforeAll(async () => {
  const sensors = [sensorOf('level', { alias: 'Level', unit: '%' })]
  await addDevices(stage, [{ lesiId: 'TANK-4', name: 'Tank', sensors }])
})
afterAll(() => removeDevices(stage))

test('EE490 the place of a chart that loads is hardly brighter than its panel', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await stage.open('/administrator/users', { person: administrator, colorScheme })
    await page.route('**/api/scada/reportbything/**', () => {})
    await page.goto('/warroomCharts?thing=TANK-4&sensor=level&period=today')
    const place = page.locator('.panel .skeleton.area').first()
    await place.waitFor()
    const contrastOf = (element: Element) => {
      const lightOf = (each: Element) => {
        const parts = getComputedStyle(each).backgroundColor.match(/[\d.]+/g) ?? []
        const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => {
          const share = Number(part) / 255
          return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const isOpaque = (each: Element) =>
        !/^rgba\(.*, 0\)$/.test(getComputedStyle(each).backgroundColor)
      let panel: Element = element.parentElement ?? document.body
      while (!isOpaque(panel)) panel = panel.parentElement ?? document.documentElement
      const lights = [lightOf(element), lightOf(panel)]
      return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
    }
    // A place that has just given way to another has no colours.
    const contrast = async () => {
      const found = await place.evaluate(contrastOf)
      return found > 1.1 && found < 1.5 ? 'quiet' : found
    }
    await expect.poll(contrast).toBe('quiet')
    await stage.closePages()
  }
})

test('EE491 in a narrow window the audit breaks names between words', async () => {
  const page = await stage.open('/administrator/audit', {
    ...{ person: administrator, language: 'ru', viewport: { width: 1000, height: 800 } },
  })
  const names = page.locator('.audit-who')
  await names.first().waitFor()
  await expect
    .poll(async () => (await names.first().boundingBox())?.width)
    .toBeGreaterThanOrEqual(112)
  const broken = () =>
    names.evaluateAll((all) =>
      all.flatMap((name) => {
        const text = name.firstChild
        return [...(text?.textContent ?? '').matchAll(/\S+/g)].filter((word) => {
          if (!text || word[0].length > 14) return false
          const range = document.createRange()
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          return range.getClientRects().length > 1
        })
      }),
    )
  await expect.poll(broken).toEqual([])
})
