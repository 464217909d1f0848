import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { clock, openChart, plot, showChart, start, minute } from './charts-stage.ts'

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
