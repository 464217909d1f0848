import type { FastifyBaseLogger } from 'fastify'
import type { AccountServices } from '../account-services.ts'
import { deleteOldFailures } from '../sign-in/sign-in-failures-store.ts'
import { deleteOldTickets } from '../sign-in/sign-in-tickets-store.ts'
import { releaseBrowsers } from './notified-browsers-store.ts'
import { deleteOldSessions, lockOldSessions } from './sessions-store.ts'

const intervalMs = 3_600_000

/**
 * Removes what is over, now and every hour. Returns the function that stops it and waits for the
 * last run.
 */
export function sweepRegularly(
  { sql, clock }: Pick<AccountServices, 'sql' | 'clock'>,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const sweep = async () => {
    try {
      await sql.transaction().execute(async (transaction) => {
        await releaseBrowsers(transaction, await lockOldSessions(transaction, clock()))
        await deleteOldSessions(transaction, clock())
      })
      await deleteOldFailures(sql, clock())
      await deleteOldTickets(sql, clock())
    } catch (error) {
      log.warn({ err: error }, 'ended sessions could not be removed')
    }
  }
  let running = sweep()
  const timer = setInterval(() => {
    running = sweep()
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
