import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import type { Figure } from '../kit/figures.ts'
import { median } from '../kit/statistics.ts'
import { tablePage } from './pages.ts'
import type { Scene } from './scene.ts'

const warmMs = 20_000
/** Trends of the last 15 minutes are drawn; until then they grow. */
const trendMs = 15 * 60_000
const sampleMs = 10_000
const wallMinutes = 30

/** What is in use when everything else was collected, bytes. */
async function heap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize
}

/** By the least squares: bytes a second. */
function slope(samples: readonly { readonly at: number; readonly bytes: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, each) => sum + each, 0) / values.length
  const [at, bytes] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one.bytes))]
  const over = samples.reduce((sum, one) => sum + (one.at - at) * (one.bytes - bytes), 0)
  return over / samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
}

/**
 * Growth of the heap in wall mode, from a shorter time than the wall's while trends still fill; a
 * run of the whole time begins when they are full.
 */
export async function wallOf(scene: Scene, seconds: number): Promise<Figure[]> {
  await scene.speak({})
  const page = await scene.open(await tablePage(scene), { width: 1920, height: 1080 })
  await page.keyboard.press('f')
  await page.locator(':root[data-mode=wall]').waitFor()
  const devtools = await page.context().newCDPSession(page)
  const isWhole = seconds >= wallMinutes * 60
  await delay(isWhole ? warmMs + trendMs : warmMs)
  const samples: { at: number; bytes: number }[] = []
  const begin = performance.now()
  while (performance.now() - begin < seconds * 1_000) {
    samples.push({ at: (performance.now() - begin) / 1_000, bytes: await heap(devtools) })
    await delay(sampleMs)
  }
  await page.context().close()
  const third = Math.ceil(samples.length / 3)
  const mega = (values: typeof samples) => median(values.map(({ bytes }) => bytes)) / 1e6
  return [
    {
      ...{ name: `heap after collection in ${wallMinutes} min of wall mode`, unit: 'MB' },
      ...{ value: (slope(samples) * wallMinutes * 60) / 1e6, target: { atMost: 1 } },
      remark:
        `slope of ${seconds} s; first third ${mega(samples.slice(0, third)).toFixed(2)} MB, ` +
        `last ${mega(samples.slice(-third)).toFixed(2)}; ` +
        `trends of 15 min ${isWhole ? 'were full' : 'fill meanwhile'}`,
    },
  ]
}
