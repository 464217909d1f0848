import type { BaseLogger } from 'pino'

/**
 * Does something at once and then at each interval, unless it is still under way then. A failure is
 * logged with the words `failure`, and the next time is retried. `stop` waits for what is under
 * way.
 */
export function regularly(
  intervalMs: number,
  { log, failure }: { readonly log: Pick<BaseLogger, 'warn'>; readonly failure: string },
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let isRunning = false
  const run = async () => {
    isRunning = true
    await work().catch((error: unknown) => log.warn({ err: error }, failure))
    isRunning = false
  }
  let running = run()
  const timer = setInterval(() => {
    if (!isRunning) running = run()
  }, intervalMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
