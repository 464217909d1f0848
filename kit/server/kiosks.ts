import type { Caller } from './caller.ts'

/** What a kiosk link opens at this moment. */
export interface KioskAccess {
  readonly linkId: string
  readonly boardId: string
  /** Whose rights count, with those of this moment; `sessionId` is the link's own. */
  readonly caller: Caller
  /** The sensors of the board that are open to that person. */
  readonly sensorIds: ReadonlySet<number>
  /** ms UTC */
  readonly expiresAt: number
}

/** Who looks at a board without an account. */
export interface Kiosks {
  /**
   * What this token opens. Null for a token that there is not, one that was revoked or has expired,
   * and where whose link it is may not share that board any more.
   */
  accessOf(token: string): Promise<KioskAccess | null>
  /** The same, of a link that was opened once. */
  accessOfLink(linkId: string): Promise<KioskAccess | null>
}
