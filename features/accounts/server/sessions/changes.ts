import { z } from 'zod'
import type { AccountServices } from '../account-services.ts'
import type { Callers } from './callers.ts'

const Change = z.union([
  z.object({ ended: z.string() }),
  z.object({ user: z.int32() }),
  z.object({ role: z.string() }),
])

/**
 * Announces on the bus what the database notifies of sessions and rights, whichever process changed
 * them; what a call of this process changes it has announced already. Returns the function that
 * stops it.
 */
export async function announceChanges(
  { bus, listener }: Pick<AccountServices, 'bus' | 'listener'>,
  callers: Pick<Callers, 'endSessions'>,
): Promise<() => void> {
  return listener.listen('warroom_sessions', Change, {
    notified(change) {
      if ('ended' in change) callers.endSessions([change.ended])
      else bus.emit('rightsChanged', { userIds: 'user' in change ? [change.user] : null })
    },
    reconnected: () => bus.emit('rightsChanged', { userIds: null }),
  })
}
