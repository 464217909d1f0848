import { expect, test } from 'vitest'
import { violationsOf } from '#testing/peers/accessibility.ts'
import { toast } from '../stage.ts'
import { open } from './administration-stage.ts'

test('EE295 AM22 administrators see for how long readings are kept, and change it', async () => {
  const page = await open('/administrator/retention')
  const row = page.getByRole('row', { name: /Analog/ })
  await row.getByText('90 days').waitFor()
  await expect.poll(() => violationsOf(page, { within: 'main' })).toEqual([])
  await row.getByRole('button', { name: 'Change Analog' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change for how long' })
  const minutes = dialog.getByLabel('Minute values, days')
  await dialog.getByText('Nothing that is stored now would be removed.').waitFor()
  await minutes.fill('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => minutes.getAttribute('aria-invalid')).toBe('true')
  await minutes.fill('400')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved')
  await row.getByText('400 days').waitFor()
})
