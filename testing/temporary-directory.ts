import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

// Processes of the test that are still ending may write once more: removing is then repeated.
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

/** A new directory that is removed when the current test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'warroom-test-'))
  onTestFinished(() => rmSync(directory, removal))
  return directory
}

/**
 * The same for a server's data: PostgreSQL runs as another account when this runs as root, and
 * passes through.
 */
export function reachableDirectory(): string {
  const directory = temporaryDirectory()
  chmodSync(directory, 0o711)
  return directory
}

/** A directory for all tests of a file. */
export function sharedDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'warroom-test-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
