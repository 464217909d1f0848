import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

function stateOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2)
  } catch {
    return ''
  }
}

/** Whether a process runs; one that has ended and was not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  return /^[^Z]/.test(stateOf(pid))
}
