import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addressOf, administrator, toast, type Person } from '../../stage.ts'
import { dismissToasts, leave, show, showProfile, stage } from './forms-stage.ts'

const returned = 'What you had entered is here again, but not saved yet.'

/** Signs the page's person out from another browser. */
async function endSession(page: Page, { email, password }: Person = administrator): Promise<void> {
  const elsewhere = await new BrowserSession(stage.server.url).signIn(email, password)
  await dismissToasts(page)
  await elsewhere.request('DELETE', '/api/profile/sessions')
  await page.waitForURL('**/login?**')
}

async function signIn(page: Page, { email, password }: Person = administrator): Promise<void> {
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

test('EE141 a session that ends in the middle of a form takes nothing that was typed', async () => {
  const page = await showProfile()
  const introduction = page.locator('#profile_introduction')
  await introduction.fill('half a sentence')
  await leave(page)
  await endSession(page)
  await signIn(page)
  await page.locator('.tab-bar li[data-unsaved]').getByRole('link').click()
  await toast(page, returned)
  await expect.poll(() => addressOf(page)).toBe('/profile/edit')
  await expect.poll(() => introduction.inputValue()).toBe('half a sentence')
  await page.locator('form#profile button[type=submit]').click()
  await toast(page, 'Saved')
  await page.locator('.tab-bar li[data-unsaved]').waitFor({ state: 'detached' })
})

test('EE142 a password is not stored: a message asks to enter it again', async () => {
  const page = await showProfile()
  await page.locator('#password_next').fill('kettle orbit velvet')
  await endSession(page)
  await signIn(page)
  await toast(page, 'Please enter it again.')
  await expect.poll(() => page.locator('#password_next').inputValue()).toBe('')
})

test('EE142 neither is what two-step sign-in and the options of a widget ask for', async () => {
  const page = await showProfile()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill('kettle')
  await endSession(page)
  await signIn(page)
  await toast(page, 'Please enter it again.')

  const room = await show('/warroomDashboard')
  for (const choice of ['Gauge', 'Options…']) {
    await room.getByRole('button', { name: 'How Pressure is shown' }).click()
    await room.getByRole('menu').getByText(choice, { exact: true }).click()
  }
  await room.locator('.scale-editor input').first().fill('5')
  await endSession(room)
  await signIn(room)
  await toast(room, 'Please enter it again.')
})

test('EE142 whoever else signs in finds nothing of it', async () => {
  const other = { email: 'vera@plant.test', password: 'kettle orbit velvet' }
  await stage.command('user add', { ...other, name: 'Vera', role: 'user' })
  const page = await showProfile()
  await page.locator('#profile_introduction').fill('for nobody else')
  await endSession(page)
  await signIn(page, other)
  await page.locator('#profile_introduction').waitFor()
  await expect.poll(() => page.locator('#profile_introduction').inputValue()).toBe('')
  await expect.poll(() => page.locator('.tab-bar li[data-unsaved]').count()).toBe(0)
  await endSession(page, other)
  await signIn(page)
  await page.locator('#profile_introduction').waitFor()
  await expect
    .poll(() => page.locator('#profile_introduction').inputValue())
    .not.toBe('for nobody else')
})

// The last one of that page: what it has entered stays there.
test('EE141 ticks of roles, a new person and a new role are given back', async () => {
  const page = await show('/administrator/roles')
  await page.locator('.roles input[type=checkbox]:not(:disabled)').first().click()
  await page.getByText('1 change').waitFor()
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.locator('#role-name_name').fill('night')
  await endSession(page)
  await signIn(page)
  await toast(page, returned)
  await page.getByText('1 change').waitFor()
  await expect.poll(() => page.locator('#role-name_name').inputValue()).toBe('night')

  const users = await show('/administrator/users')
  await users.getByRole('button', { name: 'Add user' }).click()
  await users.locator('#create-user_name').fill('Ana Lee')
  await users.locator('input[type=checkbox][value=user]').check()
  await endSession(users)
  await signIn(users)
  await toast(users, returned)
  await expect.poll(() => users.locator('#create-user_name').inputValue()).toBe('Ana Lee')
  await expect.poll(() => users.locator('input[type=checkbox][value=user]').isChecked()).toBe(true)
})
