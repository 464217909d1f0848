import { setImmediate } from 'node:timers/promises'

/** What is asked for in one turn is done by one call with all of it. */
export function batched<Item>(
  work: (items: readonly Item[]) => Promise<void>,
): (items: readonly Item[]) => Promise<void> {
  let waiting: { readonly items: Item[]; readonly done: Promise<void> } | null = null
  const start = (items: Item[]) =>
    setImmediate().then(() => {
      waiting = null
      return work(items)
    })
  return async (items) => {
    if (waiting) waiting.items.push(...items)
    else {
      const all = [...items]
      waiting = { items: all, done: start(all) }
    }
    return waiting.done
  }
}
