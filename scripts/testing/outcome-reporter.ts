import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type Failure, type Outcome, outcomeFileVariable } from './outcome.ts'

interface TestError {
  readonly message: string
  readonly stack?: string
  readonly diff?: string
  /** Of a property that does not hold: what its example failed with. */
  readonly cause?: unknown
}
type Errors = readonly TestError[]

/** Writes the outcome of a run of tests into the file that its variable names. */
export default class OutcomeReporter implements Reporter {
  readonly #startedAt: number[] = []

  onTestModuleStart(): void {
    this.#startedAt.push(Date.now())
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const file = process.env[outcomeFileVariable]
    if (file === undefined) throw new Error(`The variable ${outcomeFileVariable} is not set`)
    writeFileSync(file, JSON.stringify(outcomeOf(modules, unhandled, this.#startedAt[0] ?? null)))
  }
}

function outcomeOf(
  modules: readonly TestModule[],
  unhandled: Errors,
  firstTestAt: number | null,
): Outcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  return {
    passed: count('passed'),
    skipped: count('skipped') + count('pending'),
    firstTestAt,
    failures: [
      ...tests.flatMap(failureOfTest),
      ...suites.flatMap(failureOfSuite),
      ...unhandled.map((error) => failure('', 'an error that no test caught', [error])),
    ],
  }
}

function failureOfTest(test: TestCase): Failure[] {
  const { state, errors } = test.result()
  if (state !== 'failed') return []
  return [failure(test.module.relativeModuleId, test.fullName, errors ?? [])]
}

function failureOfSuite(suite: TestModule | TestSuite): Failure[] {
  const errors = suite.errors()
  if (errors.length === 0) return []
  return suite.type === 'module'
    ? [failure(suite.relativeModuleId, 'the whole file', errors)]
    : [failure(suite.module.relativeModuleId, suite.fullName, errors)]
}

/** Of each error: a test may have one of its own and one of the page that it was on. */
const linesOfReason = 28
/** An example of a property may be one very long line. */
const charactersOfLine = 400

const shortened = (reason: string) =>
  reason
    .trimEnd()
    .split('\n')
    .slice(0, linesOfReason)
    .map((line) => line.slice(0, charactersOfLine))
    .join('\n')

function failure(file: string, title: string, errors: Errors): Failure {
  const frames = errors.flatMap(({ stack = '' }) => stack.split('\n').filter(isOfProject))
  const reasons = errors.flatMap((error) => [error, ...causesOf(error)].map(reasonOf))
  return {
    where: [file, ...frames.slice(0, 2).map((frame) => frame.trim())].filter(Boolean).join(' '),
    title,
    reason: stripVTControlCharacters(reasons.join('\n')) || 'no reason was given',
  }
}

const reasonOf = ({ message, diff = '' }: TestError) => shortened(`${message}\n${diff}`)

function causesOf({ cause }: TestError): TestError[] {
  const isError = typeof cause === 'object' && cause !== null && 'message' in cause
  return isError ? [{ message: `Caused by: ${String(cause.message)}` }] : []
}

const isOfProject = (frame: string) => /^\s+at /.test(frame) && !frame.includes('node_modules')
