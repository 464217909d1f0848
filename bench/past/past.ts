import { join } from 'node:path'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import { runProgram } from '../kit/program.ts'
import { addDevices, addPerson, newDataDirectory, person, startBenchServer } from '../kit/server.ts'
import { median, percentile } from '../kit/statistics.ts'
import { installFrameProbe } from '../scrolling/frame-probe.ts'
import type { PlantTask } from './fill.ts'

const dayMs = 86_400_000
const days = 30
const sensors = 200
const devices = 4
const stepMs = 20_000
const moments = 60
const playedMs = 10_000

/** A stopped server's data: four devices of fifty sensors, with 30 days of readings. */
async function fillPlant(context: BenchmarkContext) {
  const server = await startBenchServer(context, newDataDirectory(context))
  await addPerson(server)
  const until = Math.floor(Date.now() / 60_000) * 60_000
  const from = until - days * dayMs
  const keys = Array.from({ length: sensors / devices }, (_, index) => [`k${index}`, 60] as const)
  for (const { lesiId, token } of await addDevices(server, devices)) {
    const reply = await fetch(`${server.url}/api/ingest/${lesiId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ts: from, values: Object.fromEntries(keys) }),
    })
    if (!reply.ok) throw new Error(`the device was answered ${reply.status}`)
  }
  const owner = await new BrowserSession(server.url).signIn(person.email, person.password)
  const { data } = await owner.json<{ data: { id: number }[] }>('GET', '/api/sensors')
  await server.stop()
  const ids = data.map(({ id }) => id)
  const rows = (days * dayMs) / stepMs - 1
  context.report(`inserting ${rows * ids.length} readings`)
  const task: PlantTask = {
    ...{ dataDirectory: server.dataDirectory, sensors: ids, from: from + stepMs, rows, stepMs },
  }
  await runProgram(join(import.meta.dirname, 'fill.ts'), task)
  return { dataDirectory: server.dataDirectory, ids, from, until }
}

/** ms of calls for moments all over the 30 days, each another one. */
async function timeMoments(
  session: BrowserSession,
  { ids, from }: { readonly ids: readonly number[]; readonly from: number },
): Promise<number[]> {
  const timesMs: number[] = []
  for (let index = 0; index < moments; index++) {
    const at = from + Math.floor((((index * 37) % moments) / moments) * days * dayMs) + 12_345
    const begin = performance.now()
    const reply = await session.request('POST', '/api/past/moment', { sensors: ids, at })
    if (!reply.ok) throw new Error(`the moment answered ${reply.status}`)
    await reply.arrayBuffer()
    timesMs.push(performance.now() - begin)
  }
  return timesMs
}

/** Frames while the war room plays at 60×, and while it stands. */
async function playedFrames(context: BenchmarkContext, url: string, at: number) {
  const session = await new BrowserSession(url).signIn(person.email, person.password)
  await session.skipTour()
  const cookies = Object.fromEntries(
    session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
  )
  const browser = await openBrowser()
  context.atEnd(() => browser.close())
  const { page } = await visit(browser, {
    ...{ viewport: { width: 1440, height: 900 }, baseURL: url, cookies },
  })
  await page.addInitScript(installFrameProbe)
  await page.goto(`/warroomDashboard?at=${new Date(at).toISOString()}`)
  await page.locator('.widget[data-condition=good]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const measure = () =>
    page.evaluate(async (ms) => {
      window.frameProbe.start()
      await new Promise((resolve) => setTimeout(resolve, ms))
      const { frames, longTasks } = window.frameProbe.stop()
      return { frames, longTasks }
    }, playedMs)
  const paused = await measure()
  await page.getByRole('button', { name: '60×' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const played = await measure()
  return { paused, played }
}

const rateOf = ({ frames }: { readonly frames: readonly number[] }) =>
  (frames.length * 1_000) / frames.reduce((sum, each) => sum + each, 0)

export const past: Benchmark = {
  name: 'past',
  summary: `a moment of ${sensors} sensors from ${days} days, and playing them at 60×`,
  async run(context) {
    await buildWeb(() => {})
    const plant = await fillPlant(context)
    const server = await startBenchServer(context, plant.dataDirectory)
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    await timeMoments(session, plant)
    const taken = await timeMoments(session, plant)
    const { paused, played } = await playedFrames(context, server.url, plant.until - dayMs)
    const longest = Math.max(0, ...played.longTasks).toFixed(0)
    const figures: Figure[] = [
      {
        name: `a moment of ${sensors} sensors`,
        value: median(taken),
        unit: 'ms',
        target: { atMost: 150 },
        remark: `p95 ${percentile(taken, 0.95).toFixed(0)} ms`,
      },
      {
        name: 'playing at 60×',
        value: rateOf(played),
        unit: 'frames/s',
        target: { atLeast: 50 },
        remark:
          `paused ${rateOf(paused).toFixed(1)}; p95 ` +
          `${percentile(played.frames, 0.95).toFixed(0)} ms; ` +
          `${played.longTasks.length} long tasks, longest ${longest} ms`,
      },
    ]
    return figures
  },
}
