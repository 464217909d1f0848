const waiting: (() => void)[] = []

/**
 * Resolves when the next slice of long work may run. Whoever works in slices of a millisecond or so
 * awaits this between them: however many do, each turn of the event loop has one slice, in the
 * order in which they asked, so that a message or a short call meets with one slice at each of its
 * steps and not with one of everybody's.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(runOne)
  })
}

function runOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(runOne)
}
