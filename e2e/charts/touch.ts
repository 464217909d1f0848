import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { administrator } from '../stage.ts'
import { hour, minute, note, stage, start, today, zoomOf } from './charts-stage.ts'
import { Fingers } from './fingers.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const group = 'group=BOILER-1%3Apressure%2CBOILER-1%3Alamp'
const zoom = { from: start, to: start + 2 * hour }
const zoomed = `zoom=${zoom.from}-${zoom.to}`

const open = (search: string) =>
  stage.open(`/warroomCharts?thing=BOILER-1&period=today&${search}`, {
    person: administrator,
    ...phone,
  })
const plotOf = (page: Page) => page.locator('.chart-plot .u-over')
const timeline = (page: Page) => page.locator('.state-chart-timeline .frame')
const scrolled = (page: Page) => page.locator('.stage').evaluate((pane) => pane.scrollTop)
const idle = (page: Page) => page.locator('.history-content[aria-busy=false]').waitFor()

/** The time at a share of what a chart shows. */
const at = ({ from, to }: typeof zoom, share: number) => from + share * (to - from)

async function newZoom(page: Page, before: { from: number } | null = null) {
  await page.waitForURL(
    (url) => url.search.includes('zoom=') && !url.search.includes(`zoom=${before?.from}-`),
  )
  await idle(page)
  const found = zoomOf(page)
  if (!found) throw new Error('nothing is zoomed')
  return found
}

test('EE430 CH50 HI9 two fingers zoom around their places, a double tap goes back', async () => {
  const page = await open(`sensor=pressure&${zoomed}`)
  await note(page, 'readings').waitFor()
  const fingers = await Fingers.on(page, plotOf(page))
  const [one, other] = [0.4, 0.6]
  await fingers.drag(
    [
      [one, 0.5],
      [other, 0.5],
    ],
    [
      [0.2, 0.5],
      [0.8, 0.5],
    ],
  )
  const inner = await newZoom(page, zoom)
  expect(Math.abs(at(inner, 0.2) - at(zoom, one))).toBeLessThan(minute)
  expect(Math.abs(at(inner, 0.8) - at(zoom, other))).toBeLessThan(minute)
  await fingers.doubleTap([0.5, 0.5])
  await page.waitForURL((url) => url.search.includes(zoomed))
  // As a double click it picks no time, a tap does.
  await expect.poll(() => page.locator('.span-mark').count()).toBe(0)
  await idle(page)
  await fingers.tap([0.5, 0.5])
  await page.locator('.span-mark').waitFor()
  // As far as they go they show the whole period, and nothing beyond it.
  await fingers.drag(
    [
      [0.1, 0.5],
      [0.9, 0.5],
    ],
    [
      [0.49, 0.5],
      [0.51, 0.5],
    ],
  )
  await page.waitForURL((url) => !url.search.includes('zoom='))
})

test('EE431 CH51 HI9 a finger sideways moves what is zoomed, one going down scrolls', async () => {
  const page = await open(`sensor=pressure&${zoomed}`)
  await note(page, 'readings').waitFor()
  const fingers = await Fingers.on(page, plotOf(page))
  await fingers.drag([[0.3, 0.5]], [[0.8, 0.55]])
  const moved = await newZoom(page, zoom)
  expect(Math.abs(moved.from - (zoom.from - hour))).toBeLessThan(minute)
  expect(moved.to - moved.from).toBe(zoom.to - zoom.from)
  const before = await scrolled(page)
  await fingers.drag([[0.5, 0.8]], [[0.52, 0.1]])
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 50)
  await expect.poll(() => zoomOf(page)).toEqual(moved)
  // There is nothing beyond the present.
  const again = await Fingers.on(page, plotOf(page))
  await again.drag([[0.98, 0.5]], [[0.02, 0.5]])
  const last = await newZoom(page, moved)
  expect(last.to - last.from).toBe(zoom.to - zoom.from)
  expect(last.to).toBeGreaterThanOrEqual(zoom.to)
  expect(last.to).toBeLessThanOrEqual(Date.now())
})

test('EE432 CH52 a finger that rests has the crosshair until it is lifted', async () => {
  const page = await open('sensor=pressure')
  await note(page, 'readings').waitFor()
  const fingers = await Fingers.on(page, plotOf(page))
  const chip = page.locator('.chart-chip')
  const moment = () => chip.textContent()
  const share = (time: number) => (time - today) / (Date.now() - today)
  const [early, late] = [share(start + 10 * minute), share(start + 50 * minute)]
  await fingers.put([early, 0.5])
  await chip.waitFor()
  const first = await moment()
  await page.locator('.chart-value', { hasText: /\d/ }).waitFor()
  const before = await scrolled(page)
  await fingers.move([[early, 0.5]], [[late, 0.1]])
  await expect.poll(moment).not.toBe(first)
  await fingers.lift()
  await chip.waitFor({ state: 'hidden' })
  await expect.poll(() => scrolled(page)).toBe(before)
  await expect.poll(() => zoomOf(page)).toBe(null)
  // Where nothing is zoomed there is nothing to move.
  await fingers.put([early, 0.5])
  await fingers.move([[early, 0.5]], [[late, 0.5]])
  await chip.waitFor()
  await fingers.lift()
  await chip.waitFor({ state: 'hidden' })
  await expect.poll(() => zoomOf(page)).toBe(null)
})

test('EE433 CH50 CH51 CH52 fingers zoom a group, a comparison and states too', async () => {
  for (const [search, plot] of [
    [group, plotOf],
    ['sensor=pressure&compare=day', plotOf],
    ['sensor=lamp', timeline],
  ] as const) {
    const page = await open(`${search}&${zoomed}`)
    await plot(page).waitFor()
    await idle(page)
    const fingers = await Fingers.on(page, plot(page))
    await fingers.drag(
      [
        [0.4, 0.5],
        [0.6, 0.5],
      ],
      [
        [0.2, 0.5],
        [0.8, 0.5],
      ],
    )
    const inner = await newZoom(page, zoom)
    expect(Math.abs(at(inner, 0.2) - at(zoom, 0.4)), search).toBeLessThan(minute)
    await fingers.drag([[0.3, 0.5]], [[0.6, 0.5]])
    const moved = await newZoom(page, inner)
    expect(Math.abs(at(moved, 0.6) - at(inner, 0.3)), search).toBeLessThan(minute)
    await fingers.put([0.3, 0.5])
    const chip = page.locator('.chart-chip, .state-chart-chip').first()
    await chip.waitFor()
    await fingers.lift()
    await chip.waitFor({ state: 'hidden' })
    await fingers.doubleTap([0.5, 0.5])
    await page.waitForURL((url) => url.search.includes(`zoom=${inner.from}-`))
    await stage.closePages()
  }
})
