import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces the file as a whole; it is on disk when this returns. */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.new`
  const descriptor = openSync(unfinished, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, path)
  syncPath(dirname(path))
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
