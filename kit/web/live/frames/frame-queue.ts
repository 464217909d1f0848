import type { Listener } from './listeners-by-id.ts'

/** Listeners that are called before the next paint, each once however often it was added. */
export interface FrameQueue {
  add(listeners: Iterable<Listener>): void
  remove(listener: Listener): void
}

/** `nextFrame` calls back before the next paint; a hidden page has none, and the queue waits. */
export function createFrameQueue(nextFrame: (callback: () => void) => void): FrameQueue {
  const due = new Set<Listener>()
  let isRequested = false

  function callAll(): void {
    isRequested = false
    const listeners = [...due]
    due.clear()
    for (const listener of listeners) callAlone(listener)
  }

  return {
    add(listeners) {
      for (const listener of listeners) due.add(listener)
      if (isRequested || due.size === 0) return
      isRequested = true
      nextFrame(callAll)
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
