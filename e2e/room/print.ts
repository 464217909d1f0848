import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultVisit } from '#testing/peers/browser.ts'
import { pdfPages, type PdfPage } from '#testing/pdf-pages.ts'
import { addDevices, Device, sensorOf, removeDevices } from '../device.ts'
import { administrator, go, resize, settled } from '../stage.ts'
import { siteName, stage, timezone } from './room-stage.ts'

const lines = 4
const sensorsEach = 30
const names = Array.from({ length: lines }, (_, line) =>
  Array.from({ length: sensorsEach }, (_, index) => `Signal-${line + 1}-${index + 1}`),
)

/** The first sensor of a line and every third after it is a lamp. */
const isLamp = (index: number) => index % 3 === 0

const valueAt = (step: number, index: number) =>
  isLamp(index) ? (step % 2 === 0 ? 'green' : 'red') : 5 + ((step + index) % 5)

const plant = new Map<string, Device>()

async function publishHistory(lesiId: string, token: string): Promise<void> {
  const now = Date.now()
  const device = await Device.connect(stage.server.mqttUrl, lesiId, token)
  plant.set(lesiId, device)
  const keys = Array.from({ length: sensorsEach }, (_, index) => `k${index + 1}`)
  await device.publish(
    Array.from({ length: 60 }, (_, step) => ({
      ts: now - (59 - step) * 20_000,
      values: Object.fromEntries(keys.map((key, index) => [key, valueAt(step, index)])),
    })),
  )
}

beforeAll(async () => {
  const tokens = await addDevices(
    stage,
    names.map((own, line) => ({
      lesiId: `LINE-${line + 1}`,
      name: `Line ${line + 1}`,
      sensors: own.map((alias, index) =>
        sensorOf(`k${index + 1}`, {
          alias,
          intervalMs: 3_600_000,
          ...(isLamp(index) ? { type: 'lamp' } : { unit: 'bar', lowerAlarm: 2, upperAlarm: 8 }),
        }),
      ),
    })),
  )
  await Promise.all([...tokens].map(([lesiId, token]) => publishHistory(lesiId, token)))
  page = await stage.openReused('/warroomDashboard', { person: administrator })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/** At the war room or a chart, as the test before left it. */
let page: Page

async function goTo(path: string, complete: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ media: null, colorScheme })
  await page.setViewportSize(defaultVisit.viewport)
  await go(page, path)
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
  await page.locator(complete).filter({ visible: true }).first().waitFor()
}

const showWarRoom = (colorScheme: 'light' | 'dark' = 'light') =>
  goTo(
    '/warroomDashboard',
    '.widget:not([data-condition=waiting], [data-condition=loading])',
    colorScheme,
  )

const showChart = (sensor: string, colorScheme: 'light' | 'dark' = 'light') =>
  goTo(
    `/warroomCharts?thing=LINE-1&sensor=${sensor}&period=24-hours`,
    sensor === 'k1' ? '.state-chart rect' : '.chart-plot canvas',
    colorScheme,
  )

const printed = async (): Promise<readonly PdfPage[]> => pdfPages(await page.pdf({ format: 'A4' }))

const changeSensor = async (name: string, value: number) => {
  const [, line = '', index = ''] = /^Signal-(\d+)-(\d+)$/.exec(name) ?? []
  await plant.get(`LINE-${line}`)?.publish({ values: { [`k${index}`]: value } })
}

/** Gives a widget that is drawn, but away from a low screen, a newer value than it shows. */
async function changeAwayFromScreen(value: number): Promise<void> {
  const height = 480
  await resize(page, { ...defaultVisit.viewport, height })
  const names = page.locator('.widget[data-type=analog] .widget-name')
  const away = names.last()
  await expect.poll(async () => (await away.boundingBox())?.y).toBeGreaterThan(height + 100)
  await changeSensor(await away.innerText(), value)
  // What is seen comes after it; which widget that is changes when alarms come.
  const seen = page.locator('.figure', { hasText: String(value + 0.5) })
  const changeWhatIsSeen = async () => {
    await changeSensor(await names.first().innerText(), value + 0.5)
    return seen.count()
  }
  await expect.poll(changeWhatIsSeen).toBeGreaterThan(0)
}

test('EE122 all of the war room is printed, on as many pages as it needs', async () => {
  await showWarRoom()
  await changeAwayFromScreen(7.2)
  const scroller = page.locator('[data-header=moving] .stage, [data-header=fixed] .main')
  await scroller.evaluate((main) => main.scrollTo({ top: 700, behavior: 'instant' }))
  const pages = await printed()
  expect(pages.length).toBeGreaterThan(3)
  const all = pages.map(({ text }) => text).join('')
  expect(names.flat().filter((name) => !all.includes(name))).toEqual([])
  expect(all).toContain('7.2bar')
  await expect.poll(() => scroller.evaluate((main) => main.scrollTop)).toBe(700)
})

