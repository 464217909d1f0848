import type { BaseLogger } from 'pino'

/**
 * Does something at once and then at each interval, one after the other; of the times that came
 * while it was under way one is made up for. A failure is logged with the words `failure`, and the
 * next time is retried. `stop` waits for what is under way.
 */
export function regularly(
  intervalMs: number,
  { log, failure }: { readonly log: Pick<BaseLogger, 'warn'>; readonly failure: string },
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  const run = () => work().catch((error: unknown) => log.warn({ err: error }, failure))
  let running = run()
  let isWaiting = false
  const timer = setInterval(() => {
    if (isWaiting) return
    isWaiting = true
    running = running.then(() => {
      isWaiting = false
      return run()
    })
  }, intervalMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
