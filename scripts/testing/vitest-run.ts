import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const project = join(import.meta.dirname, '..', '..')

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numFailedTestSuites: z.int(),
})

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Runs the tests of one configuration and counts them; a file that could not run at all counts as
 * one failure.
 */
export async function runVitest(
  configuration: string,
  filters: readonly string[],
): Promise<Counts> {
  const report = join(project, '.cache', `${configuration}.json`)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const words = [
    'run',
    '--config',
    configuration,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--passWithNoTests',
  ]
  const child = spawn(join(project, 'node_modules/.bin/vitest'), [...words, ...filters], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  const counts = readCounts(report)
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readCounts(report: string): Counts {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = Report.parse(
      JSON.parse(readFileSync(report, 'utf8')),
    )
    const failed =
      numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : numFailedTests
    return { passed: numPassedTests, failed, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
