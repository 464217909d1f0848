import type { Page } from 'playwright-core'
import type { Figure } from '../kit/figures.ts'
import { traceMainThread } from '../kit/main-thread-trace.ts'
import { watchMainThread } from '../kit/main-thread.ts'
import { spreadOf } from '../kit/statistics.ts'
import type { FleetPace } from '../live/device-fleet.ts'
import { latencies } from '../live/latencies.ts'
import { bareShare, longTasksSince } from './bare-page.ts'
import type { Scene, Viewport } from './scene.ts'

const seconds = 8
const silentSeconds = 6
const tracedSeconds = 4

export interface ShownPage {
  readonly name: string
  readonly path: string
  readonly viewport: Viewport
  readonly pace: FleetPace
  /** ms of the main thread a second. */
  readonly target?: number
  /** What lies below the work: the same page while all are silent, the bare one. */
  readonly references?: readonly ('silent' | 'bare')[]
}

/** The work of the main thread of a page that shows what devices say, and its long tasks. */
export async function workOf(scene: Scene, shown: ShownPage): Promise<Figure[]> {
  const { name, path, viewport, pace, target } = shown
  await scene.speak(pace)
  const page = await scene.open(path, viewport)
  const from = await page.evaluate(() => performance.now())
  const { share, parts } = await watchMainThread(page, seconds)
  // Before the trace, whose beginning and end are long tasks themselves.
  const long = await longTasksSince(page, from)
  const phases = await traceMainThread(scene.browser, tracedSeconds)
  const below = await referencesOf(scene, shown, page, share)
  await page.context().close()
  return [
    {
      ...{ name: `main thread, ${name}`, value: share, unit: 'ms/s' },
      ...(target !== undefined && { target: { atMost: target } }),
      remark: [...below, parts, `traced: ${phases}`].join('; '),
    },
    {
      ...{ name: `long tasks, ${name}`, value: long.length, unit: 'tasks', target: { atMost: 0 } },
      remark: `longest ${Math.max(0, ...long).toFixed(0)} ms`,
    },
  ]
}

async function referencesOf(
  scene: Scene,
  { viewport, pace, references = [] }: ShownPage,
  page: Page,
  share: number,
): Promise<readonly string[]> {
  const { intervalMs = 1_000, isTogether = false } = pace
  const remarks: string[] = []
  scene.silence()
  // First: values that are overdue have their ages written each second.
  if (references.includes('silent')) {
    const silent = await watchMainThread(page, silentSeconds)
    remarks.push(`without readings ${silent.share.toFixed(1)}`)
  }
  if (references.includes('bare')) {
    const bare = await bareShare(scene, viewport, { intervalMs, isTogether })
    remarks.push(`${(share / bare).toFixed(2)} of a bare page of 200 texts (${bare.toFixed(1)})`)
  }
  return remarks
}

/** From publish until the figure is in the document, in a window with a probe. */
export async function latencyOf(
  scene: Scene,
  { name, path, viewport, pace }: ShownPage,
): Promise<Figure[]> {
  const fleet = await scene.speak(pace)
  const page = await scene.open(path, viewport, { isProbed: true })
  const from = Date.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const probe = await page.evaluate(() => window.benchProbe)
  const { shown, arrived } = latencies(probe, fleet, from)
  const [toDocument, toPage] = [spreadOf(shown), spreadOf(arrived)]
  await page.context().close()
  return [
    {
      ...{ name: `publish → DOM p99, ${name}`, value: toDocument.p99, unit: 'ms' },
      target: { atMost: 20 },
      remark:
        `p50 ${toDocument.p50.toFixed(1)}, worst ${toDocument.max.toFixed(1)} of ` +
        `${toDocument.count}; of it until the frame is in the page p50 ` +
        `${toPage.p50.toFixed(1)}, p99 ${toPage.p99.toFixed(1)}`,
    },
  ]
}
