import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/startup-error.ts'
import { keyBytes } from './keyring.ts'

/**
 * The file with the keys of an installation in its data directory: one a line in base64, the
 * present one first.
 */
export const keyFile = 'secret.key'

/**
 * The keys of the data directory `directory`; a new one is made where there is none. Throws
 * StartupError for a file that holds no keys.
 */
export function readKeyFile(directory: string): readonly Buffer[] {
  const path = join(directory, keyFile)
  const content = readPrivately(path) ?? makeKeyFile(directory, path)
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  const keys = lines.map(parseKey)
  if (keys.length > 0 && keys.every((key) => key !== null)) return keys
  throw new StartupError(
    `${path} does not hold keys of ${keyBytes} bytes in base64, one a line. Restore the file ` +
      `from a backup. ` +
      'Without it second factors cannot be read: remove it, start, and reset them with: npm run ' +
      'admin -- user reset-second-factor',
  )
}

/** A key of 32 bytes, written in base64 or as 64 hexadecimal digits; null when the text is none. */
export function parseKey(text: string): Buffer | null {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  const key = Buffer.from(trimmed, 'base64')
  const isExact =
    key.length === keyBytes &&
    key.toString('base64').replace(/=+$/, '') === trimmed.replace(/=+$/, '')
  return isExact ? key : null
}

/** The content of a file that nobody else may read from now on; null when there is none. */
function readPrivately(path: string): string | null {
  try {
    const descriptor = openSync(path, 'r')
    try {
      if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600)
      return readFileSync(descriptor, 'utf8')
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(
      `The file with the keys, ${path}, cannot be read by this program alone: ${reason}`,
      { cause },
    )
  }
}

/** It is whole and on disk before it has its name. */
function makeKeyFile(directory: string, path: string): string {
  const content = `${randomBytes(keyBytes).toString('base64')}\n`
  const unfinished = `${path}.new`
  rmSync(unfinished, { force: true })
  const descriptor = openSync(unfinished, 'wx', 0o600)
  writeSync(descriptor, content)
  fsyncSync(descriptor)
  closeSync(descriptor)
  linkSync(unfinished, path)
  rmSync(unfinished)
  const parent = openSync(directory, 'r')
  fsyncSync(parent)
  closeSync(parent)
  return content
}
