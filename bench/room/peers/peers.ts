import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { eventually } from '#testing/eventually.ts'
import { visit } from '#testing/peers/browser.ts'
import { freePort } from '#testing/peers/free-port.ts'
import type { BenchmarkContext } from '../../kit/benchmark.ts'
import type { Figure } from '../../kit/figures.ts'
import { traceMainThread } from '../../kit/main-thread-trace.ts'
import { watchMainThread } from '../../kit/main-thread.ts'
import type { Scene, Viewport } from '../scene.ts'
import { nodeRed } from './node-red.ts'
import { versionsOf, type PeerProgram, type PeerStart } from './peer.ts'

const programs: readonly PeerProgram[] = [nodeRed]
const values = 200
const seconds = 10
const tracedSeconds = 4
const settledMs = 5_000

/**
 * The main thread of pages of other programs that show 200 values at 1 Hz, in a window as large as
 * that of the product's own widgets. Where one is not installed the figure is left out, and it is
 * stated why.
 */
export async function peersOf(
  { browser, silence }: Scene,
  context: BenchmarkContext,
  viewport: Viewport,
): Promise<Figure[]> {
  const { peers } = context.options
  if (peers === null) {
    context.report('no other programs: --peers names no directory that has them')
    return []
  }
  silence()
  const figures: Figure[] = []
  for (const program of programs) {
    const modules = resolve(peers, 'node_modules')
    const versions = versionsOf(program, modules)
    if (versions === null) {
      context.report(`${program.name} is not installed (npm install ${program.packages.join(' ')})`)
      continue
    }
    const port = await freePort()
    const start = program.prepare(modules, join(context.directory(), 'home'), port)
    await startProgram(context, start)
    const url = `http://127.0.0.1:${port}${start.path}`
    const { page } = await visit(browser, { viewport, baseURL: url })
    await eventually(`${program.name} answers`, () => opens(page, url))
    await eventually('all values are shown', () => areShown(page, program.valueSelector))
    await delay(settledMs)
    const { share, parts } = await watchMainThread(page, seconds)
    const phases = await traceMainThread(browser, tracedSeconds)
    await page.context().close()
    figures.push({
      ...{ name: `main thread, ${values} values at 1 Hz of ${program.name}`, value: share },
      ...{ unit: 'ms/s', remark: `${versions}; ${parts}; traced: ${phases}` },
    })
  }
  return figures
}

async function startProgram(context: BenchmarkContext, start: PeerStart): Promise<void> {
  const child = spawn(process.execPath, [start.file, ...start.arguments], { stdio: 'ignore' })
  await once(child, 'spawn')
  context.atEnd(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await ended
  })
}

/** Whether the program's page is there. */
async function opens(page: Page, url: string): Promise<boolean> {
  const reply = await page.goto(url).catch(() => null)
  return reply?.ok() ?? false
}

/** Whether each value has a figure. */
async function areShown(page: Page, selector: string): Promise<boolean> {
  const texts = await page.locator(selector).allInnerTexts()
  return texts.filter((text) => /\d/.test(text)).length >= values
}
