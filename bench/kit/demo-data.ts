import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '#testing/eventually.ts'
import { startServerProcess } from '#testing/peers/server-process.ts'

export interface DemoData {
  readonly dataDirectory: string
  /** From the server's "ready" to the end of the back-fill. */
  readonly backfillSeconds: number
  readonly readings: number
}

const maximumWaitMs = 600_000
let made: Promise<DemoData> | undefined

/**
 * A data directory with the demo plant's 30 days of history, made once for all benchmarks of a run;
 * its server has stopped.
 */
export function demoData(report: (line: string) => void): Promise<DemoData> {
  made ??= make(report)
  return made
}

async function make(report: (line: string) => void): Promise<DemoData> {
  report('making the demo plant and its history')
  const directory = mkdtempSync(join(tmpdir(), 'warroom-bench-demo-'))
  chmodSync(directory, 0o755)
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  const dataDirectory = join(directory, 'data')
  const server = await startServerProcess({ WARROOM_DATA: dataDirectory, DEMO: 'on' })
  const begin = performance.now()
  const filled = () => /"readings":(\d+).*"demo history filled in"/.exec(server.output())
  await eventually('the demo history is filled in', filled, maximumWaitMs)
  const backfillSeconds = (performance.now() - begin) / 1000
  await server.stop()
  return { dataDirectory, backfillSeconds, readings: Number(filled()?.[1] ?? 0) }
}
