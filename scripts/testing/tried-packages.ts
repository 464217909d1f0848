import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const dayMs = 86_400_000

/** Whether a day has passed since `noteTried` with this file, or it never was. */
export function mayTry(file: string, now = Date.now()): boolean {
  const last = statSync(file, { throwIfNoEntry: false })
  return last === undefined || Math.abs(now - last.mtimeMs) >= dayMs
}

export function noteTried(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
}