test('EE123 each printed page has site, screen, time, zone; no menu, no bars', async () => {
  await showWarRoom()
  const pages = await printed()
  for (const { text } of pages) {
    expect(text).toContain(withoutSpaces('War room'))
    expect(text).toContain(withoutSpaces(siteName))
    expect(text).toMatch(/Printed\d{4}-\d{2}-\d{2}\d{2}:\d{2}/)
    expect(text).toContain(timezone)
  }
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.sidebar', '.top-bar', '.tab-bar', '.footer'])
    await expect.poll(() => page.locator(part).isVisible(), { message: part }).toBe(false)
})

test('EE124 lamps and rails keep their colours on paper', async () => {
  await showWarRoom('dark')
  await page.locator('html[data-theme=dark]').waitFor()
  const [first] = await printed()
  expect([...(first?.fills ?? [])]).toEqual(expect.arrayContaining(['#dc2f2c', '#ffffff']))
  expect([...(first?.fills ?? [])]).not.toContain('#1a1f23')
  await page.locator('html[data-theme=dark]').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const drawing of ['.lamp-tower i', '.rail', '.rail-pointer', '.state-timeline'])
    await expect
      .poll(
        () =>
          page
            .locator(drawing)
            .first()
            .evaluate((element) => getComputedStyle(element).printColorAdjust),
        { message: drawing },
      )
      .toBe('exact')
  // A picture with holes is lost by printers.
  for (const drawing of ['.rail', '.rail-pointer', '.state-timeline']) {
    const fills = await page
      .locator(drawing)
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundImage))
    expect(fills.length, drawing).toBeGreaterThan(0)
    expect(fills.filter((fill) => /transparent|rgba\(/.test(fill))).toEqual([])
  }
})

/** Stores, when printing ends, what the chart looked like on the paper. */
function watchPaper(): Promise<void> {
  return page.evaluate(() => {
    const measure = () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.chart-plot canvas')
      if (!canvas) return
      const { width, height } = canvas
      const context = canvas.getContext('2d')
      const inkIn = (x: number, y: number, wide: number, high: number) =>
        context?.getImageData(x, y, wide, high).data.some((byte) => byte > 0) ?? false
      Object.assign(window, {
        paper: {
          width: canvas.clientWidth,
          timeAxis: inkIn(0, height - 20, width, 20),
          // Beside the curve there may be room for the names of limits.
          rightEnd: inkIn(Math.round(width * 0.8), 0, Math.round(width * 0.2), height),
        },
      })
    }
    // Before the listeners of the page, which make room for the screen again.
    window.addEventListener('afterprint', measure, { capture: true })
  })
}

test('EE125 a chart is drawn again for the paper: as wide as it, with its axes', async () => {
  await showChart('k2', 'dark')
  const width = () => page.locator('.chart-plot canvas').evaluate((each) => each.clientWidth)
  const before = await settled(page, width)
  await watchPaper()
  const pages = await printed()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { paper: unknown }).paper))
    .toEqual({
      width: 680,
      timeAxis: true,
      rightEnd: true,
    })
  expect(pages[0]?.text).toContain('Signal-1-2')
  expect(pages[0]?.text).toContain('Average')
  await expect.poll(width).toBe(before)
})

test('EE125 a chart of states is printed whole, with all rows of its table', async () => {
  await showChart('k1')
  const cells = page.locator('.history-table tbody tr td:first-child')
  await expect.poll(() => cells.count()).toBeGreaterThan(50)
  const rows = await cells.allTextContents()
  const pages = await printed()
  const all = pages.map(({ text }) => text).join('')
  expect(rows.filter((row) => !all.includes(withoutSpaces(row)))).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1_000 })
  // It is drawn again some frames after the paper is there.
  const box = () => page.locator('.state-chart svg').boundingBox()
  await expect.poll(async () => (await box())?.width).toBe(680)
  const summary = await box()
  expect((summary?.x ?? 0) + (summary?.width ?? 0)).toBeLessThanOrEqual(703)
})

test('EE125 nothing of a screen is clipped on paper', async () => {
  for (const show of [showWarRoom, () => showChart('k1'), () => showChart('k2')]) {
    await show()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 703, height: 1_000 })
    // A chart is drawn again some frames after the paper is there.
    await expect.poll(() => page.evaluate(clippedParts)).toEqual([])
  }
})

/** Class names of what has a part that cannot be seen. Runs in the page. */
function clippedParts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('html, body, .view, .view *')]
    .filter((element) => element.checkVisibility() && !element.closest('.widget, .clip, svg'))
    .filter((element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
      if (overflowX === 'visible' || textOverflow === 'ellipsis') return false
      if (element.classList.contains('visually-hidden')) return false
      const isShort = element.scrollHeight > element.clientHeight + 1
      return (isShort && overflowY !== 'visible') || element.scrollWidth > element.clientWidth + 1
    })
    .map((element) => element.className || element.tagName)
}
