import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { administrator, go } from '../../stage.ts'
import { stage } from './forms-stage.ts'

/** Of both tests. */
let page: Page

test('EE100 what the server refuses is at its field, in the language of the page', async () => {
  const options = { person: administrator, language: 'ru' }
  page = await stage.openReused('/administrator/users', options)
  await page.getByRole('button', { name: 'Добавить' }).click()
  const form = page.locator('#create-user')
  await form.locator('#create-user_name').fill('Ольга')
  await form.locator('#create-user_email').fill(administrator.email)
  await form.locator('input[type=checkbox][value=user]').check()
  await page.locator('button[form=create-user]').click()
  const refusal = form.locator('.ant-form-item-explain-error')
  await refusal.waitFor()
  await expect
    .poll(() => refusal.allTextContents())
    .toEqual(['Этот адрес уже занят другой учётной записью'])
})

test('EE100 a number in a refusal is written in the plural of the language', async () => {
  await go(page, '/profile/edit')
  // The page would stop the long name itself: the server has the last word all the same.
  await page.locator('#profile_name').evaluate((input) => input.removeAttribute('maxlength'))
  await page.locator('#profile_name').fill('О'.repeat(200))
  await page.locator('form#profile button[type=submit]').click()
  const refusal = page.locator('.ant-form-item-explain-error')
  await refusal.waitFor()
  await expect.poll(() => refusal.allTextContents()).toEqual(['Не более 128 символов'])
})
