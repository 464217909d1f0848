import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { defaultVisit } from '#testing/peers/browser.ts'
import { administrator, addressOf, chooseLanguage, resize, smallAnswer } from '../stage.ts'
import { earlier, hour, minute, plot, showChart, stage, start, timezone } from './charts-stage.ts'

const check = (page: Page, name: string) =>
  page.locator('.history-tree').getByRole('checkbox', { name })
const titles = (page: Page) => page.locator('.history-member h3 .clip').allTextContents()
const bars = (page: Page) => page.locator('.history-timeline > span').allTextContents()

async function openDevice(page: Page, name: string): Promise<void> {
  await page.locator('.history-group', { hasText: name }).click()
}

test('EE315 HI70 HI72 sensors of two devices share an axis of time and one crosshair', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await plot(page).waitFor()
  await page.getByRole('button', { name: 'Group mode' }).click()
  await expect.poll(() => titles(page)).toEqual(['Pressure'])
  for (const name of ['Recipe', 'Tower', 'Parts']) await check(page, name).click()
  await openDevice(page, 'Tank 1')
  await check(page, 'Level').click()
  const chosen = ['Pressure', 'Recipe', 'Tower', 'Parts']
  const expected = [...chosen.map((name) => `${name} · Boiler 1`), 'Level · Tank 1']
  await expect.poll(() => titles(page)).toEqual(expected)
  await expect.poll(() => bars(page)).toEqual(['Recipe · Boiler 1', 'Tower · Boiler 1'])
  await expect
    .poll(() => page.locator('.chart-unit').allTextContents())
    .toEqual(['bar', 'pieces, m'])
  // What else arrives moves the chart, which has no crosshair until the pointer moves over it.
  const timeUnderPointer = async () => {
    const box = await page.locator('.u-over').boundingBox()
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const aside of [1, 0]) await page.mouse.move(x + width / 2 + aside, y + height / 2)
    return page.locator('.chart-chip').textContent()
  }
  await expect.poll(timeUnderPointer).toMatch(/^\d\d:\d\d:\d\d$/)
  await expect.poll(() => page.locator('.history-timeline .pointer').count()).toBe(2)
  // Whoever is given the address sees the same.
  const other = await stage.open(addressOf(page), { person: administrator })
  await expect.poll(() => titles(other)).toEqual(expected)
})

test('EE316 HI70 HI73 the last sensor may go; steps lead to yesterday and back', async () => {
  const group = 'group=BOILER-1%3Apressure%2CBOILER-1%3Alamp'
  const page = await showChart(`period=today&${group}`)
  await expect.poll(() => titles(page)).toEqual(['Pressure', 'Tower'])
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect.poll(() => addressOf(page)).toMatch(/from=.*T00%3A00&to=.*T00%3A00/)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.poll(() => addressOf(page)).toContain('period=today')
  await expect.poll(() => page.getByRole('button', { name: 'Later' }).isDisabled()).toBe(true)
  await plot(page).focus()
  await page.keyboard.press('ArrowRight')
  await page
    .locator('.history-panel [aria-live]', { hasText: /^\d\d:\d\d:\d\d, Pressure: / })
    .waitFor({ state: 'attached' })
  for (const name of ['Tower', 'Pressure'])
    await page.getByRole('button', { name: `Remove ${name} from the group` }).click()
  await page.getByRole('heading', { name: 'No sensor selected' }).waitFor()
  await page.getByRole('button', { name: 'Sensor mode' }).click()
  await expect.poll(() => addressOf(page)).not.toContain('group=')
})

test('EE410 HI70 sensors that do not exist, or not for this person, can be removed', async () => {
  const group = ['BOILER-1:pressure', 'BOILER-1:nothing', 'OTHER-9:secret'].join(',')
  const page = await showChart(`period=today&group=${encodeURIComponent(group)}`)
  const missing = '2 sensors do not exist, or your account has no access to them'
  await page.locator('.history-panel', { hasText: missing }).waitFor()
  const foot = page.locator('.history-tree-panel .panel-foot')
  await expect.poll(() => foot.textContent()).toContain('1 of at most 12 selected')
  await expect.poll(() => foot.textContent()).toContain(missing)
  expect(await violationsOf(page, { within: '.history-tree-panel' })).toEqual([])
  await foot.getByRole('button', { name: 'Remove from the group' }).click()
  await expect.poll(() => addressOf(page)).toMatch(/group=BOILER-1%3Apressure(&|$)/)
  await expect.poll(() => page.getByText(missing).count()).toBe(0)
  await expect.poll(() => titles(page)).toEqual(['Pressure'])
})

test('EE411 HI12 HI72 texts of a group are divided, also the one before the range', async () => {
  const zoom = `zoom=${start}-${start + 90 * minute}`
  const page = await showChart(`period=today&${zoom}&group=BOILER-1%3Arecipe%2CBOILER-1%3Alamp`)
  const words = () => page.locator('.history-timeline').first().locator('title').allTextContents()
  await expect.poll(words).toEqual(['Wheat', 'Spelt'])
  const first = page.locator('.history-timeline').first().locator('rect').first()
  await expect.poll(async () => Number(await first.getAttribute('x'))).toBe(0)
})

