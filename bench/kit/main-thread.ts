import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'

interface MainThread {
  /** Processor milliseconds a second. */
  readonly share: number
  /** What they went to. */
  readonly parts: string
}

const metricNames = {
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
}

/** Begins to count the main thread's own time; the returned function gives it, in ms. */
export async function countMainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000
  }
  const before = await read()
  return async () => {
    const passed = (await read()) - before
    await devtools.detach()
    return passed
  }
}

/**
 * What the page's main thread works. Its own clock stands still while other programs have the core.
 */
export async function watchMainThread(page: Page, seconds: number): Promise<MainThread> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const begin = performance.now()
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const before = await read()
  await delay(seconds * 1000)
  const after = await read()
  const passed = performance.now() - begin
  await devtools.detach()
  const share = (name: string) =>
    (((after.get(name) ?? NaN) - (before.get(name) ?? NaN)) * 1e6) / passed
  const parts = Object.entries(metricNames).map(
    ([name, metric]) => `${name} ${share(metric).toFixed(0)}`,
  )
  return { share: share('TaskDuration'), parts: parts.join(', ') }
}
