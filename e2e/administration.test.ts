import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addressOf, administrator, Stage, toast } from './stage.ts'

let stage: Stage

const worker = { email: 'chen@plant.test', password: 'kettle orbit velvet' }

beforeAll(async () => {
  stage = await Stage.open()
  await stage.addAdministrator()
  await stage.command('user add', { ...worker, name: 'Chen Yi-ting', role: 'user' })
})
afterEach(() => stage.closePages())
afterAll(() => stage.close())

const row = (page: Page, name: string) => page.locator('.ant-table-row', { hasText: name })

async function openUsers(search = ''): Promise<Page> {
  const page = await stage.open(`/administrator/users${search}`, { person: administrator })
  await page.locator('.ant-table-row').first().waitFor()
  return page
}

test('EE70 an account is made in the drawer, and its one-time link leads to a password and in', async () => {
  const page = await openUsers()
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga Petrova')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(worker.email)
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('Choose at least one role').waitFor()
  await page.getByRole('checkbox', { name: /^editor/ }).check()
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByText('Another account has this address already').waitFor()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('olga@plant.test')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).press('Enter')
  const link = await page.getByLabel('One-time link').inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await row(page, 'Olga Petrova').waitFor()

  const hers = await stage.open(new URL(link).pathname + new URL(link).hash)
  await hers.getByLabel('Password', { exact: true }).fill('password1')
  await hers.getByRole('button', { name: 'Save the password' }).click()
  await hers.getByRole('alert').getByText('Too easy to guess').waitFor()
  await hers.getByLabel('Password', { exact: true }).fill('violet harbour engine')
  await hers.getByRole('button', { name: 'Save the password' }).click()
  await hers.getByRole('link', { name: 'Go to sign-in' }).click()
  await hers.getByLabel('E-mail').fill('olga@plant.test')
  await hers.getByLabel('Password', { exact: true }).fill('violet harbour engine')
  await hers.getByRole('button', { name: 'Sign in', exact: true }).click()
  await hers.waitForURL('**/warroomDashboard')

  const again = await stage.open(new URL(link).pathname + new URL(link).hash)
  await again.getByLabel('Password', { exact: true }).fill('violet harbour engine two')
  await again.getByRole('button', { name: 'Save the password' }).click()
  await again.getByText('This link is not valid').waitFor()
})

test('EE71 search and filters stand in the address and survive a reload', async () => {
  const page = await openUsers()
  await page.getByLabel('Name or e-mail').fill('yi-ting')
  await page.waitForURL('**/administrator/users?search=yi-ting')
  await row(page, 'Lin').waitFor({ state: 'detached' })
  await page.reload()
  await row(page, 'Chen Yi-ting').waitFor()
  expect(await page.locator('.ant-table-row').count()).toBe(1)
  expect(await page.getByLabel('Name or e-mail').inputValue()).toBe('yi-ting')
})

test('EE72 disabling ends the open page of the person', async () => {
  const theirs = await stage.open('/warroomDashboard', { person: worker })
  await theirs.locator('.top-bar').waitFor()
  const page = await openUsers('?search=yi-ting')
  await row(page, 'Chen').getByRole('button', { name: 'Actions for' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await toast(page, 'is disabled and signed out')
  await theirs.waitForURL('**/login?**')
  await row(page, 'Chen').getByText('Disabled').waitFor()
  await row(page, 'Chen').getByRole('button', { name: 'Actions for' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await row(page, 'Chen').getByText('Active').waitFor()
})

test('EE73 the last administrator cannot be disabled, removed or demoted, and the screen says why', async () => {
  const page = await openUsers('?search=Lin')
  await row(page, 'Lin').getByRole('link').click()
  await page.getByRole('checkbox', { name: /^admin/ }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^admin/ }).isDisabled()).toBe(true)
  expect(await page.getByText('The last administrator keeps this role').count()).toBe(1)
  for (const name of ['Disable', 'Remove']) expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
})

test('EE74 an edit that somebody overtook asks, and overwrites nothing by itself', async () => {
  const page = await openUsers('?search=yi-ting')
  await row(page, 'Chen').getByRole('link').click()
  await page.getByLabel('Introduction').fill('mine')
  const other = await stage.open(addressOf(page), { person: administrator })
  await other.getByLabel('Introduction').fill('theirs')
  await other.getByRole('button', { name: 'Save' }).click()
  await toast(other, 'Saved successfully')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Somebody else saved a newer version').first().waitFor()
  await page.getByRole('button', { name: 'Take the newer one' }).click()
  expect(await page.getByLabel('Introduction').inputValue()).toBe('theirs')
  await page.getByLabel('Introduction').fill('mine after all')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
})

test('EE75 the matrix says whom a change affects, saves it, and the audit shows what changed', async () => {
  const page = await stage.open('/administrator/roles', { person: administrator })
  await page.getByRole('checkbox', { name: 'user: view menu pdf' }).check()
  await page.getByText('1 change not saved yet').waitFor()
  await page.getByText('in user; 1 person is affected').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved successfully')
  await page.reload()
  expect(await page.getByRole('checkbox', { name: 'user: view menu pdf' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: /^admin: manage user/ }).isDisabled()).toBe(true)

  await page.goto('/administrator/audit?action=role.set-permissions')
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await page.locator('.audit-changes ins', { hasText: 'view menu pdf' }).waitFor()
})

test('EE76 a role is added, renamed and deleted; a bad name is told at its field', async () => {
  const page = await stage.open('/administrator/roles', { person: administrator })
  await page.getByRole('button', { name: 'Add role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the role').fill('admin')
  await dialog.getByRole('button', { name: 'Add role' }).click()
  await dialog.getByText('This name is taken already').waitFor()
  await dialog.getByLabel('Name of the role').fill('Night shift')
  await dialog.getByRole('button', { name: 'Add role' }).click()
  await page.getByRole('button', { name: 'Actions for role Night shift' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel('Name of the role').fill('Late shift')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Actions for role Late shift' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete role' }).getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Role Late shift deleted')
})