test('EE557 HI21 the last reading makes room for the names of sensor and device', async () => {
  const [from = 0] = earlier
  const page = await showChart(`sensor=pressure&period=7-days&zoom=${from}-${from + hour}`)
  for (const language of ['vi', 'ru', 'en'] as const) {
    await resize(page, defaultVisit.viewport)
    await chooseLanguage(page, language)
    for (const width of [1_440, 1_280]) {
      await resize(page, { width, height: 900 })
      await page.locator('.history-current', { hasText: /^3[.,]000 bar/ }).waitFor()
      const cut = () =>
        page
          .locator('.history-panel .panel-head :is(h2, .panel-note)')
          .evaluateAll((all) =>
            all.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.textContent] : [])),
          )
      await expect.poll(cut, { message: `${language} ${width}` }).toEqual([])
    }
  }
})

test('EE554 HI72 HI152 the names of timelines are read in full, also on a phone', async () => {
  const group = ['BOILER-1:recipe', 'BOILER-1:lamp', 'BOILER-1:pressure', 'TANK-1:level'].join(',')
  const page = await showChart(`period=today&group=${encodeURIComponent(group)}`)
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => bars(page)).toEqual(['Recipe · Boiler 1', 'Tower · Boiler 1'])
    const cut = () =>
      page
        .locator('.history-timeline > span')
        .evaluateAll((all) =>
          all.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.textContent] : [])),
        )
    await expect.poll(cut, { message: `${width} px` }).toEqual([])
  }
})

test('EE505 from a period in which no sensor of a group sent anything one goes on', async () => {
  const group = encodeURIComponent('BOILER-1:pressure,BOILER-1:recipe')
  const page = await showChart(`from=2020-01-01T00:00&to=2020-01-02T00:00&group=${group}`)
  const panel = page.locator('.history-panel')
  await panel.getByText(/^None of these sensors sent a reading from 2020-01-01 00:00/).waitFor()
  await panel.getByRole('button', { name: 'Show 30 days' }).waitFor()
  expect(await violationsOf(page, { within: '.history-panel' })).toEqual([])
  await panel.getByRole('button', { name: /^Go to the last reading \(\d/ }).click()
  await page.waitForURL(/period=today/)
  await expect.poll(() => bars(page)).toEqual(['Recipe'])
  await plot(page).waitFor()
  await expect.poll(() => titles(page)).toEqual(['Pressure', 'Recipe'])
})

const failed = { status: 503, json: { success: false, error: 'unavailable', message: '' } }

test('EE507 a group of which nothing could be loaded says so and offers a retry', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  let isAway = true
  let refused = 0
  await page.route('**/api/scada/reportbything/sensor', (route) => {
    if (!isAway) return route.continue()
    refused += 1
    return route.fulfill(failed)
  })
  await page.goto('/warroomCharts?period=today&group=BOILER-1%3Apressure%2CBOILER-1%3Aparts')
  const alert = page.locator('.history-panel').getByRole('alert')
  await alert.getByText('The chart could not be loaded').waitFor()
  await expect.poll(() => plot(page).count()).toBe(0)
  const before = refused
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => refused).toBeGreaterThan(before)
  // From here on it may ask by itself, too: then there is no button any more.
  isAway = false
  const again = alert.getByRole('button', { name: 'Try again' }).click()
  await Promise.race([again.catch(() => {}), plot(page).waitFor()])
  await plot(page).waitFor()
})

test('EE508 a chart waits for the zone of the site no longer than the server is away', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  let asked = 0
  // More often than a question is repeated by itself.
  await page.route('**/api/site', (route) =>
    ++asked <= 4 ? route.fulfill(failed) : route.continue(),
  )
  await page.goto('/warroomCharts?thing=BOILER-1&sensor=pressure&period=today')
  await plot(page).waitFor()
  await page.locator('.history-note', { hasText: `Times in ${timezone}` }).waitFor()
})

test('EE558 HI72 however many timelines there are, curves keep their height', async () => {
  const keys = ['pressure', 'recipe', 'lamp', 'door'].map((key) => `BOILER-1:${key}`).join(',')
  const page = await showChart(`period=today&group=${encodeURIComponent(keys)}`)
  await expect.poll(() => bars(page)).toEqual(['Recipe', 'Tower', 'Door'])
  await resize(page, { width: 1_280, height: 480 })
  const height = async () => (await plot(page).boundingBox())?.height ?? 0
  await expect.poll(height).toBeGreaterThanOrEqual(200)
  const overview = page.locator('.history-overview')
  const sticksOut = () =>
    overview.evaluate((part) => {
      part.scrollIntoView({ block: 'nearest' })
      const panel = part.closest('.history-content')?.getBoundingClientRect()
      const { bottom, right } = part.getBoundingClientRect()
      return panel ? Math.max(bottom - panel.bottom, right - panel.right) : null
    })
  await expect.poll(sticksOut).toBeLessThanOrEqual(1)
  await resize(page, defaultVisit.viewport)
})

test('EE320 HI123 two sensors of a group are compared', async () => {
  const page = await showChart('period=today&group=BOILER-1%3Apressure%2CTANK-1%3Alevel')
  await page.getByRole('button', { name: 'Correlation of two sensors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correlation of two sensors' })
  await dialog.locator('.analysis-coefficient', { hasText: /[01]\.\d{3} from \d+ pairs/ }).waitFor()
  await expect.poll(() => dialog.locator('.analysis-point').count()).toBeGreaterThan(10)
  await dialog.getByLabel('Across').selectOption({ label: 'Level · Tank 1' })
  await dialog.getByRole('img', { name: /^Pressure against Level: / }).waitFor()
  await dialog.getByText('Show as table').click()
  await expect
    .poll(() => dialog.locator('tbody tr').count())
    .toBe(await dialog.locator('.analysis-point').count())
  expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
})
