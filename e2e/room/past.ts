import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevices, Device, removeDevices, sensorOf } from '../device.ts'
import { addressOf, administrator, go, smallAnswer, withServerClock } from '../stage.ts'
import { aheadOfUtcMs, stage } from './room-stage.ts'

/** A whole minute, some ten minutes ago. */
const moment = Math.floor(Date.now() / 60_000) * 60_000 - 10 * 60_000
const at = (ms: number) => `/warroomDashboard?at=${new Date(ms).toISOString()}`

beforeAll(async () => {
  const sensors = [
    sensorOf('zone1', { alias: 'Zone 1', unit: '°C', upperAlarm: 200, intervalMs: 10_000 }),
  ]
  const tokens = await addDevices(stage, [{ lesiId: 'OVEN-5', name: 'Oven 2', sensors }])
  const token = tokens.get('OVEN-5') ?? ''
  const oven = await Device.connect(stage.server.mqttUrl, 'OVEN-5', token)
  await oven.publish(
    [-60, 0, 10, 20, 90].map((second, index) => ({
      ts: moment + second * 1_000,
      values: { zone1: [150, 160, 210, 170, 180][index] ?? 0 },
    })),
  )
  await oven.publish({ values: { zone1: 155 } })
})
afterAll(async () => {
  await stage.closeReusedPages()
  await removeDevices(stage)
})

let reused: Page | undefined

const figure = (page: Page) => page.locator('.widget .figure, .widget-value').first()
const clock = (page: Page) => page.locator('.past-head h2')
/** A moment or the present, as a link leads there on the page of the test before. */
async function show(address: string): Promise<Page> {
  if (reused) await go(reused, address)
  else reused = await stage.openReused(address, { person: administrator })
  await reused.locator('.widget').first().waitFor()
  return reused
}
/** On the site's clock. */
const time = (ms: number) => new Date(ms + aheadOfUtcMs).toISOString().slice(11, 19)

test('EE220 PA17 PA19 the room goes to the past and back; the address has the moment', async () => {
  const page = await show('/warroomDashboard')
  await expect.poll(() => figure(page).innerText()).toContain('155')
  await page.getByRole('button', { name: 'Past', exact: true }).click()
  await clock(page).waitFor()
  await expect.poll(() => addressOf(page)).toContain('at=')
  await page.locator('.connection', { hasText: 'Past' }).waitFor()
  await page.goto(at(moment + 5_000))
  await expect.poll(() => figure(page).innerText()).toContain('160')
  await expect
    .poll(() => page.locator('.age-mark, .widget .age').first().innerText())
    .toBe('5\u00a0s')
  await expect.poll(() => clock(page).innerText()).toContain(time(moment + 5_000))
  await page.locator('.past-live').getByRole('button').click()
  await expect.poll(() => figure(page).innerText()).toContain('155')
  await expect.poll(() => addressOf(page)).toBe('/warroomDashboard')
  await page.goBack()
  await expect.poll(() => figure(page).innerText()).toContain('160')
})

test('EE222 PA18 keys step from reading to reading, play, and are announced', async () => {
  const page = await show(at(moment))
  await expect.poll(() => figure(page).innerText()).toContain('160')
  const announcement = page.locator('.time-dock [role=status]')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => figure(page).innerText()).toContain('210')
  await expect.poll(() => announcement.innerText()).toContain(time(moment + 10_000))
  const address = () => decodeURIComponent(addressOf(page))
  await expect.poll(address).toContain(new Date(moment + 10_000).toISOString())
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => figure(page).innerText()).toContain('160')
  await page.getByRole('button', { name: '30×' }).click()
  // On a button the key is the button's.
  await clock(page).click()
  await page.keyboard.press('Space')
  await expect.poll(() => announcement.innerText()).toContain('Playing')
  await expect.poll(() => figure(page).innerText()).toContain('180')
  await page.keyboard.press('Space')
  await expect.poll(() => announcement.innerText()).toContain('The room shows')
})

test('EE223 PA18 the timeline is dragged, shows what happened, goes by keys', async () => {
  const page = await show(at(moment + 30_000))
  await page.locator('.timeline-limit').first().waitFor()
  const slider = page.getByRole('slider', { name: 'Moment of the past' })
  await slider.press('ArrowLeft')
  const shown = time(moment - 30_000)
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(shown)
  await expect.poll(() => figure(page).innerText()).toContain('150')
  const box = await slider.boundingBox()
  if (!box) throw new Error('the timeline is not on the screen')
  await page.mouse.move(box.x + box.width * 0.9, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 2, box.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => clock(page).innerText()).toContain('00:0')
})

