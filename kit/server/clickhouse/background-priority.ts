import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** The nice value of the embedded engine's threads that nobody waits for. */
export const backgroundNiceness = 10

/**
 * The engine's settings for statements that nobody waits for: readings on their way to the store.
 */
export const backgroundSettings = {
  os_threads_nice_value_query: backgroundNiceness,
  os_threads_nice_value_materialized_view: backgroundNiceness,
} as const

/**
 * Takes them back for one statement. Rollups are written beside each other: nearly all of its time
 * is waiting for the disk.
 */
export const foregroundSettings = {
  os_threads_nice_value_query: 0,
  os_threads_nice_value_materialized_view: 0,
  parallel_view_processing: 1,
  max_threads: 3,
} as const

const mergeThreadName = 'MergeMutate'

/**
 * The threads of this process in which the engine merges parts give way to all others when the
 * processors are busy: to the thread that answers devices above all. Linux only, where a thread
 * has a priority of its own; elsewhere the engine's are as they are.
 */
export function lowerMergePriority(): void {
  for (const thread of mergeThreads()) {
    try {
      if (getPriority(thread) < backgroundNiceness) setPriority(thread, backgroundNiceness)
    } catch {
      // The thread has ended meanwhile.
    }
  }
}

/** Ids of the engine's merging threads; empty where the system does not list threads. */
export function mergeThreads(): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync(tasks)
    .map(Number)
    .filter((thread) => nameOf(thread) === mergeThreadName)
}

const tasks = '/proc/self/task'

function nameOf(thread: number): string | null {
  try {
    return readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}
