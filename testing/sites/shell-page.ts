import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { sharedBrowser, visit, type Visit } from '#testing/peers/browser.ts'
import { startStandIn, type StandIn } from '#testing/peers/stand-in-server.ts'
import { buildWeb, webDirectory } from '../../scripts/build-web.ts'

export let browser: Browser
/** One a test. */
export let server: StandIn
const visits: Visit[] = []

beforeAll(async () => {
  await buildWeb(() => {})
  browser = await sharedBrowser()
})

beforeEach(async () => {
  server = await startStandIn(webDirectory)
  server.roles = ['admin']
})

afterEach(async () => {
  for (const { page } of visits.splice(0)) await page.context().close()
  await server.close()
})

export const signedIn = { isLogged: '1' }

export async function open(path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const opened = await visit(browser, {
    baseURL: server.url,
    ...options,
    cookies: { ...signedIn, ...options.cookies },
  })
  visits.push(opened)
  await opened.page.goto(path)
  return opened.page
}

export const address = (page: Page) => page.url().slice(server.url.length)
export const tabs = (page: Page) => page.locator('.tab-bar li')
export const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name })
export const names = (page: Page) => tabs(page).allInnerTexts()
export const toast = (page: Page, text: string) =>
  page.locator('.toast', { hasText: text }).waitFor()

export async function go(page: Page, name: string): Promise<void> {
  await page.locator('.sidebar-menu').getByRole('link', { name }).click()
  await tab(page, name).and(page.locator('[data-active]')).waitFor()
}

export async function withTabs(...open_: readonly string[]): Promise<Page> {
  const page = await open('/warroomDashboard')
  for (const name of open_) await go(page, name)
  return page
}
