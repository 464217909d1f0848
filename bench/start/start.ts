import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildWeb } from '../../scripts/build-web.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { demoData } from '../kit/demo-data.ts'
import type { Figure } from '../kit/figures.ts'
import { memoryOf, processorSeconds, processTree, type ProcessMemory } from '../kit/processes.ts'
import { countScripts } from '../kit/script-bytes.ts'
import { median } from '../kit/statistics.ts'

const project = join(import.meta.dirname, '..', '..')
const starts = 5
const restMs = 60_000
/** What a start leaves to do is done by then. */
const settleMs = 15_000
const pollMs = 10
const maximumWaitMs = 60_000
const mebibyte = 2 ** 20

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly seconds: number
}

async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { headers: { accept: 'text/html' } })
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}

/** Runs `npm start` as a person would, and waits for the first page and for readiness. */
async function npmStart(dataDirectory: string): Promise<Started> {
  const [http, mqtt] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http}`
  const begin = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: {
      ...process.env,
      WARROOM_DATA: dataDirectory,
      HTTP_PORT: String(http),
      MQTT_PORT: String(mqtt),
      DEMO: 'on',
    },
    stdio: 'ignore',
  })
  while (!((await answers(`${url}/`)) && (await answers(`${url}/api/ready`)))) {
    if (performance.now() - begin > maximumWaitMs)
      throw new Error('npm start showed no page within 60 s')
    await delay(pollMs)
  }
  return { child, url, seconds: (performance.now() - begin) / 1000 }
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function nameOf({ command }: ProcessMemory): string {
  if (/^npm\b|npm-cli/.test(command)) return 'npm'
  if (command.includes('apps/server/main.ts')) return 'server'
  if (command.includes('simulator.ts')) return 'simulator'
  if (/postgres/.test(command)) return 'PostgreSQL'
  return command.split(' ')[0] ?? ''
}

/** Memory by program, npm among them: it stays while `npm start` runs. */
function memoryFigures(root: number): Figure[] {
  const processes = memoryOf(processTree(root))
  const sum = (field: 'residentBytes' | 'proportionalBytes', of = processes) =>
    of.reduce((bytes, memory) => bytes + memory[field], 0) / mebibyte
  const parts = [...Map.groupBy(processes, nameOf)].map(
    ([name, of]) => `${name} ${sum('proportionalBytes', of).toFixed(0)}`,
  )
  return [
    {
      name: 'memory at rest, shared pages once (PSS)',
      value: sum('proportionalBytes'),
      unit: 'MB',
      target: { atMost: 650 },
      remark: parts.join(', '),
    },
    {
      name: 'memory at rest, shared pages in each (RSS)',
      value: sum('residentBytes'),
      unit: 'MB',
      remark: `${processes.length} processes`,
    },
  ]
}

/**
 * Processor time of the server and of everything together while nobody looks; `shares` of one
 * processor, by process.
 */
function processorFigures(processes: readonly number[], shares: readonly number[]): Figure[] {
  const names = new Map(memoryOf(processes).map((memory) => [memory.pid, nameOf(memory)]))
  const percent = (of: (name: string | undefined) => boolean) =>
    100 *
    shares.reduce(
      (sum, share, index) => sum + (of(names.get(processes[index] ?? 0)) ? share : 0),
      0,
    )
  return [
    {
      name: 'server at rest with the demo',
      value: percent((name) => name === 'server'),
      unit: '% of a core',
      target: { atMost: 6 },
    },
    {
      name: 'all processes at rest with the demo',
      value: percent(() => true),
      unit: '% of a core',
    },
  ]
}

/** Bytes of JavaScript that a browser fetches until the sign-in page is there. */
async function signInFigure(url: string, context: BenchmarkContext): Promise<Figure> {
  const browser = await openBrowser()
  context.atEnd(() => browser.close())
  const { page } = await visit(browser, { baseURL: url })
  const scripts = await countScripts(page)
  await page.goto('/')
  await page.locator('input[type=password]').waitFor()
  await page.waitForLoadState('networkidle')
  const { bytes, files } = scripts()
  return {
    name: 'JavaScript to the sign-in page',
    value: bytes / 1024,
    unit: 'KB',
    target: { atMost: 180 },
    remark: `${files} files, headers included`,
  }
}

export const start: Benchmark = {
  name: 'start',
  summary: 'start to first page, memory at rest, JavaScript to the sign-in page',
  async run(context) {
    await buildWeb(() => {})
    const { dataDirectory } = await demoData(context.report)
    const seconds: number[] = []
    for (let count = 0; count < starts; count++) {
      const started = await npmStart(dataDirectory)
      seconds.push(started.seconds)
      await stop(started)
    }
    const last = await npmStart(dataDirectory)
    context.atEnd(() => stop(last))
    context.report(`resting for ${restMs / 1000} s`)
    await delay(settleMs)
    const processes = processTree(last.child.pid ?? 0)
    const used = () => processes.map(processorSeconds)
    const before = used()
    await delay(restMs - settleMs)
    const shares = used().map(
      (seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / (restMs - settleMs),
    )
    const memory = memoryFigures(last.child.pid ?? 0)
    const worst = Math.max(...seconds).toFixed(2)
    const remark = `median of ${starts}, worst ${worst} s; npm itself included`
    return [
      {
        name: 'npm start to first page',
        value: median(seconds),
        unit: 's',
        target: { atMost: 3 },
        remark,
      },
      ...processorFigures(processes, shares),
      ...memory,
      await signInFigure(last.url, context),
    ]
  },
}
