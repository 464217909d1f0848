import type { Kysely } from 'kysely'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'
import { readCaller } from './sessions-store.ts'

/** What was read about a session is used this long, unless a change is announced sooner. */
const cachedMs = 3_000
const maximumCached = 10_000

interface CachedCaller {
  readonly caller: Caller
  readonly readAt: number
}

interface CallerLookup {
  readonly begunAt: number
  /** Of the cache, as it began. */
  readonly generation: number
  readonly caller: Promise<Caller | null>
}

const isRecent = (readAt: number, now: number) => now - readAt < cachedMs && now >= readAt

export interface Callers {
  /** The caller behind a session token, or null. */
  callerOf(token: string): Promise<Caller | null>
  /**
   * The caller behind the id of a session that was once authenticated; null when it may not be used
   * any more.
   */
  callerOfSession(sessionId: string): Promise<Caller | null>
  /** Reads this session again from now on: it has another token. */
  refreshSession(sessionId: string): void
  /**
   * Announces once that these sessions are not in the store any more: nothing is open by them,
   * sockets among it. Whoever has just ended them does not wait for what the database notifies all
   * processes of: that comes later, or not at all while the connection that brings it is away.
   */
  endSessions(sessionIds: readonly string[]): void
  /**
   * The same for whoever has just changed rights of these users; null: of everybody. Resolves when
   * open sockets follow them.
   */
  changeRights(userIds: readonly number[] | null): Promise<void>
  close(): void
}

interface CallerServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly clock: Clock
}

/**
 * Reads sessions from the store and caches them for moments; the bus events `sessionsEnded` and
 * `rightsChanged` take effect at once.
 */
export function createCallers({ sql, bus, clock }: CallerServices): Callers {
  const cache = new CallerCache()
  const ended = new RecentlyEnded()

  /** Who asks while the same is being read gets that: hundreds of calls may begin at once. */
  const lookups = new Map<string, CallerLookup>()

  async function read(key: string, session: Buffer | string, now: number): Promise<Caller | null> {
    const { generation } = cache
    const caller = await readCaller(sql, session, now)
    if (caller === null) cache.delete(key)
    else cache.set(key, { caller, readAt: now }, generation)
    return caller
  }

  async function cached(key: string, session: Buffer | string): Promise<Caller | null> {
    const now = clock()
    const hit = cache.get(key, now)
    if (hit) return hit
    const underWay = lookups.get(key)
    if (underWay?.generation === cache.generation && isRecent(underWay.begunAt, now))
      return underWay.caller
    const lookup = {
      ...{ begunAt: now, generation: cache.generation },
      caller: read(key, session, now).finally(() => {
        if (lookups.get(key) === lookup) lookups.delete(key)
      }),
    }
    lookups.set(key, lookup)
    return lookup.caller
  }

  const refreshSessions = (sessionIds: readonly string[]) =>
    cache.deleteWhere((caller) => sessionIds.includes(caller.sessionId))
  const stops = [
    bus.on('sessionsEnded', ({ sessionIds }) => refreshSessions(sessionIds)),
    bus.on('rightsChanged', ({ userIds }) =>
      cache.deleteWhere((caller) => userIds === null || userIds.includes(caller.userId)),
    ),
  ]
  return {
    callerOf(token) {
      const hash = hashToken(token)
      return cached(hash.toString('base64'), hash)
    },
    callerOfSession: (sessionId) => cached(sessionId, sessionId),
    refreshSession: (sessionId) => refreshSessions([sessionId]),
    endSessions(sessionIds) {
      const unannounced = sessionIds.filter((id) => ended.add(id))
      if (unannounced.length > 0) bus.emit('sessionsEnded', { sessionIds: unannounced })
    },
    changeRights: (userIds) => bus.emitAndWait('rightsChanged', { userIds }),
    close() {
      for (const stop of stops) stop()
    },
  }
}

class CallerCache {
  readonly #callers = new Map<string, CachedCaller>()
  /** Grows with every removal: what was read before it is not stored after it. */
  generation = 0

  /** Null for what was read too long ago, or later than `now`. */
  get(key: string, now: number): Caller | null {
    const cached = this.#callers.get(key)
    return cached && isRecent(cached.readAt, now) ? cached.caller : null
  }

  set(key: string, caller: CachedCaller, generation: number): void {
    if (generation !== this.generation) return
    if (this.#callers.size >= maximumCached) this.#callers.clear()
    this.#callers.set(key, caller)
  }

  delete(key: string): void {
    this.#callers.delete(key)
  }

  deleteWhere(isAffected: (caller: Caller) => boolean): void {
    this.generation += 1
    for (const [key, { caller }] of this.#callers) if (isAffected(caller)) this.#callers.delete(key)
  }
}

/** Ends of sessions are announced by the call and by the database, in either order. */
class RecentlyEnded {
  readonly #ids = new Set<string>()

  /** Whether it was not among them. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    for (const oldest of this.#ids) {
      if (this.#ids.size <= maximumCached) break
      this.#ids.delete(oldest)
    }
    return true
  }
}
