import type { Kysely } from 'kysely'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import { readCaller } from './sessions-store.ts'

/** What was read about a session is believed this long; what ends it sooner is told. */
const believedMs = 3_000
const mostRemembered = 10_000

interface Remembered {
  readonly caller: Caller
  readonly readAt: number
}

export interface Authenticator {
  /** The caller behind a session token, or null. */
  callerOf(token: string): Promise<Caller | null>
  /**
   * The caller behind the id of a session that was once authenticated; null when it may not be used
   * any more.
   */
  callerOfSession(sessionId: string): Promise<Caller | null>
  close(): void
}

/**
 * Reads sessions from the store and remembers them for moments; the bus events `sessionsEnded` and
 * `rightsChanged` take effect at once.
 */
export function createAuthenticator({
  sql,
  bus,
  clock,
}: {
  sql: Kysely<DB>
  bus: Bus
  clock: Clock
}): Authenticator {
  const callers = new Map<string, Remembered>()
  /**
   * Grows with everything that is forgotten: an answer that was under way meanwhile is not
   * remembered.
   */
  let generation = 0

  async function remembered(key: string, session: Buffer | string): Promise<Caller | null> {
    const now = clock()
    const known = callers.get(key)
    if (known && now - known.readAt < believedMs && now >= known.readAt) return known.caller
    const generationBefore = generation
    const caller = await readCaller(sql, session, now)
    if (caller === null) callers.delete(key)
    else if (generation === generationBefore) {
      if (callers.size >= mostRemembered) callers.clear()
      callers.set(key, { caller, readAt: now })
    }
    return caller
  }

  function forget(concerns: (caller: Caller) => boolean): void {
    generation += 1
    for (const [key, { caller }] of callers) if (concerns(caller)) callers.delete(key)
  }

  const stops = [
    bus.on('sessionsEnded', ({ sessionIds }) =>
      forget((caller) => sessionIds.includes(caller.sessionId)),
    ),
    bus.on('rightsChanged', ({ userIds }) =>
      forget((caller) => userIds === null || userIds.includes(caller.userId)),
    ),
  ]
  return {
    callerOf(token) {
      const hash = hashToken(token)
      return remembered(hash.toString('base64'), hash)
    },
    callerOfSession: (sessionId) => remembered(sessionId, sessionId),
    close() {
      for (const stop of stops) stop()
    },
  }
}
