import type { Browser, Page } from 'playwright-core'
import {
  addCookies,
  collectProblems,
  usualVisit,
  visit,
  type Visit,
  type VisitOptions,
} from './browser.ts'

interface PooledVisit extends Visit {
  readonly options: VisitOptions
  /** Whether something was asked of the page that would outlast a test. */
  readonly isSpent: () => boolean
}

/**
 * Pages of one site for tests that come one after the other. A page that a test is done with is
 * emptied and given to the next one: its process has compiled the application's code already, which
 * is half of the work of opening a page.
 */
export class PagePool {
  readonly #browser: Browser
  readonly #baseURL: string
  readonly #used: PooledVisit[] = []
  readonly #idle: PooledVisit[] = []

  constructor(browser: Browser, baseURL: string) {
    this.#browser = browser
    this.#baseURL = baseURL
  }

  /** A page that is nowhere yet, with these cookies and nothing else stored. */
  async open(options: VisitOptions = {}): Promise<Page> {
    const complete = { baseURL: this.#baseURL, ...usualVisit, ...options }
    const index = this.#idle.findLastIndex((each) => fixedOf(each.options) === fixedOf(complete))
    const [idle] = index < 0 ? [] : this.#idle.splice(index, 1)
    const opened = await (idle ? reuse(idle, complete) : open(this.#browser, complete))
    this.#used.push(opened)
    return opened.page
  }

  /** Takes all pages from their test; returns the problems that they met. */
  async takeBack(): Promise<readonly string[]> {
    const visits = this.#used.splice(0)
    await Promise.all(
      visits.map(async (each) => {
        if (await isEmptied(each, this.#baseURL)) this.#idle.push(each)
        else await each.page.context().close()
      }),
    )
    return visits.flatMap(({ problems }) => problems)
  }

  async close(): Promise<void> {
    const visits = [...this.#used.splice(0), ...this.#idle.splice(0)]
    await Promise.all(visits.map(({ page }) => page.context().close()))
  }
}

async function open(browser: Browser, options: VisitOptions): Promise<PooledVisit> {
  const opened = await visit(browser, options)
  return { ...opened, options, isSpent: watchLasting(opened.page) }
}

const changeable = new Set(['cookies', 'viewport', 'colorScheme', 'reducedMotion'])

/** What of its options a page has for good. */
function fixedOf(options: VisitOptions): string {
  const fixed = Object.entries(options).filter(([name]) => !changeable.has(name))
  return JSON.stringify(fixed.toSorted())
}

async function reuse({ page, isSpent }: PooledVisit, options: VisitOptions): Promise<PooledVisit> {
  const { cookies = {}, viewport, colorScheme = null, reducedMotion = null } = options
  await page.setViewportSize(viewport ?? usualVisit.viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion })
  await addCookies(page.context(), cookies, options.baseURL)
  return { page, isSpent, options, problems: collectProblems(page) }
}

const events = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached'],
  ...['framedetached', 'framenavigated', 'load', 'pageerror', 'popup', 'request'],
  ...['requestfailed', 'requestfinished', 'response', 'websocket', 'worker'],
]

/** Frees a page of all that a test left in it; false where that cannot be. */
async function isEmptied({ page, isSpent }: PooledVisit, baseURL: string): Promise<boolean> {
  if (page.isClosed() || isSpent() || page.context().pages().length > 1) return false
  for (const event of events) page.removeAllListeners(event)
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // No page of the application, whose code has ended when its stores are emptied. It comes from
    // the server: another origin, other headers or a route would cost what it has compiled.
    await page.goto(new URL('/api/site', baseURL).href, { timeout: 5_000 })
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.mouse.move(0, 0)
    await page.context().clearCookies()
    return true
  } catch {
    return false
  }
}

const lastingOfBoth = ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket']
const lasting = [
  ...lastingOfBoth,
  ...['setDefaultTimeout', 'setDefaultNavigationTimeout', 'setExtraHTTPHeaders'],
]
const lastingOfContext = [
  ...lasting,
  ...['grantPermissions', 'newCDPSession', 'newPage', 'route', 'setGeolocation', 'setOffline'],
]

/** Watches whether something is asked of a page or its context that cannot be taken back. */
function watchLasting(page: Page): () => boolean {
  let isAsked = false
  const watch = (target: Page | ReturnType<Page['context']>, names: readonly string[]) => {
    for (const name of names) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') throw new Error(`${name} is no method of it`)
      Reflect.set(target, name, (...values: unknown[]): unknown => {
        isAsked = true
        return Reflect.apply(method, target, values)
      })
    }
    const { clock } = target
    Reflect.defineProperty(target, 'clock', {
      get() {
        isAsked = true
        return clock
      },
    })
  }
  watch(page, [...lasting, 'addLocatorHandler'])
  watch(page.context(), lastingOfContext)
  return () => isAsked
}
