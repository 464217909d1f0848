/** A function that runs `work` once in the next microtask, however often it is called before. */
export function coalesced(microtask: (callback: () => void) => void, work: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    microtask(() => {
      isDue = false
      work()
    })
  }
}
