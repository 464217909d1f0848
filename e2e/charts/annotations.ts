import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { leavesFreely } from '../stage.ts'
import {
  annotatePressure,
  clock,
  openChart,
  plot,
  showChart,
  start,
  minute,
} from './charts-stage.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Annotations' })
const marks = (page: Page) => page.getByRole('group', { name: 'Marks in the chart' })

test('EE325 AN9 HI82 a time is picked and annotated by keys; others see it at once', async () => {
  const zoom = `zoom=${start}-${start + 10 * minute}`
  const page = await showChart(`sensor=pressure&period=today&${zoom}`)
  const other = await openChart(`sensor=pressure&period=today&${zoom}`)
  await section(other).waitFor()
  await plot(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const add = section(page).getByRole('button', { name: `Annotate ${clock(start)}` })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add annotation' })
  const text = dialog.getByRole('textbox', { name: /^Text/ })
  await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await violationsOf(page, { within: '.modal-dialog' })).toEqual([])
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await dialog.getByText('Say something first.').waitFor()
  await text.fill('Strainer <b>cleaned</b>')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const mark = marks(other).getByRole('button', { name: /^Annotation 1, .*Strainer/ })
  await expect.poll(() => mark.getAttribute('aria-label')).toContain(clock(start))
  await mark.press('Enter')
  await section(other).locator('li[data-chosen]', { hasText: '<b>cleaned</b>' }).waitFor()
  expect(await violationsOf(other, { within: '.history' })).toEqual([])
  await section(other).getByRole('button', { name: 'Edit annotation 1' }).press('Enter')
  const edit = other.getByRole('dialog', { name: 'Edit annotation' })
  await edit.getByRole('textbox', { name: /^Text/ }).fill('Strainer changed')
  await edit.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await section(page).getByText('Strainer changed', { exact: true }).waitFor()
  await section(page).getByRole('button', { name: 'Remove annotation 1' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Remove this annotation?' })
  await question.getByRole('button', { name: 'Remove' }).press('Enter')
  await mark.waitFor({ state: 'detached' })
})

/**
 * Presses what leads to the chart of the pressure. Of every picture of it that the browser paints:
 * its height, and whether the marks above it and the period below it are there.
 */
function pictures(pressed: Locator) {
  return pressed.evaluate(async (element: HTMLElement) => {
    const painted = async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      // What is there when sizes are observed, after all others, is painted in this frame.
      await new Promise<void>((resolve) => {
        const last = new ResizeObserver(() => {
          last.disconnect()
          resolve()
        })
        last.observe(document.documentElement)
      })
      const panel = document.querySelector('.history-panel[aria-label=Pressure]')
      const at = (part: string) => panel?.querySelector(part) ?? null
      if (at('.u-over')?.checkVisibility() !== true) return null
      return {
        height: at('.chart-plot')?.clientHeight,
        isComplete: at('.span-mark') !== null && at('.history-overview svg') !== null,
      }
    }
    element.click()
    const seen = []
    while (seen.at(-1)?.isComplete !== true) {
      const picture = await painted()
      if (picture) seen.push(picture)
    }
    return seen
  })
}

test('EE646 a chart that was there before is whole in its first picture', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await annotatePressure(start, 'Pump changed')
  await marks(page)
    .getByRole('button', { name: /Pump changed/ })
    .waitFor()
  const panel = await page.locator('.history-panel').elementHandle()
  await page.locator('#main-menu a[href="/warroomDashboard"]').click()
  await panel?.waitForElementState('hidden')
  const height = () => plot(page).evaluate((element) => element.clientHeight)
  const menu = page.locator('#main-menu a[href="/warroomCharts"]')
  expect(await pictures(menu)).toEqual([{ height: await height(), isComplete: true }])
  // It was not made anew.
  expect(await panel?.evaluate((element) => element.checkVisibility())).toBe(true)
  const sensor = (name: string) => page.locator('.history-sensor', { hasText: name })
  await sensor('Parts').click()
  await page.locator('.history-panel[aria-label=Parts] .u-over').waitFor()
  const again = await pictures(sensor('Pressure'))
  expect(again).toEqual([{ height: await height(), isComplete: true }])
})

const isCalendarOpen = (page: Page) => page.locator('.ant-picker-dropdown').first().isVisible()

test('EE530 Escape closes the calendar of a moment and not what is around it', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await page.locator('.history-dates > button').click()
  const dates = page.locator('.history-dates-form')
  await dates.getByRole('textbox').first().click()
  await expect.poll(() => isCalendarOpen(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isCalendarOpen(page)).toBe(false)
  await expect.poll(() => dates.count()).toBe(1)
  await page.keyboard.press('Escape')
  await dates.waitFor({ state: 'detached' })

  await section(page).getByRole('button', { name: 'Add annotation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add annotation' })
  await dialog.getByRole('textbox', { name: /^Text/ }).pressSequentially('Half')
  await dialog.locator('.ant-picker input').first().click()
  await expect.poll(() => isCalendarOpen(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => isCalendarOpen(page)).toBe(false)
  await expect.poll(() => dialog.getByRole('textbox', { name: /^Text/ }).inputValue()).toBe('Half')
})

test('EE533 an annotation that was begun closes after a question, and leaves no mark', async () => {
  const page = await showChart('sensor=pressure&period=today')
  await section(page).getByRole('button', { name: 'Add annotation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add annotation' })
  await dialog.getByRole('textbox', { name: /^Text/ }).pressSequentially('Half')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => leavesFreely(page)).toBe(true)
})
