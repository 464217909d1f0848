import type { BoardEditor } from '#kit/server/board-editors.ts'
import type { Clock } from '#kit/server/clock.ts'

type Editor = Omit<BoardEditor, 'tabs'>

interface Entry extends Editor {
  /** ms UTC */
  until: number
}

/** A tab that announces whether it edits a board, and whose it is. */
interface Announcement {
  readonly boardId: string
  readonly tab: string
  readonly userId: number
}

/**
 * What is not repeated within this time counts no more. Browsers let a tab that is hidden for long
 * do something once a minute alone.
 */
export const presenceMs = 75_000
/** Tabs that count for one board; of more the first are taken. */
const maximumTabs = 100

/**
 * Which tabs edit which board now, each named by its session and itself (`tabName`); in memory, as
 * it is worth nothing after a restart.
 */
export class Presence {
  readonly #clock: Clock
  readonly #boards = new Map<string, Map<string, Entry>>()
  /** Of each tab its latest announcement that is still being resolved. */
  readonly #pending = new Map<string, Announcement>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Takes an announcement; `resolve` gives as whom the tab edits, or null where it does not. Two
   * of a tab may be resolved in another order than they came: the later one counts. Neither counts
   * once the session or the rights have ended meanwhile. `isChanged`: the board is edited in more
   * or fewer tabs.
   */
  async announce<Resolved extends { readonly editor: Editor | null }>(
    announcement: Announcement,
    resolve: () => Promise<Resolved>,
  ): Promise<Resolved & { isChanged: boolean }> {
    const { boardId, tab } = announcement
    const key = `${boardId} ${tab}`
    this.#pending.set(key, announcement)
    try {
      const resolved = await resolve()
      const before = this.tabs(boardId)
      if (this.#pending.get(key) === announcement) {
        if (resolved.editor) this.enter(boardId, tab, resolved.editor)
        else this.leave(boardId, tab)
      }
      return { ...resolved, isChanged: this.tabs(boardId) !== before }
    } finally {
      if (this.#pending.get(key) === announcement) this.#pending.delete(key)
    }
  }

  /** Takes that a tab edits a board from now on. */
  enter(boardId: string, tab: string, editor: Editor): void {
    const tabs = this.#boards.get(boardId) ?? new Map<string, Entry>()
    if (!tabs.has(tab) && tabs.size >= maximumTabs) return
    tabs.set(tab, { ...editor, until: this.#clock() + presenceMs })
    this.#boards.set(boardId, tabs)
  }

  leave(boardId: string, tab: string): void {
    const tabs = this.#boards.get(boardId)
    tabs?.delete(tab)
    if (tabs?.size === 0) this.#boards.delete(boardId)
  }

  /** Takes a person away from a board with all tabs. */
  remove(boardId: string, userId: number): void {
    this.#discard((each) => each.boardId === boardId && each.userId === userId)
    for (const [tab, entry] of this.#boards.get(boardId) ?? [])
      if (entry.userId === userId) this.leave(boardId, tab)
  }

  /** Removes the tabs of sessions that have ended; the boards that had one. */
  removeSessions(sessionIds: readonly string[]): readonly string[] {
    const isGone = (tab: string) => sessionIds.some((id) => tab.startsWith(tabName(id, '')))
    this.#discard(({ tab }) => isGone(tab))
    return this.#removeTabs(isGone)
  }

  /** Everybody who edits a board now, each once. */
  editors(boardId: string): readonly BoardEditor[] {
    const people = new Map<number, BoardEditor>()
    for (const { userId, name } of this.#present(boardId))
      people.set(userId, { userId, name, tabs: (people.get(userId)?.tabs ?? 0) + 1 })
    return [...people.values()]
  }

  /** In how many tabs a board is edited now. */
  tabs(boardId: string): number {
    return this.#present(boardId).length
  }

  #present(boardId: string): readonly Entry[] {
    const now = this.#clock()
    return [...(this.#boards.get(boardId)?.values() ?? [])].filter(({ until }) => until > now)
  }

  /** Removes the tabs that fell silent; the boards that had one. */
  removeSilent(): readonly string[] {
    const now = this.#clock()
    return this.#removeTabs((_, { until }) => until <= now)
  }

  /** Pending announcements of these have no effect any more. */
  #discard(isGone: (announcement: Announcement) => boolean): void {
    for (const [key, pending] of this.#pending) if (isGone(pending)) this.#pending.delete(key)
  }

  #removeTabs(isGone: (tab: string, entry: Entry) => boolean): readonly string[] {
    return [...this.#boards].flatMap(([boardId, tabs]) => {
      const gone = [...tabs].filter(([tab, entry]) => isGone(tab, entry))
      for (const [tab] of gone) this.leave(boardId, tab)
      return gone.length > 0 ? [boardId] : []
    })
  }
}

/** What a tab of a session is called here. */
export const tabName = (sessionId: string, tab: string): string => `${sessionId} ${tab}`
