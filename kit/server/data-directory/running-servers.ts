import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import { callControl, ControlError } from '../command-line/control.ts'
import { controlSocketOf } from './data-directory.ts'
import { makePrivateDirectory } from './socket-path.ts'

const helloTimeoutMs = 1_000

/**
 * One file for each server of this account, with the data directory that it runs on: the command
 * line of any shell finds them.
 */
const registry = (): string => join(tmpdir(), `warroom-servers-${process.getuid?.() ?? 'all'}`)

/**
 * Registers this process as the server of `dataDirectory`; returns the function that removes the
 * entry. A server works without it, too.
 */
export function registerServer(dataDirectory: string, log: BaseLogger): () => void {
  const path = join(registry(), `${process.pid}.json`)
  try {
    makePrivateDirectory(registry())
    writeFileSync(path, JSON.stringify({ dataDirectory }), { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error }, 'the command line finds this server only by WARROOM_DATA')
  }
  return () => rmSync(path, { force: true })
}

/**
 * Data directories on which servers of this account run now. Removes the entries of those that were
 * killed.
 */
export async function runningServers(): Promise<readonly string[]> {
  const found = await Promise.all(
    entries().map(async (path) => ((await servedBy(path)) ? [readEntry(path) ?? ''] : [])),
  )
  return [...new Set(found.flat())].filter((directory) => directory !== '').toSorted()
}

function entries(): readonly string[] {
  try {
    makePrivateDirectory(registry())
    return readdirSync(registry()).map((name) => join(registry(), name))
  } catch {
    // Somebody else's directory in its place: nothing in it is to be trusted.
    return []
  }
}

function readEntry(path: string): string | null {
  try {
    const entry: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const directory =
      typeof entry === 'object' && entry !== null && 'dataDirectory' in entry
        ? entry.dataDirectory
        : null
    return typeof directory === 'string' ? directory : null
  } catch {
    return null
  }
}

async function servedBy(path: string): Promise<boolean> {
  const directory = readEntry(path)
  try {
    if (directory === null) throw new Error('no entry')
    const signal = AbortSignal.timeout(helloTimeoutMs)
    await callControl(controlSocketOf(directory), 'hello', undefined, { signal })
    return true
  } catch (error) {
    // Whoever has the socket and does not answer in time is busy.
    const isDead = error instanceof ControlError && error.code === 'not_running'
    if (directory !== null && !isDead) return true
    rmSync(path, { force: true })
    return false
  }
}
