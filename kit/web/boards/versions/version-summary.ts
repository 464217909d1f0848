/** A stored version of a page or dashboard, as lists show it. */
export interface VersionSummary {
  readonly version: number
  readonly name: string
  /** Of a dashboard none. */
  readonly areas: number
  readonly widgets: number
  /** ms UTC */
  readonly savedAt: number
  /** Name of who saved it; null: an account that is gone. */
  readonly savedBy: string | null
}
