import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, go, toast } from '../stage.ts'
import { accountOf, stage, menu, open } from './shell-stage.ts'

/** An administrator's, of three tests. */
let page: Page

beforeAll(async () => {
  page = await stage.openReused('/theme/index', { person: accountOf('admin'), language: 'en' })
  await page.locator('.top-bar').waitFor()
})
afterAll(() => stage.closeReusedPages())

test('EE62 Ctrl K searches the menu, forgives a slip, and Enter opens', async () => {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search the menu' })
  await field.waitFor()
  await page
    .locator('.menu-search .input')
    .evaluate((field) => Promise.all(field.getAnimations().map(({ finished }) => finished)))
  const box = page.locator('.menu-search .input')
  await expect.poll(async () => (await box.boundingBox())?.width).toBe(350)
  await field.press('Enter')
  await expect.poll(() => addressOf(page)).toBe('/theme/index')
  await field.fill('histrical chrts')
  await page.getByRole('option', { name: 'Historical charts' }).waitFor()
  await field.press('Enter')
  await page.waitForURL('**/warroomCharts**')
  await page.keyboard.press('Control+k')
  await field.fill('zzzzqqqq')
  await page.getByText('Nothing found').first().waitFor()
  await field.press('Escape')
  await page.getByRole('button', { name: 'Search the menu' }).waitFor()
})

test('EE62 a person finds only what they may open', async () => {
  const own = await open('free', '/profile/edit')
  await own.keyboard.press('Control+k')
  const field = own.getByRole('combobox', { name: 'Search the menu' })
  await field.fill('permissions')
  await own.getByText('Nothing found').first().waitFor()
})

test('EE63 the screen is filled and given back; where it cannot be, words say so', async () => {
  await go(page, '/theme/index')
  await page.locator('.tab-bar li[data-active] a[href^="/theme/index"]').waitFor()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await toast(page, 'you browser can not work')
})

test('EE64 an administrator sees what a visitor sees, and comes back', async () => {
  await go(page, '/warroomDashboard')
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
  }
  await menu(page).getByRole('button', { name: 'Administrator' }).waitFor()
  // The live connection notifies of it before the answer is there.
  await page.route(
    '**/api/auth/role/asign',
    async (route) => {
      const response = await route.fetch()
      await page.waitForURL('**/401')
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await switchTo('visitor')
  await page.waitForURL('**/401')
  await page.locator('.top-bar').waitFor()
  expect(addressOf(page)).not.toBe('/401')
  await expect.poll(() => menu(page).getByText('War room').count()).toBe(0)
  await expect.poll(() => menu(page).getByText('Administrator').count()).toBe(0)
  await page.goto('/administrator/users')
  await page.getByRole('heading', { name: 'No permission' }).waitFor()
  await expect.poll(() => addressOf(page)).toBe('/401')
  expect((await page.request.get('/api/users')).status()).toBe(403)
  await go(page, '/documentation/index')
  await switchTo('All my roles')
  await menu(page).getByText('Administrator').waitFor()
  expect((await page.request.get('/api/users')).status()).toBe(200)
})

test('EE65 who came by the partner page goes back to it, once', async () => {
  const partner = await stage.open('/login-ch-si', { language: 'en' })
  await partner.getByRole('heading', { name: 'Partner sign-in' }).waitFor()
  const cookie = async () =>
    (await partner.context().cookies()).find(({ name }) => name === 'chsi')?.value ?? ''
  const signIn = async () => {
    await partner.locator('input[name=email]').fill('free@warroom.test')
    await partner.locator('input[name=password]').fill('warroom')
    await partner.keyboard.press('Enter')
    await partner.waitForURL('**/warroomDashboard')
  }
  await signIn()
  await expect.poll(() => cookie()).not.toBe('')
  await partner.goto('/login-ch-si')
  await partner.waitForURL('**/warroomDashboard')
  await partner.getByRole('button', { name: 'Sign out' }).click()
  await partner.waitForURL('**/login-ch-si?redirect=%2FwarroomDashboard')
  await expect.poll(() => cookie()).toBe('')
  await go(partner, '/login?redirect=%2FwarroomDashboard')
  await signIn()
  await partner.getByRole('button', { name: 'Sign out' }).click()
  await partner.waitForURL('**/login?redirect=%2FwarroomDashboard')
})
