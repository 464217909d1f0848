import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { toast } from '../stage.ts'
import { stage, open, dialog, signIn, addPerson } from './administration-stage.ts'

test('EE75 EE81 EE82 the own profile: name, picture, password, other sessions end', async () => {
  const person = await addPerson('Petra', 'user')
  const [page, other] = await Promise.all([
    open('/profile/edit', person),
    open('/profile/edit', person),
  ])
  await other.locator('.connection[data-state=live]').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Petra Novak')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
  await page.locator('.account-name', { hasText: 'Petra Novak' }).waitFor()

  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await page.getByText('Only PNG, JPEG or WebP files').waitFor()
  const broken = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await file.setInputFiles(broken)
  await page.getByText('This file is not a picture that can be read').waitFor()
  const own = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await file.setInputFiles(own)
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await toast(page, 'Picture saved')
  const picture = page.locator('.account-picture')
  await picture.waitFor()
  const answer = await page.request.get((await picture.getAttribute('src')) ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
  const stored = page.getByAltText('Picture of Petra Novak')
  await expect.poll(() => stored.getAttribute('src')).toMatch(/^\/api\/avatars\/[a-f0-9]{64}\.png$/)
  const widthOf = () => stored.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(widthOf).toBe(256)

  const next = 'another good long word'
  await page.getByLabel('Current password').fill('not this')
  await page.getByLabel('New password').fill('petra novak')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page
    .locator('.ant-form-item-explain-error', { hasText: 'It must not be made up of the name' })
    .waitFor()
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password').waitFor()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Password changed; you stay signed in here')
  await other.waitForURL('**/login?redirect=%2Fprofile%2Fedit')
  await page.reload()
  await page.locator('.connection[data-state=live]').waitFor()
  await signIn(other, person)
  await other.getByText('wrong password', { exact: true }).waitFor()
  await signIn(other, { ...person, password: next })
  await other.getByText('Where you are signed in').waitFor()
  await other.getByRole('button', { name: /^Sign out .+, 127/ }).click()
  await page.waitForURL('**/login?redirect=%2Fprofile%2Fedit')
})

test('EE76 EE84 two steps: a password is not enough; a recovery code works once', async () => {
  const person = await addPerson('Twofold', 'user')
  const page = await open('/profile/edit', person)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await dialog(page).getByLabel('Current password').fill(person.password)
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(/\s/g, '')
  const codeAt = (time: number) => new TOTP({ secret }).generate({ timestamp: time })
  await dialog(page).getByRole('img', { name: 'QR code of the key' }).waitFor()
  await dialog(page).getByLabel('Code', { exact: true }).fill('12345')
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByText('Please enter six digits').waitFor()
  await dialog(page).getByLabel('Code', { exact: true }).fill('000000')
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).getByText('This code is wrong').waitFor()
  await dialog(page).getByLabel('Code', { exact: true }).fill(codeAt(Date.now()))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await dialog(page).locator('.recovery-codes li').first().waitFor()
  const codes = await dialog(page).locator('.recovery-codes li').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  const done = dialog(page).getByRole('button', { name: 'Done' })
  await expect.poll(() => done.isDisabled()).toBe(true)
  await dialog(page).getByRole('checkbox', { name: 'I have saved these codes' }).check()
  await done.click()
  await page.getByText('10 recovery codes left').waitFor()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login?**')
  await signIn(page, person)
  const code = page.locator('input[name=one-time-code]')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or no longer valid').waitFor()
  await page.goto('/profile/edit')
  await page.waitForURL('**/login?**')
  await signIn(page, person)
  // The code that switched it on is spent; clocks may differ by one step.
  await code.fill(codeAt(Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await page.locator('.connection[data-state=live]').waitFor()

  for (const [recovery, works] of [
    [codes[0] ?? '', true],
    [codes[0] ?? '', false],
  ] as const) {
    const own = await stage.open('/login', { language: 'en' })
    await signIn(own, person)
    await own.getByRole('button', { name: 'Use a recovery code' }).click()
    await own.locator('input[name=recovery-code]').fill(recovery)
    await own.keyboard.press('Enter')
    if (works) await own.locator('.connection[data-state=live]').waitFor()
    else await own.getByText('This recovery code is wrong or was already used').waitFor()
  }
})
