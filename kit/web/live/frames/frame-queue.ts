import type { Listener } from './listeners-by-id.ts'

/** Listeners that are called before the next paint, each once however often it was added. */
export interface FrameQueue {
  add(listeners: Iterable<Listener>): void
  remove(listener: Listener): void
}

/** How long the listeners of one frame may take, by a clock in ms. */
export interface FrameBudget {
  now(): number
  readonly ms: number
}

/**
 * `nextFrame` calls back before the next paint; a hidden page has none, and the queue waits. Of
 * listeners that take longer than the budget the rest is called in the frames that follow, in the
 * order in which they were added.
 */
export function createFrameQueue(
  nextFrame: (callback: () => void) => void,
  budget?: FrameBudget,
): FrameQueue {
  const due = new Set<Listener>()
  let isRequested = false

  function request(): void {
    if (isRequested || due.size === 0) return
    isRequested = true
    nextFrame(callDue)
  }

  function callDue(): void {
    isRequested = false
    const end = budget ? budget.now() + budget.ms : Infinity
    // What is added meanwhile waits for the next frame.
    for (const listener of [...due]) {
      if (!due.delete(listener)) continue
      callAlone(listener)
      if (budget && budget.now() >= end) break
    }
    request()
  }

  return {
    add(listeners) {
      for (const listener of listeners) due.add(listener)
      request()
    },
    remove: (listener) => void due.delete(listener),
  }
}

/** What fails is reported as any error of a script is, and takes no other listener along. */
function callAlone(listener: Listener): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
