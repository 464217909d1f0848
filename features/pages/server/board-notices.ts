import type { Kysely } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { BoardChange, Bus } from '#kit/server/bus.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readBoardVersion } from './boards-store.ts'
import type { Presence } from './presence.ts'
import { readAudience } from './shares-store.ts'

type Audience = BoardChange['audience']

/** How often it is looked for tabs that fell silent. */
const sweepMs = 5_000

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
   * until now; resolves when the open sockets follow it. A failure is logged: what it is about was
   * done.
   */
  announce(boardId: string, former: Audience = { userIds: [], roles: [] }): Promise<void> {
    return this.#announce(boardId, former, false)
  }

  /** The same, where only other people edit it than before. */
  announceEditors(boardId: string): Promise<void> {
    return this.#announce(boardId, { userIds: [], roles: [] }, true)
  }

  async #announce(boardId: string, former: Audience, isOnlyEditors: boolean): Promise<void> {
    const { sql, bus, presence, log } = this.#services
    try {
      const { userIds, roles } = await readAudience(sql, boardId)
      await bus.emitAndWait('boardChanged', {
        boardId,
        version: (await readBoardVersion(sql, boardId)) ?? null,
        editors: presence.editors(boardId),
        isOnlyEditors,
        audience: {
          userIds: [...new Set([...userIds, ...former.userIds])],
          roles: [...new Set([...roles, ...former.roles])],
        },
      })
    } catch (error) {
      log.warn({ err: error, boardId }, 'a change of a board could not be announced')
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop()
  }
}
