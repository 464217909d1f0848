import type { Rights } from '#kit/model/gate.ts'

/** The signed-in person behind a request, with the rights of the session's active role. */
export interface Caller extends Rights {
  readonly userId: number
  readonly sessionId: string
}
