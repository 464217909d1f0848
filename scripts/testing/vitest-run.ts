import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const project = join(import.meta.dirname, '..', '..')

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numFailedTestSuites: z.int(),
  testResults: z.array(z.object({ startTime: z.number() })),
})

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** When the first test began, ms UTC; Infinity when none did. */
  readonly firstTestAt: number
}

/**
 * Runs the tests of one configuration and counts them; a file that could not run at all counts as
 * one failure.
 */
export async function runVitest(
  configuration: string,
  filters: readonly string[],
): Promise<Outcome> {
  // Of this run alone: another may be under way in the same project.
  const directory = mkdtempSync(join(tmpdir(), 'warroom-test-report-'))
  const report = join(directory, 'report.json')
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
  const outcome = readOutcome(report)
  rmSync(directory, { recursive: true, force: true })
  return status !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}

function readOutcome(report: string): Outcome {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults } =
      Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    const failed =
      numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : numFailedTests
    const firstTestAt = Math.min(...testResults.map(({ startTime }) => startTime))
    return { passed: numPassedTests, failed, skipped: numPendingTests, firstTestAt }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, firstTestAt: Infinity }
  }
}
