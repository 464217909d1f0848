import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { addressOf, administrator, go, holdWrite, leavesFreely, reopen, toast } from '../stage.ts'
import { stage, open, main, addPerson, show } from './administration-stage.ts'

test('EE74 a role is made and changed in the matrix; that of admin cannot be', async () => {
  const page = await show('/administrator/roles')
  const box = (role: string, permission: string): Locator =>
    page.getByRole('checkbox', { name: `${role}: ${permission}` })
  await box('admin', 'manage user').waitFor()
  await expect
    .poll(async () => [
      await box('admin', 'manage user').isChecked(),
      await box('admin', 'manage user').isDisabled(),
    ])
    .toEqual([true, true])
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByLabel('Name of the role').fill('night shift')
  await page
    .getByRole('dialog', { name: 'New role' })
    .getByRole('button', { name: 'Add role' })
    .click()
  await toast(page, 'Role night shift added')
  await box('night shift', 'view menu warroom').check()
  await page.getByText('1 change not saved yet').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
  await page.reload()
  await box('night shift', 'view menu warroom').waitFor()
  await expect.poll(() => box('night shift', 'view menu warroom').isChecked()).toBe(true)
  await expect.poll(() => box('night shift', 'manage user').isChecked()).toBe(false)

  const guard = await addPerson('Guard', 'user')
  const session = await new BrowserSession(stage.server.url).signIn(
    administrator.email,
    administrator.password,
  )
  const { data } = await session.json<{ data: { id: number; version: number }[] }>(
    'GET',
    '/api/users?search=guard',
  )
  const [{ id, version } = { id: 0, version: 0 }] = data
  const roles = ['night shift']
  await session.json('PUT', `/api/users/${id}`, {
    version,
    name: 'Guard',
    email: guard.email,
    introduction: '',
    roles,
    permissions: [],
  })
  const own = await open('/cognito/cognito-info', guard)
  await main(own).getByRole('link').first().waitFor()
  await expect.poll(() => addressOf(own)).toBe('/cognito/cognito-info')
  await go(own, '/administrator/users')
  await own.waitForURL('**/401')
})

test('EE574 a role that is being named, and a rule of retention, are asked about', async () => {
  const page = await show('/administrator/roles')
  const giveUp = async (field: Locator, typed: string) => {
    await field.fill(typed)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await field.inputValue()).toBe(typed)
    // Beside the dialog.
    await page.mouse.click(4, 4)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await field.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'hidden' })
    expect(await leavesFreely(page)).toBe(true)
  }
  await page.getByRole('button', { name: 'Add role' }).click()
  await giveUp(page.getByLabel('Name of the role'), 'late shift')
  await page.getByRole('button', { name: 'Add role' }).click()
  await expect.poll(() => page.getByLabel('Name of the role').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.getByLabel('Name of the role').waitFor({ state: 'hidden' })

  await reopen(page, '/administrator/retention')
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click()
  await giveUp(page.getByRole('dialog').getByRole('spinbutton').first(), '91')
})

test('EE612 the answer to a name that was closed while it was saved leaves the next', async () => {
  const page = await show('/administrator/roles')
  const name = page.getByLabel('Name of the role')
  const add = page.getByRole('button', { name: 'Add role' })
  await add.click()
  await name.fill('Sent shift')
  const sent = await holdWrite(page, '/api/roles')
  await name.press('Enter')
  await sent.arrived()
  await page.locator('.ant-modal .ant-btn-loading').waitFor()
  await page.keyboard.press('Escape')
  const question = page.locator('.ant-modal-confirm')
  await question.getByText('may be saved all the same').waitFor()
  await question.getByRole('button', { name: 'Close' }).click()
  await name.waitFor({ state: 'hidden' })
  await add.click()
  await name.fill('Next shift')
  await sent.release()
  await toast(page, 'Role Sent shift added')
  await expect.poll(() => name.inputValue()).toBe('Next shift')
  expect(await leavesFreely(page)).toBe(false)
})
