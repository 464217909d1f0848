import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.ts'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { eventually } from '#testing/eventually.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import type { Figure } from '../kit/figures.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type BenchServer,
} from '../kit/server.ts'
import { watchMainThread } from '../kit/main-thread.ts'
import { median, spreadOf } from '../kit/statistics.ts'
import { DeviceFleet } from './device-fleet.ts'
import { latencies } from './latencies.ts'
import { installProbe, type Probe } from './page-probe.ts'

const deviceCount = 20
const measuredSeconds = 30
const navigations = 5
const outagesSeconds = [3, 20]
/** Until a new window of the browser is at rest. */
const windowMs = 1_000
/** So tall that every widget is on the screen and drawn. */
const everything = { width: 1440, height: 8_000 }
const ordinary = { width: 1440, height: 900 }

interface Scene {
  readonly server: BenchServer
  readonly browser: Browser
  readonly cookies: Readonly<Record<string, string>>
  readonly fleet: DeviceFleet
}

async function openWarRoom(
  { server, browser, cookies }: Scene,
  viewport: { width: number; height: number },
): Promise<Page> {
  const { page } = await visit(browser, { viewport, baseURL: server.url, cookies })
  await page.addInitScript(installProbe)
  // A new window costs the browser some 300 ms of both cores, which is no part of a navigation.
  await delay(windowMs)
  await page.goto('/warroomDashboard')
  return page
}

const probeOf = (page: Page): Promise<Probe> => page.evaluate(() => window.benchProbe)
const widgetsSeen = (page: Page): Promise<number> =>
  page.evaluate(() => new Set(window.benchProbe.changes.filter((_, index) => index % 3 === 0)).size)

async function measureStream(scene: Scene, { report }: BenchmarkContext): Promise<Figure[]> {
  const page = await openWarRoom(scene, everything)
  await eventually(
    'every widget shows a value',
    async () => (await widgetsSeen(page)) === scene.fleet.sensorCount,
  )
  // What follows a navigation is not the steady state.
  await delay(3_000)
  report(`${scene.fleet.sensorCount} widgets for ${measuredSeconds} s`)
  const from = Date.now()
  const thread = await watchMainThread(page, measuredSeconds)
  const { shown, arrived } = latencies(await probeOf(page), scene.fleet, from)
  const [toDocument, toPage] = [spreadOf(shown), spreadOf(arrived)]
  await page.context().close()
  const small = await openWarRoom(scene, ordinary)
  await delay(3_000)
  const ordinaryThread = await watchMainThread(small, 10)
  await small.context().close()
  const reference = (value: number) =>
    `of it until the frame is in the page: ${value.toFixed(1)} ms`
  return [
    {
      name: 'publish → DOM p50',
      value: toDocument.p50,
      unit: 'ms',
      target: { atMost: 20 },
      remark: reference(toPage.p50),
    },
    {
      name: 'publish → DOM p99',
      value: toDocument.p99,
      unit: 'ms',
      target: { atMost: 80 },
      remark: reference(toPage.p99),
    },
    {
      name: 'publish → DOM worst',
      value: toDocument.max,
      unit: 'ms',
      remark: `${toDocument.count} changes`,
    },
    {
      name: 'main thread, 200 widgets on screen',
      value: thread.share,
      unit: 'ms/s',
      target: { atMost: 40 },
      remark: thread.parts,
    },
    {
      name: 'main thread at 1440 × 900',
      value: ordinaryThread.share,
      unit: 'ms/s',
      remark: `widgets off the screen are not drawn; ${ordinaryThread.parts}`,
    },
  ]
}

async function measureNavigation(scene: Scene): Promise<Figure> {
  const cold: number[] = []
  const again: number[] = []
  const firstFigure = async (page: Page) => {
    await eventually('a figure is shown', async () => (await probeOf(page)).firstFigureMs !== null)
    return (await probeOf(page)).firstFigureMs ?? NaN
  }
  for (let count = 0; count < navigations; count++) {
    const page = await openWarRoom(scene, ordinary)
    cold.push(await firstFigure(page))
    await page.reload()
    again.push(await firstFigure(page))
    await page.context().close()
  }
  return {
    name: 'first value after navigation, nothing cached',
    value: median(cold),
    unit: 'ms',
    target: { atMost: 850 },
    remark: `median of ${navigations}; with the files cached ${Math.round(median(again))} ms`,
  }
}

/**
 * Kills the server, starts it again after `seconds` on the same ports, and measures on a page that
 * stays open.
 */
async function measureOutage(
  scene: Scene,
  context: BenchmarkContext,
  seconds: number,
): Promise<[Scene, Figure]> {
  const page = await openWarRoom(scene, everything)
  await eventually(
    'every widget shows a value',
    async () => (await widgetsSeen(page)) === scene.fleet.sensorCount,
  )
  context.report(`killing the server for ${seconds} s`)
  const { server } = scene
  const ports = { HTTP_PORT: new URL(server.url).port, MQTT_PORT: new URL(server.mqttUrl).port }
  server.kill('SIGKILL')
  await server.ended
  await delay(seconds * 1000)
  const next = { ...scene, server: await startBenchServer(context, server.dataDirectory, ports) }
  const readyAt = Date.now()
  const freshAt = async () => {
    const { changes } = await probeOf(page)
    const first = new Map<number, number>()
    for (let index = 0; index < changes.length; index += 3) {
      const [widget = 0, number = 0, at = 0] = changes.slice(index, index + 3)
      if ((scene.fleet.publishedAt.get(number) ?? 0) >= readyAt && !first.has(widget))
        first.set(widget, at)
    }
    return [...first.values()].toSorted((one, other) => one - other)
  }
  await eventually(
    'all values are fresh again',
    async () => (await freshAt()).length === scene.fleet.sensorCount,
    60_000,
  )
  const times = await freshAt()
  await page.context().close()
  const figure: Figure = {
    name: `outage of ${seconds} s: all values fresh after "ready"`,
    value: ((times.at(-1) ?? NaN) - readyAt) / 1000,
    unit: 's',
    target: { atMost: 2 },
    remark:
      `first one after ${(((times[0] ?? NaN) - readyAt) / 1000).toFixed(2)} s; devices ` +
      `publish once a second`,
  }
  return [next, figure]
}

export const live: Benchmark = {
  name: 'live',
  summary: 'publish → DOM of a real browser, first value, and the way back after an outage',
  async run(context) {
    await buildWeb(() => {})
    const server = await startBenchServer(context, newDataDirectory(context))
    await addPerson(server)
    const devices = await addDevices(server, deviceCount)
    const session = await new BrowserSession(server.url).signIn(person.email, person.password)
    await session.skipTour()
    const cookies = Object.fromEntries(
      session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
    )
    const fleet = new DeviceFleet(server.mqttUrl, devices)
    context.atEnd(() => fleet.stop())
    await fleet.introduce()
    fleet.start()
    const browser = await openBrowser()
    context.atEnd(() => browser.close())
    let scene: Scene = { server, browser, cookies, fleet }
    const figures = [...(await measureStream(scene, context)), await measureNavigation(scene)]
    for (const seconds of outagesSeconds) {
      const [next, figure] = await measureOutage(scene, context, seconds)
      scene = next
      figures.push(figure)
    }
    return figures
  },
}
