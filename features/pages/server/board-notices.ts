import type { Kysely } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { BoardChange, Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { KeyedQueues } from '#kit/server/process/serial-queue.ts'
import { readBoardVersion } from './boards-store.ts'
import type { Presence } from './presence.ts'
import { readAudience } from './shares-store.ts'

type Audience = BoardChange['audience']

/** How often it is looked for tabs that fell silent. */
const sweepMs = 5_000
/** What could not be announced is announced so soon after the database is back. */
const retryMs = 250

interface Announcement {
  /** To whom the board was open until now. */
  readonly former: Audience
  readonly isOnlyEditors: boolean
}

const nobody: Audience = { userIds: [], roles: [] }

const both = (one: Audience, other: Audience): Audience => ({
  userIds: [...new Set([...one.userIds, ...other.userIds])],
  roles: [...new Set([...one.roles, ...other.roles])],
})

interface NoticeServices {
  readonly sql: Kysely<DB>
  readonly bus: Bus
  readonly presence: Presence
  readonly log: FastifyBaseLogger
}

/** Announces to open screens that a board, or who edits it, changed. */
export class BoardNotices {
  readonly #services: NoticeServices
  readonly #timer: NodeJS.Timeout
  readonly #stop: () => void
  /** Of one board the newest state is announced last. */
  readonly #queues = new KeyedQueues<string>(Infinity, () => new Error('no queue is full'))
  /** By board, what is yet to be announced. */
  readonly #failed = new Map<string, Announcement>()
  #retry: NodeJS.Timeout | undefined

  constructor(services: NoticeServices) {
    this.#services = services
    this.#timer = setInterval(() => {
      for (const boardId of services.presence.removeSilent()) void this.announceEditors(boardId)
    }, sweepMs)
    this.#timer.unref()
    // Who signs out edits nothing: the word of the page itself comes too late.
    this.#stop = services.bus.on('sessionsEnded', ({ sessionIds }) => {
      for (const boardId of services.presence.removeSessions(sessionIds))
        void this.announceEditors(boardId)
    })
  }

  /**
   * Announces the present state of a board to whom it is open, and to `former`, to whom it was
   * until now; resolves when the open sockets follow it. A failure is logged, as what it is about
   * was done; it is announced as soon as it can be.
   */
  announce(boardId: string, former: Audience = nobody): Promise<void> {
    return this.#announceOrLater(boardId, { former, isOnlyEditors: false })
  }

  /** The same, where only other people edit it than before. */
  announceEditors(boardId: string): Promise<void> {
    return this.#announceOrLater(boardId, { former: nobody, isOnlyEditors: true })
  }

  async #announceOrLater(boardId: string, announcement: Announcement): Promise<void> {
    try {
      await this.#announce(boardId, announcement)
    } catch (error) {
      const { log } = this.#services
      log.warn({ err: error, boardId }, 'a change of a board is announced later')
      this.#announceLater(boardId, announcement)
    }
  }

  #announceLater(boardId: string, { former, isOnlyEditors }: Announcement): void {
    const before = this.#failed.get(boardId)
    this.#failed.set(boardId, {
      former: both(former, before?.former ?? nobody),
      isOnlyEditors: isOnlyEditors && (before?.isOnlyEditors ?? true),
    })
    this.#retry ??= setTimeout(() => void this.#announceFailed(), retryMs).unref()
  }

  /** One after the other, until one of them cannot be. */
  async #announceFailed(): Promise<void> {
    try {
      for (const [boardId, announcement] of this.#failed) {
        await this.#announce(boardId, announcement)
        // What failed meanwhile says more.
        if (this.#failed.get(boardId) === announcement) this.#failed.delete(boardId)
      }
    } catch {
      // Logged when it failed first.
    }
    this.#retry =
      this.#failed.size > 0
        ? setTimeout(() => void this.#announceFailed(), retryMs).unref()
        : undefined
  }

  #announce(boardId: string, announcement: Announcement): Promise<void> {
    return this.#queues.run(boardId, () => this.#announceNow(boardId, announcement))
  }

  async #announceNow(boardId: string, { former, isOnlyEditors }: Announcement): Promise<void> {
    const { sql, bus, presence } = this.#services
    const audience = both(await readAudience(sql, boardId), former)
    await bus.emitAndWait('boardChanged', {
      ...{ boardId, isOnlyEditors, audience },
      version: (await readBoardVersion(sql, boardId)) ?? null,
      editors: presence.editors(boardId),
    })
  }

  close(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#retry)
    this.#failed.clear()
    this.#stop()
  }
}
