import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql as query } from 'kysely'
import type { Browser, BrowserContextOptions, Page, Route, WebSocketRoute } from 'playwright-core'
import { pino } from 'pino'
import { callControl } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { layoutOf } from '#kit/server/postgres/cluster.ts'
import { socketUrl } from '#kit/server/postgres/embedded.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import type { Locale } from '#kit/model/locale.ts'
import { demoPassword } from '#features/accounts/server/index.ts'
import { cheapPasswordHash } from '#testing/cheap-password-hash.ts'
import { setPasswordHash } from '#testing/postgres/accounts-store.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { freePort } from '#testing/peers/free-port.ts'
import { sharedPages, type PagePool } from '#testing/peers/page-pool.ts'
import { placeCluster } from '#testing/engines/cluster-image.ts'
import { placeTelemetry } from '#testing/engines/telemetry-image.ts'
import { startServerProcess, type ServerProcess } from '#testing/peers/server-process.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

interface OpenOptions extends BrowserContextOptions {
  readonly person?: Person
  readonly language?: string
}

/** A small answer of the server: where a test prepares a page before it opens the application. */
export const smallAnswer = '/api/site'

/** With demo accounts and the demo plant, whose history takes a server half a minute of work. */
export const demoPlant = { DEMO: 'on', DEMO_DAYS: '0' }

export const administrator: Person = { email: 'lin@plant.test', password: 'eight-or-more' }

/**
 * Of this process: a page that goes on to the next file finds what it has compiled and fetched only
 * at the address where it was.
 */
let httpPort: number | undefined

/**
 * The real server with an empty data directory, the built web application and a browser: what one
 * file of tests plays on.
 */
export class Stage {
  readonly browser: Browser
  readonly #data: string
  readonly #environment: Readonly<Record<string, string>>
  readonly #pages: PagePool
  #server: ServerProcess

  private constructor(
    server: ServerProcess,
    pages: PagePool,
    data: string,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#server = server
    this.browser = pages.browser
    this.#data = data
    this.#environment = environment
    this.#pages = pages
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<Stage> {
    const data = mkdtempSync(join(tmpdir(), 'warroom-e2e-'))
    await placeCluster(join(data, 'postgres'))
    placeTelemetry(join(data, 'clickhouse'))
    const complete = {
      HTTP_HOST: '127.0.0.1',
      MQTT_HOST: '127.0.0.1',
      // Those of a later start, too.
      HTTP_PORT: String((httpPort = await freePort(httpPort))),
      MQTT_PORT: String(await freePort()),
      WARROOM_DATA: data,
      ...environment,
    }
    const [server, pages] = await Promise.all([
      startServerProcess(complete).catch((error: unknown) => {
        rmSync(data, { recursive: true, force: true })
        throw error
      }),
      sharedPages(),
    ])
    const stage = new Stage(server, pages, data, complete)
    await stage.withDatabase(endTours)
    if (environment['DEMO'] === 'on') await stage.#cheapen(demoPassword)
    return stage
  }

  get server(): ServerProcess {
    return this.#server
  }

  /** Ends the server as a power failure would. */
  async killServer(): Promise<void> {
    this.#server.kill('SIGKILL')
    await this.#server.ended
  }

  /** Starts the server again where it was: same data, same ports. */
  async restartServer(): Promise<void> {
    this.#server = await startServerProcess(this.#environment)
  }

  /** Runs an administrator's command in the server. */
  async command(name: string, options: Readonly<Record<string, unknown>>): Promise<unknown> {
    return callControl(controlSocketOf(this.#data), name, options)
  }

  async addAdministrator(): Promise<void> {
    await this.command('user add', { ...administrator, name: 'Lin', role: 'admin' })
    await this.#cheapen(administrator.password, administrator.email)
  }

  /** Makes a password, which stays the same, cheap to compare with: each test signs in again. */
  async #cheapen(password: string, email?: string): Promise<void> {
    await this.withDatabase((sql) => setPasswordHash(sql, cheapPasswordHash(password), email))
  }

  /** Lets `work` at the server's own database. */
  async withDatabase<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { sockets } = layoutOf(join(this.#data, 'postgres'))
    const sql = openSql(
      { url: socketUrl(sockets) },
      { log: pino({ level: 'silent' }), connections: 1 },
    )
    try {
      return await work(sql)
    } finally {
      await sql.destroy()
    }
  }

  /**
   * A page at `path` with nothing stored by others; signed in when a person is named, in `language`
   * when they chose one before.
   */
  async open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await this.#pages.open(await this.#pageOptions(options))
    await page.goto(path)
    return page
  }

  /**
   * As `open`, for tests that look at the same screen, or go from screen to screen as links do: a
   * load costs as much as several of them. The page stays as a test leaves it until
   * `closeKeptPages`: the order of such tests matters, and after one that fails others may, too.
   */
  async openReused(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await this.#pages.openReused(await this.#pageOptions(options))
    await page.goto(path)
    return page
  }

  async #pageOptions({ person, language, ...options }: OpenOptions) {
    const cookies = {
      ...(person ? await this.#cookiesOf(person) : {}),
      ...(language === undefined ? {} : { language }),
    }
    return { baseURL: this.#server.url, cookies, ...options }
  }

  /**
   * Takes all pages from their test but those that are kept; throws when any met an error of a
   * script or of the content security policy that `allowed` does not match.
   */
  async closePages(allowed = /^$/): Promise<void> {
    const problems = (await this.#pages.takeBack()).filter((problem) => !allowed.test(problem))
    if (problems.length > 0) throw new Error(`pages met errors:\n${problems.join('\n')}`)
  }

  /** Takes the pages that tests kept. */
  async closeReusedPages(): Promise<void> {
    await this.#pages.takeBackReused()
  }

  async close(): Promise<void> {
    await this.#pages.takeBackReused()
    await this.#server.stop()
    rmSync(this.#data, { recursive: true, force: true })
  }

  async #cookiesOf({ email, password }: Person): Promise<Record<string, string>> {
    const { cookieHeader } = await new BrowserSession(this.#server.url).signIn(email, password)
    return Object.fromEntries(
      cookieHeader.split('; ').map((pair): [string, string] => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return [name, value]
      }),
    )
  }
}

/** Everybody has seen the tour, whoever comes later too: it would lie beside what tests look at. */
async function endTours(sql: Sql): Promise<void> {
  await query`alter table users alter column tour_ended_at set default now()`.execute(sql)
  await sql.updateTable('users').set({ tour_ended_at: new Date() }).execute()
}

/** The part of the page's address after the host. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Goes to an address as a link would, without a reload. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), path)
}

/**
 * Goes to an address as a link would, by way of a page without the frame: what was drawn before is
 * drawn again, without a reload.
 */
export async function reopen(page: Page, path: string): Promise<void> {
  await go(page, '/404')
  await page.locator('.shell').waitFor({ state: 'detached' })
  await go(page, path)
}

/**
 * Lets a test take the server away from a page that is opened afterwards: `go(true)` does, and
 * `go(false)` brings it back.
 */
export async function withServerAway(page: Page) {
  const sockets: WebSocketRoute[] = []
  let isAway = false
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    if (isAway) return void socket.close({ code: 1012 })
    sockets.push(socket)
    socket.connectToServer()
    return undefined
  })
  await page.route('**/api/**', (route) => (isAway ? route.abort() : route.fallback()))
  return async (away: boolean) => {
    isAway = away
    if (away) for (const socket of sockets.splice(0)) await socket.close({ code: 1012 })
  }
}

/**
 * Lets a test set the server's clock as a page that is opened afterwards sees it: so many ms ahead
 * of what it is. Nothing else of the page changes by that.
 */
export async function withServerClock(page: Page): Promise<(aheadMs: number) => void> {
  let ahead = 0
  await page.routeWebSocket(/\/api\/live/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as { readonly serverTime: number }
      socket.send(JSON.stringify({ ...message, serverTime: message.serverTime + ahead }))
    })
  })
  await page.route('**/api/**', async (route) => {
    if (ahead === 0) return route.fallback()
    const response = await route.fetch()
    const date = new Date(Date.now() + ahead).toUTCString()
    return route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  return (aheadMs) => void (ahead = aheadMs)
}

/** Holds the next write of a page to a path: `arrived` once it was sent, until `release`. */
export async function holdWrite(page: Page, path: string) {
  const held = Promise.withResolvers<Route>()
  let isHeld = false
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      // What is read there meanwhile is not it, nor is what is written later.
      if (isHeld || route.request().method() === 'GET') return route.fallback()
      isHeld = true
      return held.resolve(route)
    },
  )
  return {
    arrived: async () => void (await held.promise),
    release: async () => (await held.promise).continue(),
  }
}

