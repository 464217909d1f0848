import type { ReplaySetup } from './replay.ts'
import type { ReplayResult } from './replayed-alarms.ts'
import type { RawNumbers, RawReading } from './what-if-store.ts'

/** What the thread that replays is asked, one thing after the other. */
export type ReplayQuestion =
  | { readonly type: 'begin'; readonly job: number; readonly setup: ReplaySetup }
  | { readonly type: 'numbers'; readonly job: number; readonly part: RawNumbers }
  | { readonly type: 'rows'; readonly job: number; readonly rows: readonly RawReading[] }
  | { readonly type: 'end'; readonly job: number; readonly to: number }
  | { readonly type: 'abandon'; readonly job: number }

/** The answer to each question, in their order. */
export interface ReplayAnswer {
  readonly job: number
  /** Readings that were replayed by the question. */
  readonly readings: number
  /** Of `end`. */
  readonly result: ReplayResult | null
  readonly problem?: string
}
