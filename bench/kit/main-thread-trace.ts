import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** μs of the thread's own time, which stands still while other programs have the core. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc', 'toplevel']
const task = 'RunTask'
const phases: readonly (readonly [phase: string, names: readonly string[]])[] = [
  ['script', ['FunctionCall', 'EvaluateScript']],
  ['style', ['UpdateLayoutTree']],
  ['layout', ['Layout']],
  ['pre-paint', ['PrePaint']],
  ['paint', ['Paint']],
  ['layers', ['Layerize']],
  ['commit', ['Commit']],
]

/**
 * What the busiest page's main thread did: ms a second of its own time by phase, frames, and its
 * longest task in its own time, which other programs on the same cores do not lengthen.
 */
export async function traceMainThread(browser: Browser, seconds: number): Promise<string> {
  const devtools = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent)
  })
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await delay(seconds * 1_000)
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  await devtools.detach()
  const busiest = busiestThread(events)
  const share = (names: readonly string[]) =>
    ofNames(busiest, names).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000 / seconds
  const frames = ofNames(busiest, ['Commit']).length / seconds
  const parts = phases.map(([phase, names]) => `${phase} ${share(names).toFixed(1)}`)
  const longest = Math.max(0, ...ofNames(busiest, [task]).map(({ tdur = 0 }) => tdur / 1_000))
  const tasks = `longest task ${longest.toFixed(0)} ms of its own time`
  return `${parts.join(', ')}; ${frames.toFixed(0)} frames/s; ${tasks}`
}

const ofNames = (events: readonly TraceEvent[], names: readonly string[]) =>
  events.filter(({ name }) => names.includes(name))

function busiestThread(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const key = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(key),
  )
  const complete = events.filter((event) => event.ph === 'X' && main.has(key(event)))
  const work = (thread: readonly TraceEvent[]) =>
    thread.reduce((sum, { tdur = 0 }) => sum + tdur, 0)
  const threads = [...Map.groupBy(complete, key).values()]
  return threads.toSorted((one, other) => work(other) - work(one))[0] ?? []
}
