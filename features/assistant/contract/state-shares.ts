import { reportData } from '#features/history/contract/report-data.ts'
import type { SensorReport } from '#features/history/contract/sensor-report.ts'

/** For how long a lamp or a detector was in each state; ms. */
export interface StateShares {
  readonly unknownMs: number
  /** The longest first; `state` null: several within one pixel column. */
  readonly shares: readonly { readonly state: string | null; readonly ms: number }[]
  /** Of the range, up to the present. */
  readonly passedMs: number
}

/** The shares of a report; null of a sensor that has no states. `now`: nothing is known beyond. */
export function stateSharesOf(report: SensorReport, now: number): StateShares | null {
  const data = reportData(report, now)
  if (data.kind !== 'states') return null
  const { shares, badMs, gapMs, passedMs } = data.times
  return { shares, unknownMs: badMs + gapMs, passedMs }
}
