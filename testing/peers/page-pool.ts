import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core'
import {
  addCookies,
  collectProblems,
  sharedBrowser,
  defaultVisit,
  visit,
  type Visit,
  type VisitOptions,
} from './browser.ts'
import { isOfFailedTest, pageDescription, recordCalls, type CallRecord } from './failed-page.ts'

/** Each page that a test takes is at a server. */
interface PoolOptions extends VisitOptions {
  readonly baseURL: string
}

interface PooledVisit extends Visit {
  readonly problems: string[]
  readonly options: PoolOptions
  readonly traces: Traces
  readonly calls: CallRecord
}

/** What was asked of a page beside what is on it. */
interface Traces {
  /** Whether some of it would outlast a test. */
  readonly isSpent: () => boolean
  /** The scripts that are to run at the start of each document. */
  readonly scripts: Disposable[]
}

/** More pages than tests use at once cost memory, and are seldom taken. */
const mostIdle = 4

/**
 * Pages for tests that come one after the other. A page that a test is done with is emptied and
 * given to the next one: its process has compiled the application's code already, which is half of
 * the work of opening a page.
 */
export class PagePool {
  readonly browser: Browser
  readonly #used: PooledVisit[] = []
  readonly #reused: PooledVisit[] = []
  readonly #idle: PooledVisit[] = []

  constructor(browser: Browser) {
    this.browser = browser
  }

  /** A page that is nowhere yet, with these cookies and nothing else stored. */
  async open(options: PoolOptions): Promise<Page> {
    const opened = await this.#take(options)
    this.#used.push(opened)
    return opened.page
  }

  /** As `open`; the page stays as it is from test to test, until `takeBackKept`. */
  async openReused(options: PoolOptions): Promise<Page> {
    const opened = await this.#take(options)
    this.#reused.push(opened)
    return opened.page
  }

  async #take(options: PoolOptions): Promise<PooledVisit> {
    const complete = { ...defaultVisit, ...options }
    const index = this.#idle.findLastIndex((each) => fixedOf(each.options) === fixedOf(complete))
    const [idle] = index < 0 ? [] : this.#idle.splice(index, 1)
    return idle ? reuse(idle, complete) : open(this.browser, complete)
  }

  /**
   * Takes all pages from their test, but those that are kept; returns the problems that all met.
   * Throws what the pages showed when the test has failed.
   */
  async takeBack(): Promise<readonly string[]> {
    const descriptions = isOfFailedTest() ? await this.#descriptions() : []
    const problems = this.#reused.flatMap((each) => each.problems.splice(0))
    const all = [...problems, ...(await this.#empty(this.#used.splice(0)))]
    if (descriptions.length > 0) throw new Error([...descriptions, ...all].join('\n'))
    return all
  }

  #descriptions(): Promise<readonly string[]> {
    const visits = [...this.#reused, ...this.#used]
    return Promise.all(visits.map(({ page, calls }) => pageDescription(page, calls)))
  }

  /** Takes the pages that were kept, too; returns the problems that all met. */
  async takeBackReused(): Promise<readonly string[]> {
    this.#used.push(...this.#reused.splice(0))
    return this.takeBack()
  }

  async #empty(visits: readonly PooledVisit[]): Promise<readonly string[]> {
    await Promise.all(
      visits.map(async (each) => {
        if (await isEmptied(each)) this.#idle.push(each)
        else await closeVisit(each)
      }),
    )
    const left = this.#idle.splice(0, this.#idle.length - mostIdle)
    await Promise.all(left.map(closeVisit))
    return visits.flatMap(({ problems }) => problems)
  }
}

let shared: PagePool | undefined

/**
 * The pages of all test files of this process. Those of a file whose server listens where the one
 * before did find their code compiled, too.
 */
export async function sharedPages(): Promise<PagePool> {
  const browser = await sharedBrowser()
  if (shared?.browser !== browser) shared = new PagePool(browser)
  return shared
}

async function open(browser: Browser, options: PoolOptions): Promise<PooledVisit> {
  const opened = await visit(browser, options)
  const calls = recordCalls(opened.page)
  return { ...opened, options, calls, traces: watch(opened.page) }
}

const changeable = new Set([
  ...['cookies', 'viewport', 'colorScheme', 'reducedMotion', 'forcedColors', 'contrast'],
])

/** What of its options a page has for good. */
function fixedOf(options: VisitOptions): string {
  const fixed = Object.entries(options).filter(([name]) => !changeable.has(name))
  return JSON.stringify(fixed.toSorted())
}

async function reuse({ page, traces }: PooledVisit, options: PoolOptions): Promise<PooledVisit> {
  const { cookies = {}, viewport } = options
  const { colorScheme = null, reducedMotion = null, forcedColors = null, contrast = null } = options
  await page.setViewportSize(viewport ?? defaultVisit.viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors, contrast })
  await addCookies(page.context(), cookies, options.baseURL)
  return { page, traces, options, problems: collectProblems(page), calls: recordCalls(page) }
}

/** A route that is still answering when its page ends would be an error that no test caught. */
async function closeVisit({ page }: PooledVisit): Promise<void> {
  if (!page.isClosed()) await release(page)
  await page.context().close()
}

const events = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached'],
  ...['framedetached', 'framenavigated', 'load', 'pageerror', 'popup', 'request'],
  ...['requestfailed', 'requestfinished', 'response', 'websocket', 'worker'],
]

/** What comes without the answers of a test is no problem that the page met in it. */
async function release(page: Page): Promise<void> {
  for (const event of events) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Frees a page of all that a test left in it; false where that cannot be. */
async function isEmptied({ page, traces, options }: PooledVisit): Promise<boolean> {
  if (page.isClosed() || traces.isSpent() || page.context().pages().length > 1) return false
  try {
    await release(page)
    for (const script of traces.scripts.splice(0)) await script.dispose()
    // No page of the application, whose code has ended when its stores are emptied. It comes from
    // the server: another origin, other headers or a route would cost what it has compiled.
    await page.goto(new URL('/api/site', options.baseURL).href, { timeout: 5_000 })
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

const lasting = [
  ...['exposeBinding', 'exposeFunction', 'routeWebSocket'],
  ...['setDefaultTimeout', 'setDefaultNavigationTimeout', 'setExtraHTTPHeaders'],
]
const lastingOfContext = [
  ...lasting,
  ...['grantPermissions', 'newCDPSession', 'newPage', 'route', 'setGeolocation', 'setOffline'],
]

/** Notices what is asked of a page or its context that is not on the page itself. */
function watch(page: Page): Traces {
  let isAsked = false
  const watchLasting = (target: Page | BrowserContext, names: readonly string[]) => {
    for (const name of names)
      intercept(target, name, (call) => {
        isAsked = true
        return call()
      })
    const { clock } = target
    Reflect.defineProperty(target, 'clock', {
      get() {
        isAsked = true
        return clock
      },
    })
  }
  watchLasting(page, [...lasting, 'addLocatorHandler'])
  watchLasting(page.context(), [...lastingOfContext, 'addInitScript'])
  const scripts: Disposable[] = []
  intercept(page, 'addInitScript', async (call) => {
    const script = (await call()) as Disposable
    scripts.push(script)
    return script
  })
  return { isSpent: () => isAsked, scripts }
}

/** Lets `take` make each call of a method. */
function intercept(target: object, name: string, take: (call: () => unknown) => unknown): void {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw new Error(`${name} is no method of it`)
  Reflect.set(target, name, (...values: unknown[]): unknown =>
    take((): unknown => Reflect.apply(method, target, values)),
  )
}
