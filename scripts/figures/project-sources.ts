import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { project } from '#testing/catalogues/catalogues.ts'
import type { Figure } from './distribution.ts'

export interface SourceFile {
  /** Relative to the project. */
  readonly path: string
  readonly text: string
  readonly isTest: boolean
}

/** Every TypeScript source that somebody wrote; what is generated or a list of words is not. */
export function projectSources(): readonly SourceFile[] {
  const exclude = ['**/node_modules', '**/.cache', '**/dist', ...notWritten]
  return globSync('**/*.{ts,tsx}', { cwd: project, exclude })
    .toSorted()
    .map((path) => ({
      path,
      text: readFileSync(`${project}${path}`, 'utf8'),
      isTest: isTest(path),
    }))
}

const notWritten = ['**/common-passwords.ts', 'kit/server/postgres-schema.ts']

function isTest(path: string): boolean {
  return /\.test\.tsx?$|^(testing|e2e|bench)\//.test(path)
}

export const maximumWidth = 100

/** Every line that is wider than `maximumWidth`, as `path:line`. */
export function wideLines(files: readonly SourceFile[]): readonly Figure[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ name: `${path}:${index + 1}`, value: [...line].length }))
      .filter(({ value }) => value > maximumWidth),
  )
}

export function fileLines(files: readonly SourceFile[]): readonly Figure[] {
  return files.map(({ path, text }) => ({ name: path, value: text.split('\n').length - 1 }))
}

/** How many sources lie in each folder itself. */
export function filesInFolders(files: readonly SourceFile[]): readonly Figure[] {
  const folders = Map.groupBy(files, ({ path }) => dirname(path))
  return [...folders].map(([name, { length: value }]) => ({ name, value }))
}
