import type { Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.ts'
import { demoAccounts, demoPassword } from '#features/accounts/server/index.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import type { Benchmark } from '../kit/benchmark.ts'
import { demoData } from '../kit/demo-data.ts'
import { countScripts } from '../kit/script-bytes.ts'
import { startBenchServer } from '../kit/server.ts'
import { median, percentile } from '../kit/statistics.ts'

const rounds = 12
const maximumWaitMs = 30_000
/** Paths of screens with what shows that each is there. */
const screens = [
  ['/warroomCharts', '.history .u-over'],
  ['/administrator/users', '.administration .record-table'],
  ['/administrator/audit', '.audit .record-table'],
  ['/administrator/roles', '.administration .ant-checkbox'],
  ['/cognito/cognito-info', '.devices .device-name'],
  ['/warroomDashboard', '.widget[data-condition=good]'],
] as const

/** ms from a click in the menu until the screen is to be seen and the browser has painted it. */
function change(page: Page, path: string, selector: string): Promise<number> {
  return page.evaluate(
    async ([target, shown, maximumWait]) => {
      const link = document.querySelector<HTMLAnchorElement>(`#main-menu a[href="${target}"]`)
      if (!link) throw new Error(`the menu has no ${target}`)
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const isShown = () =>
        location.pathname === target &&
        [...document.querySelectorAll(`main ${shown}`)].some((part) => part.checkVisibility())
      const begin = performance.now()
      link.click()
      while (!isShown()) {
        if (performance.now() - begin > maximumWait) throw new Error(`${target} has no ${shown}`)
        await frame()
      }
      // What a frame's callback finds is painted at the end of that frame; a task comes after it.
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      })
      return performance.now() - begin
    },
    [path, selector, maximumWaitMs] as const,
  )
}

export const screensBenchmark: Benchmark = {
  name: 'screens',
  summary: 'JavaScript to the first screen, and from one screen to another',
  async run(context) {
    await buildWeb(() => {})
    const { dataDirectory } = await demoData(context.report)
    const server = await startBenchServer(context, dataDirectory, { DEMO: 'on' })
    const session = await new BrowserSession(server.url).signIn(
      demoAccounts[0]?.email ?? '',
      demoPassword,
    )
    await session.skipTour()
    const cookies = Object.fromEntries(
      session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
    )
    const browser = await openBrowser()
    context.atEnd(() => browser.close())
    const { page } = await visit(browser, {
      viewport: { width: 1440, height: 900 },
      baseURL: server.url,
      cookies,
    })
    const scripts = await countScripts(page)
    await page.goto('/')
    await page.locator('.widget[data-condition=good]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const { bytes, files } = scripts()
    await page.locator('#main-menu .menu-group', { hasText: 'Administrator' }).click()
    for (const [path, selector] of screens) await change(page, path, selector)
    const changes: { readonly path: string; readonly time: number }[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [path, selector] of screens)
        changes.push({ path, time: await change(page, path, selector) })
    }
    const times = changes.map(({ time }) => time)
    const parts = [...Map.groupBy(changes, ({ path }) => path)].map(
      ([path, of]) => `${path.split('/').at(-1)} ${median(of.map(({ time }) => time)).toFixed(0)}`,
    )
    const remark =
      `${times.length} changes, ` +
      `worst ${Math.max(...times).toFixed(0)} ms; medians ${parts.join(', ')}`
    return [
      {
        name: 'JavaScript to the first screen',
        value: bytes / 1024,
        unit: 'KB',
        target: { atMost: 300 },
        remark: `${files} files`,
      },
      {
        name: 'from one screen to another, loaded before, p95',
        value: percentile(times, 0.95),
        unit: 'ms',
        target: { atMost: 100 },
        remark,
      },
    ]
  },
}
