import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, go } from '../stage.ts'
import { stage } from './room-stage.ts'

beforeAll(async () => {
  const tokens = await addDevices(stage, [
    {
      lesiId: 'BOILER-2',
      name: 'Boiler 1',
      sensors: [
        sensorOf('pressure', { unit: 'bar', lowerAlarm: 2, upperAlarm: 8, scaleLow: 0 }),
        sensorOf('lamp', { type: 'lamp' }),
        sensorOf('door', { type: 'detector' }),
      ].map((sensor) => ({ ...sensor, intervalMs: 3_600_000 })),
    },
  ])
  const boiler = await Device.connect(
    stage.server.mqttUrl,
    'BOILER-2',
    tokens.get('BOILER-2') ?? '',
  )
  await boiler.publish({ ts: Date.now() - 600_000, values: { pressure: 4, lamp: 'red', door: 1 } })
  await boiler.publish({ values: { pressure: 5, lamp: 'green', door: 0 } })
  page = await stage.openReused('/warroomDashboard', { person: administrator })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

/** The war room, until the chart's test leaves it; what it looks like is changed as people do. */
let page: Page

type PageMedia = Pick<
  NonNullable<Parameters<Page['emulateMedia']>[0]>,
  'colorScheme' | 'contrast' | 'forcedColors'
>

async function showWarRoom(media: PageMedia): Promise<void> {
  await page.emulateMedia({ contrast: null, forcedColors: null, ...media })
  await page.locator(`html[data-theme=${media.colorScheme}]`).waitFor()
  await page.locator('.lamp-tower[data-lit=green]').waitFor()
  await page.locator('.rail:not([data-empty])').first().waitFor()
}

/** The colours of an element's screenshot, as `r g b`, with the share of its pixels. */
async function coloursOf(element: Locator): Promise<ReadonlyMap<string, number>> {
  const picture = (await element.screenshot()).toString('base64')
  const counts = await element.page().evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? []
    const found: Record<string, number> = {}
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`
      found[colour] = (found[colour] ?? 0) + 4 / pixels.length
    }
    return found
  }, picture)
  return new Map(Object.entries(counts))
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.split(' ').map((part) => {
    const share = Number(part) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The colours with at least this share of an element, most frequent first. */
async function mainColours(element: Locator, share: number): Promise<readonly string[]> {
  return [...(await coloursOf(element))]
    .filter(([, part]) => part >= share)
    .toSorted(([, a], [, b]) => b - a)
    .map(([colour]) => colour)
}

/** The best contrast of anything with that share in an element to what it is on. */
async function strongest(element: Locator, share = 0.004): Promise<number> {
  const [ground = '', ...others] = await mainColours(element, share)
  return Math.max(1, ...others.map((colour) => contrast(colour, ground)))
}

const schemes = ['light', 'dark'] as const

test.each(schemes)(
  'EE126 with forced colours (%s) lamps, rails, timelines, borders and pressed buttons are there',
  async (colorScheme) => {
    await showWarRoom({ forcedColors: 'active', colorScheme })
    const lamp = (colour: string) =>
      mainColours(page.locator(`.lamp-tower [data-colour=${colour}]`).first(), 0.3)
    await expect.poll(() => lamp('green')).not.toEqual(await lamp('red'))
    const count = async (part: string, share: number) =>
      (await mainColours(page.locator(part).first(), share)).length
    await expect.poll(() => count('.rail', 0.005)).toBeGreaterThan(2)
    // What was before the page was opened comes after the present value.
    await expect.poll(() => count('.state-timeline', 0.1)).toBe(2)
    const toggle = page.getByRole('button', { name: 'Only not live' })
    for (const part of ['.lamp-tower', '.rail', '.switch', '.pips', '.input'])
      await expect
        .poll(() => strongest(page.locator(part).first()), { message: part })
        .toBeGreaterThan(3)
    await expect.poll(() => strongest(toggle)).toBeGreaterThan(3)
    const before = await mainColours(toggle, 0.3)
    await toggle.click()
    await page.mouse.move(0, 0)
    await expect.poll(() => mainColours(toggle, 0.3)).not.toEqual(before)
    await toggle.click()
  },
)

/** A custom property of the page as `r g b`. */
function token(name: string): Promise<string> {
  return page.evaluate((property) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) throw new Error('nothing to draw on')
    const { documentElement } = document
    context.fillStyle = getComputedStyle(documentElement).getPropertyValue(property)
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].join(' ')
  }, name)
}

test.each(schemes)(
  'EE127 who asks for more contrast gets 7 for text and 4.5 for edges (%s)',
  async (colorScheme) => {
    await showWarRoom({ contrast: 'more', colorScheme })
    for (const ground of ['--surface', '--canvas', '--chrome']) {
      const on = await token(ground)
      for (const ink of ['--ink-1', '--ink-2', '--ink-3', '--stale-ink', '--bad-ink'])
        expect(contrast(await token(ink), on), `${ink} on ${ground}`).toBeGreaterThan(7)
      for (const edge of ['--line', '--line-strong', '--lamp-edge', '--focus', '--chart-limit'])
        expect(contrast(await token(edge), on), `${edge} on ${ground}`).toBeGreaterThan(4.5)
    }
    await expect.poll(() => strongest(page.locator('.input').first())).toBeGreaterThan(4.5)
  },
)

test.each(schemes)(
  'EE128 what is still coming is seen on canvas and surface (%s)',
  async (scheme) => {
    await showWarRoom({ colorScheme: scheme })
    const skeleton = await token('--skeleton')
    for (const ground of ['--canvas', '--surface'])
      expect(contrast(skeleton, await token(ground)), ground).toBeGreaterThan(1.5)
  },
)

test('EE126 with forced colours a chart is drawn in the colours of the system', async () => {
  await page.emulateMedia({ contrast: null, forcedColors: 'active', colorScheme: 'dark' })
  await go(page, '/warroomCharts?thing=BOILER-2&sensor=pressure&period=24-hours')
  await page.locator('.chart-plot canvas').waitFor()
  await expect.poll(() => strongest(page.locator('.chart-plot'), 0.0005)).toBeGreaterThan(7)
  const chosen = page.locator('.segmented [aria-pressed=true]').first()
  const other = page.locator('.segmented [aria-pressed=false]').first()
  await expect.poll(() => mainColours(chosen, 0.3)).not.toEqual(await mainColours(other, 0.3))
})
