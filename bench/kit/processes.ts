import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of processor time that the process has used; 0 when it is gone. */
export function processorSeconds(pid: number): number {
  return secondsOf(readStat(`${pid}`))
}

/** The same of the thread alone that runs its JavaScript. */
export function mainThreadSeconds(pid: number): number {
  return secondsOf(readStat(`${pid}/task/${pid}`))
}

const secondsOf = (fields: readonly string[] | null) =>
  fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0

/** The process and everything it started, and what those started. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? readStat(name) : null
    if (fields) parents.set(Number(name), Number(fields[1]))
  }
  const tree = [root]
  for (const pid of tree)
    for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

export interface ProcessMemory {
  readonly pid: number
  readonly command: string
  /** Memory in use, counting shared pages in every process that shares them. */
  readonly residentBytes: number
  /** The same with each shared page divided among those that share it. */
  readonly proportionalBytes: number
}

/** What each of the processes holds in memory; those that have ended meanwhile are left out. */
export function memoryOf(pids: readonly number[]): ProcessMemory[] {
  return pids.flatMap((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      const kilobytes = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0)
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return [
        {
          pid,
          command,
          residentBytes: kilobytes('Rss') * 1024,
          proportionalBytes: kilobytes('Pss') * 1024,
        },
      ]
    } catch {
      return []
    }
  })
}

/** Fields of /proc/…/stat from the state on: the name before them may hold blanks. */
function readStat(name: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
