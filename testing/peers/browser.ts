import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { browserProgram, testBrowserProgram } from '../../scripts/testing/system-needs.ts'

/**
 * A page of a test is used for seconds: compiling its code for speed would take longer than it
 * saves.
 */
const flags = [
  ...['--no-opt', '--no-maglev', '--no-flush-bytecode', '--min-semi-space-size=16'],
  // All processors are busy: threads that help to collect garbage wait for each other.
  '--single-threaded-gc',
]
const shortLived = `--js-flags=${flags.join(' ')}`

/** Another machine, as far as a page can see: without TLS it has no secure context there. */
export const otherMachine = 'plant.test'
const leadsHere = `--host-resolver-rules=MAP ${otherMachine} 127.0.0.1`

/**
 * The system's Chromium, without anything that talks to the network by itself. Close it in the end.
 */
export function openBrowser(
  program = browserProgram(),
  more: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: [
      ...more,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

let shared: Promise<Browser> | undefined

/** The browser of all test files of this process; it ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await (shared ??= openBrowser(testBrowserProgram(), [shortLived, leadsHere]))
  if (browser.isConnected()) return browser
  shared = undefined
  return sharedBrowser()
}

export interface Visit {
  readonly page: Page
  /**
   * Errors of scripts and of the content security policy that the page met. Answers of the server
   * with an error status are not among them.
   */
  readonly problems: readonly string[]
}

export interface VisitOptions extends BrowserContextOptions {
  readonly cookies?: Readonly<Record<string, string>>
}

/**
 * A person of their own, with English as the browser's language, who asks for little motion: what
 * opens is in its place at once, so that a press meets what it was meant for.
 */
export const defaultVisit = {
  // It would be between a page and what a test answers in the place of the server.
  serviceWorkers: 'block',
  viewport: { width: 1440, height: 900 },
  locale: 'en-US',
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const

/** A page in a browser context of its own. */
export async function visit(
  browser: Browser,
  options: VisitOptions = {},
): Promise<Visit & { readonly problems: string[] }> {
  const { cookies = {}, ...rest } = options
  const context = await browser.newContext({ ...defaultVisit, ...rest })
  context.setDefaultTimeout(120_000)
  await addCookies(context, cookies, rest.baseURL)
  const page = await context.newPage()
  return { page, problems: collectProblems(page) }
}

export async function addCookies(
  context: BrowserContext,
  cookies: Readonly<Record<string, string>>,
  url = 'http://127.0.0.1',
): Promise<void> {
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
}

/** How a browser names the answer of a server with an error status: of a call, and of a socket. */
const refusedCall =
  /^Failed to load resource|^WebSocket .* (?:HTTP Authentication failed|Unexpected response code)/

/** The problems of a page from now on. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusedCall.test(message.text()))
      problems.push(message.text())
  })
  return problems
}
