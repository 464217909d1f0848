import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Outcome, outcomeFileVariable } from './outcome.ts'

const project = join(import.meta.dirname, '..', '..')
/** Each file of tests is a process of its own: what one has compiled, the others need not. */
const compiled = join(project, '.cache/node')

/**
 * Runs the tests of one configuration, and returns what came of them. A run that did not end well
 * always has a failure.
 */
export async function runVitest(
  configuration: string,
  filters: readonly string[],
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<Outcome> {
  // Of this run alone: another may be under way in the same project.
  const directory = mkdtempSync(join(tmpdir(), 'warroom-test-outcome-'))
  const file = join(directory, 'outcome.json')
  const words = [
    'run',
    '--config',
    configuration,
    '--reporter=default',
    `--reporter=${join(import.meta.dirname, 'outcome-reporter.ts')}`,
    '--passWithNoTests',
  ]
  const child = spawn(join(project, 'node_modules/.bin/vitest'), [...words, ...filters], {
    cwd: project,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, [outcomeFileVariable]: file },
  })
  const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
  const outcome = readOutcome(file)
  rmSync(directory, { recursive: true, force: true })
  if (status === 0 || outcome.failures.length > 0) return outcome
  const reason = `vitest ended with ${signal ?? `status ${status}`}`
  return { ...outcome, failures: [{ where: configuration, title: 'the run itself', reason }] }
}

function readOutcome(file: string): Outcome {
  try {
    return Outcome.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = `No outcome could be read: ${String(error)}`
    const failures = [{ where: file, title: 'the run itself', reason }]
    return { passed: 0, skipped: 0, firstTestAt: null, failures }
  }
}
