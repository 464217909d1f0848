import { setTimeout as delay } from 'node:timers/promises'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { openDatabase } from '../kit/database.ts'
import type { Figure } from '../kit/figures.ts'
import { memoryOf } from '../kit/processes.ts'
import {
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type BenchServer,
} from '../kit/server.ts'
import { insertPlant } from './plant-store.ts'

const sensorsEach = 100
/** Devices of the person with 200 sensors. */
const bound = 2
const viewer = { email: 'viewer@warroom.test', password: 'warroom-bench' }
/** A calm server gives back what its start has left after some 20 s. */
const restMs = 40_000
const mebibyte = 2 ** 20

/** Starts the server; how long that took, and what it holds in memory a while later. */
async function startAndRest(context: BenchmarkContext, dataDirectory: string) {
  const begin = performance.now()
  const server = await startBenchServer(context, dataDirectory)
  const seconds = (performance.now() - begin) / 1000
  await delay(restMs)
  const bytes = memoryOf([server.pid]).reduce((sum, { residentBytes }) => sum + residentBytes, 0)
  return { server, seconds, bytes }
}

async function fill(server: BenchServer, sensors: number): Promise<void> {
  await addPerson(server)
  await server.command('user add', { ...viewer, name: 'Viewer', role: 'user' })
  const sql = openDatabase(server.dataDirectory)
  await insertPlant(sql, {
    devices: sensors / sensorsEach,
    sensorsEach,
    bound,
    email: viewer.email,
  })
  await sql.destroy()
}

/**
 * ms until the widgets of a person with 200 sensors are in a browser that is signed in; the first
 * time nothing is cached.
 */
async function firstScreen(
  context: BenchmarkContext,
  server: BenchServer,
): Promise<readonly number[]> {
  const session = await new BrowserSession(server.url).signIn(viewer.email, viewer.password)
  await session.skipTour()
  const cookies = Object.fromEntries(
    session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
  )
  const browser = await openBrowser()
  context.atEnd(() => browser.close())
  const { page } = await visit(browser, { baseURL: server.url, cookies })
  const times: number[] = []
  for (let count = 0; count < 3; count++) {
    const begin = performance.now()
    await page.goto('/warroomDashboard')
    await page.locator('.widget').first().waitFor()
    times.push(performance.now() - begin)
    await page.goto('about:blank')
  }
  return times
}

/** Asks, while others ask for something small; ms of the answer and of the slowest small one. */
async function ask(server: BenchServer, session: BrowserSession, path: string) {
  const others = { slowest: 0, areOver: false }
  const asking = (async () => {
    while (!others.areOver) {
      const begin = performance.now()
      await (await fetch(`${server.url}/api/health`)).arrayBuffer()
      others.slowest = Math.max(others.slowest, performance.now() - begin)
    }
  })()
  const begin = performance.now()
  const bytes = (await (await session.request('GET', path)).arrayBuffer()).byteLength
  const time = performance.now() - begin
  others.areOver = true
  await asking
  return {
    time,
    remark: `${(bytes / 1024).toFixed(0)} KB; others waited ≤ ${others.slowest.toFixed(0)} ms`,
  }
}

async function questions(server: BenchServer): Promise<Figure[]> {
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  const figures: Figure[] = []
  for (const [name, path, atMost] of [
    ['first page of all sensors', '/api/sensors', 50],
    ['search in all sensors', '/api/sensors?find=signal%2099%20line', 200],
    ['last readings of the first page', '/api/scada/shadow-lambda/realtime', 50],
  ] as const) {
    await ask(server, session, path)
    const { time, remark } = await ask(server, session, path)
    figures.push({ name, value: time, unit: 'ms', target: { atMost }, remark })
  }
  return figures
}

export const catalogue: Benchmark = {
  name: 'catalogue',
  summary: 'start, memory, first screen and lists with very many sensors',
  async run(context) {
    await buildWeb(() => {})
    const { sensors } = context.options
    const dataDirectory = newDataDirectory(context)
    const empty = await startAndRest(context, dataDirectory)
    await fill(empty.server, sensors)
    await empty.server.stop()
    context.report(`${sensors} sensors`)
    const full = await startAndRest(context, dataDirectory)
    const more = full.bytes - empty.bytes
    const [uncached = 0, ...cached] = await firstScreen(context, full.server)
    return [
      {
        name: `start with ${sensors} sensors`,
        value: full.seconds,
        unit: 's',
        target: { atMost: 5 },
        remark: `empty, with the first set-up, ${empty.seconds.toFixed(2)} s`,
      },
      {
        name: 'memory of the server, more than empty',
        value: more / mebibyte,
        unit: 'MiB',
        target: { atMost: 200 },
        remark: `${(more / sensors).toFixed(0)} bytes a sensor`,
      },
      {
        name: 'first screen of a person with 200 of them, nothing cached',
        value: uncached,
        unit: 'ms',
        target: { atMost: 1_000 },
        remark: `cached ${cached.map((time) => time.toFixed(0)).join(', ')} ms`,
      },
      ...(await questions(full.server)),
    ]
  },
}
