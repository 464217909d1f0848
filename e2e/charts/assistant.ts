import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { annotatePressure, figures, good, minute, note } from './charts-stage.ts'
import { readings, show, start, times } from './charts-stage.ts'

test('EE400 AN11 a value is asked for, then its maximum; the chart shows the same', async () => {
  await annotatePressure(start + 17 * minute, 'Gauge replaced')
  const page = await show('/warroomDashboard')
  const field = page.getByRole('textbox', { name: 'Ask the assistant' })
  await field.fill('What is the pressure of Boiler 1?')
  await field.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Assistant' })
  const last = good.at(-1)?.toFixed(3) ?? 'nothing'
  await dialog.locator('.ask-answer', { hasText: last }).waitFor()
  await dialog
    .getByRole('link', { name: /Pressure.*now/ })
    .first()
    .waitFor()
  const further = dialog.getByRole('textbox', { name: 'Ask further' })
  await further.fill('and the maximum today?')
  await further.press('Enter')
  const highest = Math.max(...good).toFixed(3)
  const second = dialog.locator('.ask-turn').nth(1)
  await second.locator('.ask-answer', { hasText: highest }).waitFor()
  await second.locator('.ask-chart .chart-plot canvas').first().waitFor()
  const marks = second.getByRole('group', { name: 'Marks in the chart' })
  const mark = marks.getByRole('button', { name: /Gauge replaced/ })
  const chosen = async () => {
    // Pressed again, a mark of several goes to the next of them.
    await mark.click()
    return second.locator('.small-chart p').textContent()
  }
  await expect.poll(chosen).toContain('Gauge replaced')
  expect(await violationsOf(page, { within: '.ask-dialog' })).toEqual([])
  await second.locator('.ask-sentence + a.ask-cite').first().click()
  await page.waitForURL('**/warroomCharts?thing=BOILER-1&sensor=pressure&*')
  await dialog.waitFor({ state: 'detached' })
  await note(page, readings(times.length - 1)).waitFor()
  await expect.poll(async () => (await figures(page))['Max']).toBe(highest)
})
