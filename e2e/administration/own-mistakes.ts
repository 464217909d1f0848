import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { open, dialog, signIn, addPerson, stage } from './administration-stage.ts'

const phone = { width: 390, height: 844 }

test('EE605 a password that is refused has one frame, around the field and its eye', async () => {
  const page = await open('/profile/edit', await addPerson('Frame', 'user'))
  await page.getByRole('button', { name: 'Change password' }).click()
  const field = page.getByLabel('New password')
  await page.locator('.ant-form-item-has-error').filter({ has: field }).waitFor()
  const frameOf = (target: typeof field) =>
    target.evaluate((element) => getComputedStyle(element).boxShadow)
  const around = page.locator('.ant-input-affix-wrapper').filter({ has: field })
  await expect.poll(() => frameOf(around)).toContain('inset')
  expect(await frameOf(field)).toBe('none')
})

test('EE607 a new token leaves those before as they are, and its dialog says no more', async () => {
  const page = await open('/profile/edit', await addPerson('Tokens', 'user'))
  for (const name of ['Excel', 'Grafana']) {
    await page.getByRole('button', { name: 'Add a token' }).click()
    await dialog(page).getByRole('button', { name: 'Make the token' }).click()
    await dialog(page).getByLabel('Name').and(page.locator(':focus')).waitFor()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByRole('button', { name: 'Make the token' }).click()
    await dialog(page).getByText('Shown only now.', { exact: true }).waitFor()
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('button', { name: `Revoke the token ${name}` }).waitFor()
  }
  await expect.poll(() => page.getByRole('button', { name: /^Revoke the token/ }).count()).toBe(2)
})

test('EE606 EE608 codes are whole on a phone; a wrong one leads back to its field', async () => {
  const person = await addPerson('Codes', 'user')
  const page = await open('/profile/edit', person)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await dialog(page).getByLabel('Current password').fill(person.password)
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(/\s/g, '')
  const code = dialog(page).getByLabel('Code', { exact: true })
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await code.and(page.locator(':focus')).waitFor()
  await code.fill(new TOTP({ secret }).generate())
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog(page).locator('.recovery-codes li')
  await codes.first().waitFor()
  const linesOf = (all: Element[]) =>
    all.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects().length
    })
  expect(await codes.evaluateAll(linesOf)).toEqual(Array.from({ length: 10 }, () => 1))
  const box = page.locator('.recovery-codes')
  expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)

  const other = await stage.open('/login', { language: 'en', viewport: phone })
  await signIn(other, person)
  const field = other.locator('input[name=one-time-code]')
  const confirm = other.getByRole('button', { name: 'Confirm' })
  for (const wrong of ['12', '000000', '000000', '000000', '000000', '000000']) {
    await field.fill(wrong)
    await confirm.click()
    await field.and(other.locator(':focus')).waitFor()
    await other.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  }
  await field.fill('000000')
  await confirm.click()
  await other.getByText('This sign-in is no longer valid. Please sign in again.').waitFor()
  const back = other.getByRole('button', { name: 'Back to sign-in' })
  await back.and(other.locator(':focus')).waitFor()
  await other.keyboard.press('Enter')
  await other.locator('input[name=password]').and(other.locator(':focus')).waitFor()
})
