/** How many times as fast as it was the past is played. */
export const speeds = [1, 5, 10, 30, 60] as const
export type Speed = (typeof speeds)[number]

export type Direction = 1 | -1

/**
 * What the controls show. `failed`: what was asked for could not be fetched; the room shows what it
 * showed before.
 */
export interface PlayerState {
  readonly isPlaying: boolean
  readonly direction: Direction
  readonly speed: Speed
  /** Whether something is on its way that the room waits for. */
  readonly isLoading: boolean
  readonly failure: unknown
  /** Whether the last recording reached the present: there is no more to be played. */
  readonly isAtPresent: boolean
}

/**
 * How often a second the room shows another moment while it plays: as often as live frames come; at
 * great speeds, where every age and every figure changes each time, half as often.
 */
const momentsPerSecond = { 1: 20, 5: 20, 10: 20, 30: 10, 60: 10 } as const satisfies Record<
  Speed,
  number
>

/** The distance of two moments that are shown while playing, ms of the past. */
export const stepOf = (speed: Speed): number => (1_000 * speed) / momentsPerSecond[speed]

/** Recordings are fetched in pieces of so long, in seconds of playing, at least so many ms. */
const secondsAhead = 5
const minimumPieceMs = 15_000

export const pieceMs = (speed: Speed): number =>
  Math.max(minimumPieceMs, secondsAhead * 1_000 * speed)
