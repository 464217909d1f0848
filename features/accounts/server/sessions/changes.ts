import { z } from 'zod'
import type { AccountServices } from '../account-services.ts'

const Change = z.union([
  z.object({ ended: z.string() }),
  z.object({ user: z.int32() }),
  z.object({ role: z.string() }),
])

/**
 * Announces on the bus what the database notifies of sessions and rights, whichever process changed
 * them; nothing else announces it. Returns the function that stops it.
 */
export async function announceChanges({
  bus,
  listener,
}: Pick<AccountServices, 'bus' | 'listener'>): Promise<() => void> {
  return listener.listen('warroom_sessions', Change, {
    notified(change) {
      if ('ended' in change) bus.emit('sessionsEnded', { sessionIds: [change.ended] })
      else bus.emit('rightsChanged', { userIds: 'user' in change ? [change.user] : null })
    },
    reconnected: () => bus.emit('rightsChanged', { userIds: null }),
  })
}
