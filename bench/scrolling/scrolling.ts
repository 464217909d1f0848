import type { CDPSession, Page } from 'playwright-core'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { insertPlant } from '../catalogue/plant-store.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { openDatabase } from '../kit/database.ts'
import type { Figure } from '../kit/figures.ts'
import { addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { percentile } from '../kit/statistics.ts'
import { installFrameProbe, type FrameProbe } from './frame-probe.ts'

const sensors = 10_000
const sensorsEach = 100
/** As somebody reads, and as somebody looks for the end. */
const speeds = [1_000, 6_000]
const scrolledSeconds = 5
const viewport = { width: 1440, height: 900 }
/** A frame that takes longer is seen as a stutter: three of a screen with 60 Hz. */
const stutterMs = 50

interface Scroll {
  readonly framesPerSecond: number
  readonly p95: number
  readonly worst: number
  readonly stutters: number
  readonly longTasks: readonly number[]
  /** CSS pixels that the content moved. */
  readonly distance: number
  /** Share of the frames in which lines in view were not there yet. */
  readonly absent: number
}

/** Scrolls with the wheel in the middle of the page, and looks at every frame meanwhile. */
async function scroll(page: Page, devtools: CDPSession, speed: number): Promise<Scroll> {
  await page.evaluate(() => window.frameProbe.start())
  await devtools.send('Input.synthesizeScrollGesture', {
    x: viewport.width / 2,
    y: viewport.height / 2,
    yDistance: -speed * scrolledSeconds,
    speed,
    gestureSourceType: 'mouse',
  })
  const { frames, longTasks, absentFrames, distance }: FrameProbe['result'] = await page.evaluate(
    () => window.frameProbe.stop(),
  )
  const total = frames.reduce((sum, each) => sum + each, 0)
  return {
    framesPerSecond: (frames.length * 1000) / total,
    p95: percentile(frames, 0.95),
    worst: Math.max(...frames),
    stutters: frames.filter((each) => each > stutterMs).length,
    longTasks,
    distance,
    absent: absentFrames / frames.length,
  }
}

/** The same scrolling of plain lines, which the browser scrolls by itself. */
async function scrollPlain(page: Page, devtools: CDPSession, speed: number): Promise<Scroll> {
  await page.goto('about:blank')
  await page.evaluate((count) => {
    const lines = Array.from({ length: count }, (_, index) => {
      const line = document.createElement('div')
      line.style.height = '36px'
      line.textContent = `Line ${index}`
      return line
    })
    document.body.replaceChildren(...lines)
  }, sensors)
  return scroll(page, devtools, speed)
}

async function openTable(context: BenchmarkContext) {
  const server = await startBenchServer(context, newDataDirectory(context))
  await addPerson(server)
  const database = openDatabase(server.dataDirectory)
  await insertPlant(database, { devices: sensors / sensorsEach, sensorsEach, bound: 0, email: '' })
  await database.destroy()
  await server.stop()
  const full = await startBenchServer(context, server.dataDirectory)
  const session = await new BrowserSession(full.url).signIn(person.email, person.password)
  await session.skipTour()
  const cookies = Object.fromEntries(
    session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
  )
  const browser = await openBrowser()
  context.atEnd(() => browser.close())
  const { page } = await visit(browser, { viewport, baseURL: full.url, cookies })
  await page.addInitScript(installFrameProbe)
  return page
}

function figuresOf(speed: number, own: Scroll, plain: Scroll): Figure[] {
  const name = `${speed} px/s`
  return [
    {
      name: `${name}: frames`,
      value: own.framesPerSecond,
      unit: 'frames/s',
      target: { atLeast: 50 },
      remark:
        `${(own.framesPerSecond / plain.framesPerSecond).toFixed(2)} of plain lines ` +
        `(${plain.framesPerSecond.toFixed(1)}); p95 ${own.p95.toFixed(0)} ms, plain ` +
        `${plain.p95.toFixed(0)}; worst ${own.worst.toFixed(0)}, ` +
        `plain ${plain.worst.toFixed(0)}; ` +
        `${Math.round(own.distance / 36)} lines passed`,
    },
    {
      name: `${name}: frames of more than ${stutterMs} ms`,
      value: own.stutters,
      unit: 'frames',
      target: { atMost: 0 },
      remark: `plain ${plain.stutters}`,
    },
    {
      name: `${name}: long tasks`,
      value: own.longTasks.length,
      unit: 'tasks',
      target: { atMost: 0 },
      remark:
        `longest ${Math.max(0, ...own.longTasks).toFixed(0)} ms; lines were on their way in ` +
        `${(own.absent * 100).toFixed(0)} % of the frames`,
    },
  ]
}

export const scrolling: Benchmark = {
  name: 'scrolling',
  summary: 'frames and long tasks while 10,000 sensors scroll at /scada/config',
  async run(context) {
    await buildWeb(() => {})
    const page = await openTable(context)
    const devtools = await page.context().newCDPSession(page)
    const own: Scroll[] = []
    for (const speed of speeds) {
      await page.goto('/scada/config')
      await page.locator('.config-table .ant-table-row .config-cell').first().waitFor()
      await page.waitForLoadState('networkidle')
      context.report(`${speed} px/s for ${scrolledSeconds} s`)
      own.push(await scroll(page, devtools, speed))
    }
    const figures: Figure[] = []
    for (const [index, speed] of speeds.entries()) {
      const scrolled = own[index]
      const plain = await scrollPlain(page, devtools, speed)
      if (scrolled) figures.push(...figuresOf(speed, scrolled, plain))
    }
    return figures
  },
}