test('EE224 PA19 PA24 nothing is shown of before the first reading; days are at hand', async () => {
  const page = await show(at(moment - 3_600_000))
  await page.locator('.widget[data-condition=offline], .widget[data-condition=waiting]').waitFor()
  const nothing = page.locator('.past-empty', { hasText: 'Nothing shown here had been read yet' })
  await nothing.getByText(time(moment - 60_000)).waitFor()
  await nothing.getByRole('button', { name: 'Go to the first reading' }).click()
  await expect.poll(() => figure(page).innerText()).toContain('150')
  await nothing.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Day before' }).click()
  const dayBefore = moment - 60_000 - 86_400_000
  const day = new Date(dayBefore + aheadOfUtcMs).toISOString().slice(0, 10)
  await expect.poll(() => clock(page).innerText()).toContain(day)
  await show(at(moment + 5_000))
  await expect.poll(() => figure(page).innerText()).toContain('160')
  await show('/warroomDashboard?at=yesterday')
  await page.locator('.toast').first().waitFor()
  await expect.poll(() => figure(page).innerText()).toContain('155')
})

test('EE576 the time above the timeline is whole at both ends of the day', async () => {
  // Of today the end has not come yet.
  const page = await show(at(moment - 86_400_000))
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  const slider = page.getByRole('slider', { name: 'Moment of the past' })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [key, end] of [
      ['Home', '00:00:00'],
      ['End', '23:59:59'],
    ] as const) {
      await slider.press(key)
      const head = page.locator(`.timeline-head[data-time="${end}"]`)
      await head.waitFor({ state: 'attached' })
      // What CSS draws has no box of its own that could be asked for.
      const [from, to] = await head.evaluate((line) => {
        const label = getComputedStyle(line, '::before')
        const moved = new DOMMatrix(label.transform).m41
        const left = line.getBoundingClientRect().left + 1 + moved
        const padding = parseFloat(label.paddingLeft) + parseFloat(label.paddingRight)
        const isBorder = label.boxSizing === 'border-box'
        return [left, left + parseFloat(label.width) + (isBorder ? 0 : padding)] as const
      })
      expect(from, `${key} at ${width}`).toBeGreaterThanOrEqual(0)
      expect(to, `${key} at ${width}`).toBeLessThanOrEqual(width - 3)
    }
  }
})

test('EE493 the frame of the past stays around the window while the page scrolls', async () => {
  const page = await show(at(moment + 30_000))
  await clock(page).waitFor()
  await page.setViewportSize({ width: 1280, height: 420 })
  const edge = page.locator('.stage')
  const scroll = () =>
    edge.evaluate((stage) => {
      stage.scrollTo({ top: 300 })
      return stage.scrollTop
    })
  await expect.poll(scroll).toBeGreaterThan(40)
  const { x } = (await edge.boundingBox()) ?? { x: 0 }
  const clip = (y: number) => ({ x: x + 1, y, width: 1, height: 1 })
  const inFrame = await page.screenshot({ clip: clip(200) })
  for (const y of [60, 300, 380])
    expect(inFrame.equals(await page.screenshot({ clip: clip(y) })), `at ${y}`).toBe(true)
  const beside = { ...clip(200), x: x + 8 }
  expect(inFrame.equals(await page.screenshot({ clip: beside }))).toBe(false)
})

test('EE498 a wall of the past says so; its frame and its dock end with the screen', async () => {
  const page = await show(`${at(moment + 30_000)}&wall=on`)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.locator('.wall-status .chip', { hasText: /^Past$/ }).waitFor()
  const ends = () =>
    page.locator('.time-dock').evaluate((dock) => {
      const frame = getComputedStyle(dock.closest('.stage') ?? dock, '::after')
      return [dock.getBoundingClientRect().bottom, innerHeight - Number.parseFloat(frame.bottom)]
    })
  await expect.poll(ends).toEqual([720, 720])
})

test('EE581 PA32 how long ago a moment was counts on while it stands', async () => {
  const page = await stage.open(smallAnswer, { person: administrator })
  const set = await withServerClock(page)
  await page.goto(at(moment))
  const ago = page.locator('.past-ago')
  await expect.poll(() => ago.innerText()).toMatch(/\d\smin/)
  set(3 * 3_600_000)
  await expect.poll(() => ago.innerText()).toMatch(/ 3\sh/)
  await stage.closePages()
})
