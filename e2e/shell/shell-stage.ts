import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { demoPlant, Stage } from '../stage.ts'

/** The server and the browser of all tests of the frame. */
export let stage: Stage

beforeAll(async () => {
  stage = await Stage.open({ ...demoPlant, GUIDE_URL: '' })
})

afterEach(() => stage.closePages())
afterAll(() => stage.close())
export const accountOf = (role: string) => ({ email: `${role}@warroom.test`, password: 'warroom' })
export const phone = { width: 390, height: 844 }
export const menu = (page: Page) => page.locator('#main-menu')
export const tab = (page: Page, name: string) =>
  page.locator('.tab-bar li', { has: page.getByRole('link', { name, exact: true }) })
export const tabNames = (page: Page) => page.locator('.tab-bar a').allTextContents()

export async function open(
  role = 'admin',
  path = '/warroomDashboard',
  options: Parameters<Stage['open']>[1] = {},
): Promise<Page> {
  const page = await stage.open(path, { person: accountOf(role), language: 'en', ...options })
  await page.locator('.top-bar').waitFor()
  return page
}

/** Opens an entry of the menu, and waits until its tab is the active one. */
export async function choose(page: Page, name: string): Promise<void> {
  await menu(page).getByRole('link', { name, exact: true }).click()
  await page.locator('.tab-bar li[data-active]', { hasText: name }).waitFor()
}

export async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.locator('.tab-bar li[data-active]', { hasText: 'Profile' }).waitFor()
}

export async function openTabMenu(page: Page, name: string): Promise<void> {
  await tab(page, name).click({ button: 'right' })
  await page.getByRole('menu', { name: `Menu of ${name}` }).waitFor()
}
