/** A function that runs `work` once at the end of the turn, however often it was called in it. */
export function onceATurn(microtask: (callback: () => void) => void, work: () => void): () => void {
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
