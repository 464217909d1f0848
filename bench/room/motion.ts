import type { Page } from 'playwright-core'
import type { Figure } from '../kit/figures.ts'
import { countMainThread } from '../kit/main-thread.ts'
import { percentile } from '../kit/statistics.ts'
import { latencies } from '../live/latencies.ts'
import { installFrameProbe, type FrameProbe } from '../scrolling/frame-probe.ts'
import { dashboard } from './pages.ts'
import type { Scene } from './scene.ts'

const viewport = { width: 1440, height: 900 }
const scrolledSeconds = 5
const speed = 1_000

/** What happened of frames while a person moved something. */
type Motion = FrameProbe['result'] & {
  /** The main thread's own time for each frame, ms; beside other programs it stays what it is. */
  readonly frameMs: number
}

async function watchFrames(page: Page, move: () => Promise<unknown>): Promise<Motion> {
  await page.evaluate(installFrameProbe)
  const worked = await countMainThread(page)
  await page.evaluate(() => window.frameProbe.start())
  await move()
  const result = await page.evaluate(() => window.frameProbe.stop())
  return { ...result, frameMs: (await worked()) / result.frames.length }
}

const rate = (frames: readonly number[]) =>
  (frames.length * 1_000) / frames.reduce((sum, each) => sum + each, 0)
const frameText = ({ frames, longTasks, frameMs }: Motion) =>
  `main thread ${frameMs.toFixed(1)} ms a frame; ` +
  `p95 ${percentile(frames, 0.95).toFixed(0)} ms, p99 ${percentile(frames, 0.99).toFixed(0)}; ` +
  `${longTasks.length} long tasks, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`

/** A page of all sensors scrolls while every one of them changes five times a second. */
export async function scrollingOf(scene: Scene): Promise<Figure[]> {
  const fleet = await scene.speak({ intervalMs: 200 })
  const page = await scene.open('/warroomDashboard', viewport, { isProbed: true })
  const devtools = await page.context().newCDPSession(page)
  const scrolled = await watchFrames(page, () =>
    devtools.send('Input.synthesizeScrollGesture', {
      ...{ x: viewport.width / 2, y: viewport.height / 2, speed, gestureSourceType: 'mouse' },
      yDistance: -speed * scrolledSeconds,
    }),
  )
  const from = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const { arrived } = latencies(await page.evaluate(() => window.benchProbe), fleet, from)
  await page.context().close()
  const count = scene.sensors.length
  return [
    {
      ...{ name: `scrolling, ${count} sensors at 5 Hz`, value: rate(scrolled.frames) },
      ...{ unit: 'frames/s', target: { atLeast: 50 }, remark: frameText(scrolled) },
    },
    {
      ...{ name: `publish → page p99 after it, ${count} sensors at 5 Hz`, unit: 'ms' },
      value: percentile(arrived, 0.99),
      remark: `${arrived.length} readings of 2 s: nothing waits behind the scrolling`,
    },
  ]
}

/** A widget of sixty is dragged over the others, one step of the pointer for each frame. */
export async function dragOf(scene: Scene): Promise<Figure[]> {
  await scene.speak({})
  const path = await dashboard(scene, 60, { kind: null, w: 2, h: 2 })
  const page = await scene.open(path, viewport)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const box = await page.locator('.grid-cell').first().boundingBox()
  if (!box) throw new Error('there is no widget')
  const [x, y] = [box.x + box.width / 2, box.y + 12]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const dragged = await watchFrames(page, async () => {
    await page.mouse.move(x + 700, y + 350, { steps: 60 })
    await page.mouse.move(x, y + 350, { steps: 60 })
    await page.mouse.move(x + 700, y, { steps: 60 })
  })
  await page.mouse.up()
  await page.context().close()
  return [
    {
      ...{ name: 'drag with 60 widgets', value: rate(dragged.frames), unit: 'frames/s' },
      ...{ target: { atLeast: 59 }, remark: frameText(dragged) },
    },
  ]
}
