import type { OpenSession, ServerAccess } from '../access/open-session.ts'

/** A session in which nobody looked around for so long is closed. */
const idleMs = 20_000

interface Shared {
  readonly opening: Promise<OpenSession>
  idle: NodeJS.Timeout | undefined
  users: number
}

/** Sessions in which people look around: one for each way in, as each step of a tree asks again. */
export class SharedSessions {
  readonly #open: (access: ServerAccess) => Promise<OpenSession>
  readonly #byAccess = new Map<string, Shared>()

  constructor(open: (access: ServerAccess) => Promise<OpenSession>) {
    this.#open = open
  }

  /** The result of the work in a session with this access. */
  async use<Result>(
    access: ServerAccess,
    work: (open: OpenSession) => Promise<Result>,
  ): Promise<Result> {
    const key = JSON.stringify(access)
    const shared = this.#byAccess.get(key) ?? this.#begin(key, access)
    shared.users += 1
    clearTimeout(shared.idle)
    try {
      return await work(await shared.opening)
    } catch (error) {
      // Nobody can say whether the session is of any use after that.
      this.#end(key, shared)
      throw error
    } finally {
      shared.users -= 1
      if (shared.users === 0) {
        shared.idle = setTimeout(() => this.#end(key, shared), idleMs)
        shared.idle.unref()
      }
    }
  }

  #begin(key: string, access: ServerAccess): Shared {
    const shared: Shared = { opening: this.#open(access), idle: undefined, users: 0 }
    this.#byAccess.set(key, shared)
    return shared
  }

  #end(key: string, shared: Shared): void {
    clearTimeout(shared.idle)
    if (this.#byAccess.get(key) === shared) this.#byAccess.delete(key)
    shared.opening.then((open) => open.close()).catch(() => undefined)
  }
}
