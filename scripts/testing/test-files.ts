import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const project = join(import.meta.dirname, '..', '..')
const exclude = ['**/node_modules', '**/.cache', '**/dist']

const texts = new Map<string, string>()

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(project, file), 'utf8')
  texts.set(file, text)
  return text
}

/**
 * The test files whose path contains one of the filters, or all of them without a filter. A part of
 * one that is chosen is run by that one; where it is not, the part runs by itself.
 */
export function testFiles(filters: readonly string[]): readonly string[] {
  const files = globSync('**/*.test.{ts,tsx}', { cwd: project, exclude })
  // A filter may name a line, or the whole path.
  const words = filters.map((filter) => filter.replace(/:\d+$/, '').replace(`${project}/`, ''))
  const chosen =
    words.length === 0 ? files : files.filter((file) => words.some((word) => file.includes(word)))
  const parts = new Set(chosen.flatMap(partsOf))
  return chosen.filter((file) => !parts.has(file))
}

/** The test files that a test file has as its parts: they share what it starts. */
export const partsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/ import\('(\.[^'\n]+\.test\.tsx?)'\)/g)].map(([, part = '']) =>
    posix.join(posix.dirname(file), part),
  )

const servesShell = /^import \{[^}]*\bserveShell\b/m

/** Whether a test drives the built application in a browser. */
export const isBrowserTest = (file: string): boolean =>
  file.startsWith('e2e/') || servesShell.test(textOf(file))

const loadsServer = /\/(?:server-process|(?:command-|device-|shared-device-|live-)?site)\.ts'/

/** Whether a test starts the server as a process of its own. */
export const startsServer = (file: string): boolean =>
  file.startsWith('e2e/') || loadsServer.test(textOf(file)) || partsOf(file).some(startsServer)

/** Whether a test looks at what the web was built to. */
export const needsBuiltWeb = (file: string): boolean =>
  file.startsWith('apps/') || isBrowserTest(file)
