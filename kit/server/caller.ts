import type { Rights } from '#kit/model/gate.ts'

/** The signed-in person behind a request, with the rights of the session's active role. */
export interface Caller extends Rights {
  readonly userId: number
  readonly sessionId: string
  /**
   * Ids of the only devices that are open to this call, of those that are open to the person; it
   * came with an access token for these. Absent: all of them.
   */
  readonly devices?: ReadonlySet<number>
}
