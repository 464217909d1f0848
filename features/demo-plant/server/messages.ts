/** A device that the simulator plays, with the token that it shows to the broker. */
export interface PlantCredential {
  readonly lesiId: string
  readonly token: string
}

/**
 * History to fill in, ms UTC: from `from` to before `to`, in short steps from `denseFrom` on, and
 * from `recentFrom` on in steps in which no sensor is stale.
 */
export interface BackfillRange {
  readonly from: number
  readonly to: number
  readonly denseFrom: number
  readonly recentFrom: number
}

/** What the simulator is to do; sent once, right after it started. */
export interface StartRequest {
  readonly type: 'start'
  readonly mqttUrl: string
  readonly seed: number
  readonly zoneOffsetMs: number
  readonly devices: readonly PlantCredential[]
  readonly backfill: BackfillRange | null
}

export type FromParent =
  | StartRequest
  /** Whether the back-fill waits. */
  | { readonly type: 'hold'; readonly isHeld: boolean }
  | { readonly type: 'stop' }

/**
 * How far the back-fill is, in steps of roughly equal work. Everything from `remainingTo` on is
 * stored.
 */
export interface BackfillProgress {
  readonly done: number
  readonly total: number
  readonly readings: number
  readonly remainingTo: number
}

export type FromSimulator =
  | ({ readonly type: 'progress' } & BackfillProgress)
  | { readonly type: 'done'; readonly readings: number }
  | {
      readonly type: 'log'
      readonly level: 'info' | 'warn'
      readonly message: string
      readonly lesiId?: string
    }
