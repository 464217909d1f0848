import { expect, test } from 'vitest'
import { holdWrite, toast } from '../../stage.ts'
import { leave, showProfile, tab } from './forms-stage.ts'

test('EE145 who saves and changes the tab at once sees that it is saved', async () => {
  const page = await showProfile()
  const held = await holdWrite(page, '/api/profile')
  await page.locator('#profile_introduction').fill('on the night shift')
  await page.locator('.tab-bar li[data-unsaved]').waitFor()
  await page.locator('form#profile button[type=submit]').click()
  await held.arrived()
  await leave(page)
  await held.release()
  await toast(page, 'Saved')
  await page.locator('.tab-bar li[data-unsaved]').waitFor({ state: 'detached' })

  await tab(page, 'Profile').getByRole('link').click()
  const save = page.locator('form#profile button[type=submit]:not(.ant-btn-loading)')
  await save.waitFor()
  await expect
    .poll(() => page.locator('#profile_introduction').inputValue())
    .toBe('on the night shift')
  await expect.poll(() => page.locator('.tab-bar li[data-unsaved]').count()).toBe(0)
})

test('EE145 what is refused meanwhile is shown at once, and is at its field', async () => {
  const page = await showProfile()
  const held = await holdWrite(page, '/api/profile')
  const name = page.locator('#profile_name')
  // The page would stop the long name itself: the server has the last word all the same.
  await name.evaluate((input) => input.removeAttribute('maxlength'))
  await name.fill('n'.repeat(200))
  await page.locator('form#profile button[type=submit]').click()
  await held.arrived()
  await leave(page)
  await held.release()
  await toast(page, 'Wrong data')
  await page.locator('.tab-bar li[data-unsaved]').waitFor()

  await tab(page, 'Profile').getByRole('link').click()
  await page.locator('.ant-form-item-explain-error', { hasText: '128 characters' }).waitFor()
  await expect.poll(() => name.inputValue()).toBe('n'.repeat(200))
})
