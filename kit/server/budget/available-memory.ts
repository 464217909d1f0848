import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

const mebibyte = 2 ** 20
const minimumBudget = 128 * mebibyte
const maximumBudget = 512 * mebibyte

export interface MemoryLimits {
  /**
   * Limit of the process's control group (version 1 or 2); 0 or above all memory when there is
   * none.
   */
  readonly constrained: number
  /** Memory of the machine. */
  readonly machine: number
  /** What the JavaScript heap may grow to, `--max-old-space-size` included. */
  readonly heap: number
}

export function memoryLimits(): MemoryLimits {
  return {
    constrained: process.constrainedMemory(),
    machine: totalmem(),
    heap: getHeapStatistics().heap_size_limit,
  }
}

/**
 * Bytes that everything that waits may take: an eighth of the memory that the process may use, as
 * the telemetry engine lives in it too and what waits takes about twice its bytes while it is
 * worked on; at most a quarter of the heap; from 128 to 512 MiB.
 */
export function budgetBytes({ constrained, machine, heap }: MemoryLimits): number {
  const usable = constrained > 0 ? Math.min(constrained, machine) : machine
  return Math.floor(
    Math.min(maximumBudget, Math.max(minimumBudget, Math.min(usable / 8, heap / 4))),
  )
}
