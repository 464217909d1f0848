import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..', '..')
const exclude = ['**/node_modules', '**/.cache', '**/dist']

/** The test files whose path contains one of the filters, or all of them without a filter. */
export function testFiles(filters: readonly string[]): readonly string[] {
  const files = globSync('**/*.test.{ts,tsx}', { cwd: project, exclude })
  // A filter may name a line, or the whole path.
  const words = filters.map((filter) => filter.replace(/:\d+$/, '').replace(`${project}/`, ''))
  return words.length === 0
    ? files
    : files.filter((file) => words.some((word) => file.includes(word)))
}

const servesShell = /^import \{[^}]*\bserveShell\b/m

/** Whether a test drives the built application in a browser. */
export const isBrowserTest = (file: string): boolean =>
  file.startsWith('e2e/') || servesShell.test(readFileSync(join(project, file), 'utf8'))

/** Whether a test looks at what the web was built to. */
export const needsBuiltWeb = (file: string): boolean =>
  file.startsWith('apps/') || isBrowserTest(file)
