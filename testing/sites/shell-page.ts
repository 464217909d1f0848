import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { VisitOptions } from '#testing/peers/browser.ts'
import { freePort } from '#testing/peers/free-port.ts'
import { sharedPages, type PagePool } from '#testing/peers/page-pool.ts'
import { startStandIn, type StandIn } from '#testing/peers/stand-in-server.ts'
import { buildWeb, webDirectory } from '../../scripts/build-web.ts'

/** As if it were new for each test. */
export let server: StandIn
let pages: PagePool
/** Of this process: what a page has compiled for one file it has for the next. */
let port: number | undefined

/** Serves the web application to the tests of the file that calls this at its top. */
export function serveShell(): void {
  beforeAll(async () => {
    await buildWeb(() => {})
    pages = await sharedPages()
    server = await startStandIn(webDirectory, (port = await freePort(port)))
  })
  beforeEach(() => server.reset())
  afterEach(() => takePagesBack())
  afterAll(() => server.close())
}

/** Takes all pages from their test; the errors that they met. */
export const takePagesBack = (): Promise<readonly string[]> => pages.takeBack()

export const signedIn = { isLogged: '1' }

/** A page that is nowhere yet, and asks as somebody who is signed in. */
export const newPage = (options: VisitOptions = {}): Promise<Page> =>
  newVisitor({ ...options, cookies: { ...signedIn, ...options.cookies } })

/** The same, without a session. */
export const newVisitor = (options: VisitOptions = {}): Promise<Page> =>
  pages.open({ baseURL: server.url, ...options })

export async function open(path: string, options: VisitOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(path)
  return page
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
