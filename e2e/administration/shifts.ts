import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { toast } from '../stage.ts'
import { show } from './administration-stage.ts'

test('EE334 SF4 administrators set when shifts begin; each shows when it ends', async () => {
  const page = await show('/administrator/shifts')
  await page.getByRole('button', { name: 'Three shifts of 8 hours' }).click()
  await page.getByText('until 14:00 · 8 h').waitFor()
  const start = page.getByLabel('Begin of')
  await start.nth(1).fill('22')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'twice' }).waitFor()
  await start.nth(1).fill('1330')
  await page.getByText('until 13:30').waitFor({ state: 'detached' })
  await start.nth(1).blur()
  await page.getByText('until 13:30 · 7 h 30 min').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Shifts saved')
  await page.reload()
  await expect.poll(() => start.nth(1).inputValue()).toBe('13:30')
})
