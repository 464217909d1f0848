import { globSync, readFileSync } from 'node:fs'
import { promiseProblems, type SourceText } from './promises/promises.ts'

// Every numbered promise of a document has a test whose title carries its number.
const exclude = (path: string) => /node_modules|\bdist\b|\.cache/.test(path)
const read = (pattern: string): SourceText[] =>
  globSync(pattern, { exclude }).map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const tests = [...read('**/*.test.{ts,tsx}'), ...read('{e2e,testing}/**/*.ts')]
const problems = promiseProblems(read('**/*.md'), tests)
if (tests.length === 0) problems.push('no tests were looked at')
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
