import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partsOf } from './test-files.ts'

const project = join(import.meta.dirname, '..', '..')

/** What of a test file changes its process, or needs one of its own. */
const ofTheProcess = [
  /\bvi\.(?:mock|doMock|hoisted)\b/,
  /\bprocess\.(?:on|once|chdir|umask|exit\w*)\b/,
  /'node:(?:worker_threads|v8|vm|module)'/,
  // Packages that change what is global when they are loaded: PDF.js and node-opcua.
  /'unpdf'|'node-opcua|\/opcua-server\.ts'/,
]

/**
 * Whether a test file may follow others in their process, where packages stay loaded and the
 * project's modules are loaded again (`testing/shared-process/fresh-modules.ts`): what it leaves
 * changed there fails it.
 */
export function mayFollow(file: string): boolean {
  const text = readFileSync(join(project, file), 'utf8')
  return !ofTheProcess.some((pattern) => pattern.test(text)) && partsOf(file).every(mayFollow)
}
