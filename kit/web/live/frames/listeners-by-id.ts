export type Listener = () => void

/** Listeners by the id of what they listen to. */
export function createListenersById() {
  const listeners = new Map<number, Set<Listener>>()
  return {
    of: (id: number): Iterable<Listener> => listeners.get(id) ?? [],
    add(id: number, listener: Listener): void {
      const set = listeners.get(id)
      if (set) set.add(listener)
      else listeners.set(id, new Set([listener]))
    },
    remove(id: number, listener: Listener): void {
      const set = listeners.get(id)
      set?.delete(listener)
      if (set?.size === 0) listeners.delete(id)
    },
  }
}
