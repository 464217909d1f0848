/**
 * Up to where somebody has followed a topic. Who stops and begins again with the same one is
 * notified of what came in between.
 */
export interface Followed {
  updates?: number
}

/** What listeners are notified of at once; 'reload': changes may have been missed. */
export class Topic<Update> {
  readonly #listeners = new Set<(update: Update | 'reload') => void>()
  #updates = 0

  notify(update: Update | 'reload'): void {
    this.#updates++
    for (const listener of this.#listeners) listener(update)
  }

  /** The returned function removes the listener. */
  add(listener: (update: Update | 'reload') => void, followed?: Followed): () => void {
    this.#listeners.add(listener)
    if (followed?.updates !== undefined && followed.updates !== this.#updates) listener('reload')
    return () => {
      this.#listeners.delete(listener)
      if (followed) followed.updates = this.#updates
    }
  }
}
