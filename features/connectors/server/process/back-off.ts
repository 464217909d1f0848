/** How long whoever failed waits before the next try: twice as long each time. */
export interface BackOffTimes {
  readonly firstMs: number
  readonly maximumMs: number
  /** After it went well for so long, it begins again. */
  readonly resetAfterMs: number
}

export const backOffTimes: BackOffTimes = {
  ...{ firstMs: 1_000, maximumMs: 60_000, resetAfterMs: 30_000 },
}