/** Whether the page may be closed without a question of the browser. */
export const leavesFreely = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

/** The next Tab goes to the first stop of the page, as after a load. */
export async function focusTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
}

const languageNames = {
  en: 'English',
  ru: 'Русский',
  'zh-TW': '繁體中文',
  vi: 'Tiếng Việt',
} as const satisfies Record<Locale, string>

/**
 * Chooses a language as a person does, without a load. It is that of their account from then on:
 * the last one that a test chooses is English.
 */
export async function chooseLanguage(page: Page, language: Locale): Promise<void> {
  const shown = page.locator(`html[lang^=${language.slice(0, 2)}]`)
  if ((await shown.count()) === 1) return
  // In a narrow window the button has no words.
  const words = page.locator('.language-name')
  await page.locator('.top-bar').getByRole('button').filter({ has: words }).click()
  await page.getByRole('menuitemradio', { name: languageNames[language], exact: true }).click()
  await shown.waitFor()
}

/** Resolves when a toast with these words is on the page. */
export async function toast(page: Page, text: string): Promise<void> {
  await page.locator('.toast', { hasText: text }).first().waitFor()
}

/** Gives a page another size; resolves when it has been drawn with it, and with what follows. */
export async function resize(
  page: Page,
  size: Readonly<{ width: number; height: number }>,
): Promise<void> {
  await page.setViewportSize(size)
  await drawFrames(page)
}

/** Resolves when the page has been drawn a few times more. */
async function drawFrames(page: Page): Promise<void> {
  const frames = 3
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  }, frames)
}

/** What `read` gives once it stays the same while the page is drawn a few times more. */
export async function settled<Value>(page: Page, read: () => Promise<Value>): Promise<Value> {
  let before = await read()
  for (;;) {
    await drawFrames(page)
    const now = await read()
    if (isDeepStrictEqual(now, before)) return now
    before = now
  }
}
