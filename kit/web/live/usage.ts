interface Usage {
  /** Called with the first user. */
  start(): void
  /** Called when there has been no user for `idleMs`. */
  stop(): void
  readonly idleMs: number
  after(ms: number, callback: () => void): () => void
}

/**
 * Something that runs while anybody uses it, and a little longer. The returned function begins a
 * use, and returns the one that ends it.
 */
export function createUsage({ start, stop, idleMs, after }: Usage): () => () => void {
  let users = 0
  let cancelStop = () => {}
  return () => {
    cancelStop()
    if (users++ === 0) start()
    let isUsing = true
    return () => {
      if (!isUsing) return
      isUsing = false
      if (--users === 0) cancelStop = after(idleMs, stop)
    }
  }
}
