import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { filesUnder } from './files.ts'

/** What the web application is made of, seen from the project's directory. */
const sources = [
  'apps/web',
  'features',
  'kit/model',
  'kit/ui',
  'kit/web',
  'package-lock.json',
  'package.json',
  'scripts/web-build',
  'vite.config.ts',
]

/** SHA-256 over names and contents of everything the web application is made of. */
export const hashSources = (project: string): Promise<string> =>
  hashFiles(project, sources, isSource)

/**
 * SHA-256 over names and contents of the files and folders in `paths`, seen from the project's
 * directory; of their files those count of which `isSource` holds.
 */
export async function hashFiles(
  project: string,
  paths: readonly string[],
  isSource: (name: string) => boolean,
): Promise<string> {
  const found = await Promise.all(paths.map((path) => filesUnder(join(project, path))))
  const names = found
    .flat()
    .map((path) => relative(project, path).split(sep).join('/'))
    .filter(isSource)
    .toSorted()
  const contents = await Promise.all(names.map((name) => readFile(join(project, name))))
  const hash = createHash('sha256')
  for (const [index, name] of names.entries()) {
    const content = contents[index] ?? Buffer.alloc(0)
    hash.update(`${name}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const isSource = (path: string): boolean =>
  !/\.test\.tsx?$|\.md$|^apps\/web\/dist\/|^features\/[^/]+\/server\//.test(path)
