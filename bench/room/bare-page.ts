import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { watchMainThread } from '../kit/main-thread.ts'
import type { Scene, Viewport } from './scene.ts'

const seconds = 6
const settledMs = 1_000

/** How often twenty groups of ten texts change, and whether all at one moment. */
export interface Changes {
  readonly intervalMs: number
  readonly isTogether: boolean
}

/**
 * What the browser itself takes for 200 texts: a page written by hand, without any program, whose
 * texts change as the devices speak. Each group is a layer and each text contained, which was the
 * cheapest of five arrangements.
 */
export async function bareShare(
  { browser }: Scene,
  viewport: Viewport,
  changes: Changes,
): Promise<number> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.setContent(bareDocument())
  await page.evaluate(changeTexts, changes)
  await delay(settledMs)
  const { share } = await watchMainThread(page, seconds)
  await context.close()
  return share
}

const line = (group: number, index: number) =>
  `<div class=line><span>Sensor ${index} of ${group}</span><b>100.00</b><i>bar</i></div>`

function bareDocument(): string {
  const groups = Array.from({ length: 20 }, (_, group) => {
    const lines = Array.from({ length: 10 }, (__, index) => line(group, index))
    return `<div class=group>${lines.join('')}</div>`
  })
  return `<style>
    body { margin: 0; columns: 4; font: 12px sans-serif }
    .group { height: 200px; contain: strict; will-change: opacity; background: #fff }
    .line { display: flex; height: 18px; contain: size layout style }
    .line span { flex: 1 }
    .line b { width: 60px; height: 17px; contain: size style; text-align: right }
  </style>${groups.join('')}`
}

/** Runs in the page. */
function changeTexts({ intervalMs, isTogether }: Changes): void {
  const texts = [...document.querySelectorAll('b')].map(({ firstChild }) => firstChild as Text)
  let number = 10_000
  const write = (group: number) => {
    const text = (number++ / 100).toFixed(2)
    for (const node of texts.slice(group * 10, group * 10 + 10)) node.data = text
  }
  const begin = (group: number) =>
    setInterval(() => requestAnimationFrame(() => write(group)), intervalMs)
  for (let group = 0; group < 20; group++)
    setTimeout(begin, isTogether ? 0 : (group * intervalMs) / 20, group)
}

/** Tasks of the page that took more than 50 ms, since `from` (ms of the page's own clock). */
export function longTasksSince(page: Page, from: number): Promise<number[]> {
  return page.evaluate(
    (since) =>
      new Promise<number[]>((resolve) => {
        new PerformanceObserver((list) => {
          const late = list.getEntries().filter(({ startTime }) => startTime >= since)
          resolve(late.map(({ duration }) => duration))
        }).observe({ type: 'longtask', buffered: true })
        // Nothing is called where there was none.
        setTimeout(() => resolve([]), 500)
      }),
    from,
  )
}
