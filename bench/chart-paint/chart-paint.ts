import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { eventually } from '#testing/eventually.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { FillTask } from '../history/fill.ts'
import type { Benchmark } from '../kit/benchmark.ts'
import { runProgram } from '../kit/program.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type BenchServer,
} from '../kit/server.ts'
import { median, percentile } from '../kit/statistics.ts'
import { installPaintProbe } from './paint-probe.ts'

const readings = 100_000
const spanMs = readings * 1_000
/** Steps to the period before, each of as many readings. */
const steps = 12

/** A stopped server with enough of one sensor, one reading a second. */
async function fill(server: BenchServer, thing: string, token: string, to: number): Promise<void> {
  await fetch(`${server.url}/api/ingest/${thing}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: to - 1, values: { k0: 60 } }),
  })
  const owner = await new BrowserSession(server.url).signIn(person.email, person.password)
  const { data } = await owner.json<{ data: { id: number }[] }>('GET', '/api/sensors')
  await server.stop()
  const rows = readings * (steps + 2)
  const task: FillTask = {
    ...{ dataDirectory: server.dataDirectory, sensor: data[0]?.id ?? 0, rows },
    from: to - rows * 1_000,
  }
  await runProgram(join(import.meta.dirname, '../history/fill.ts'), task)
}

/** ms from the last byte of a reply until the frame with its curve is done. */
async function paintedAfter(page: Page): Promise<number> {
  const repliesBefore = await page.evaluate(() => window.paintProbe.replies.length)
  await page.getByRole('button', { name: 'Earlier', exact: true }).click()
  const timesOf = () =>
    page.evaluate((count) => {
      const { replies, strokes, frames } = window.paintProbe
      const reply = replies.at(-1)
      if (reply === undefined || replies.length <= count) return null
      const stroke = strokes.find((at) => at > reply)
      const frame = stroke === undefined ? undefined : frames.find((at) => at > stroke)
      return frame === undefined ? null : frame - reply
    }, repliesBefore)
  let taken: number | null = null
  await eventually('the period before is painted', async () => (taken = await timesOf()) !== null)
  return taken ?? NaN
}

export const chartPaint: Benchmark = {
  name: 'chart-paint',
  summary: 'a chart of 100,000 readings in a browser: from the last byte of the reply to its frame',
  async run(context) {
    await buildWeb(() => {})
    const first = await startBenchServer(context, newDataDirectory(context))
    await addPerson(first)
    const [device] = await addDevices(first, 1)
    if (!device) throw new Error('no device')
    const to = Math.floor(Date.now() / 60_000) * 60_000
    await fill(first, device.lesiId, device.token, to)
    const server = await startBenchServer(context, first.dataDirectory)
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    const cookies = Object.fromEntries(
      session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
    )
    const browser = await openBrowser()
    context.atEnd(() => browser.close())
    const viewport = { width: 1440, height: 900 }
    const { page } = await visit(browser, { viewport, baseURL: server.url, cookies })
    await page.addInitScript(installPaintProbe)
    const text = (time: number) => new Date(time).toISOString().slice(0, 16)
    const period = `from=${text(to - spanMs)}&to=${text(to)}`
    await page.goto(`/warroomCharts?thing=${device.lesiId}&sensor=k0&${period}`)
    await eventually('the first period is painted', () =>
      page.evaluate(() => window.paintProbe.frames.length > 0),
    )
    const times: number[] = []
    for (let step = 0; step < steps; step++) times.push(await paintedAfter(page))
    const p95 = percentile(times, 0.95).toFixed(0)
    return [
      {
        ...{ name: `${readings} readings painted`, value: median(times), unit: 'ms' },
        target: { atMost: 50 },
        remark: `from the last byte of the reply; p95 ${p95} ms, ${steps} periods`,
      },
    ]
  },
}
