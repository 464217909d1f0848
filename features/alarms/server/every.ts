/** Does something after each interval; what it returns ends that. */
export function every(intervalMs: number, work: () => void): () => void {
  const timer = setInterval(work, intervalMs).unref()
  return () => clearInterval(timer)
}
