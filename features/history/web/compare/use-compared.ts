import { useMemo } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { comparisonOf, type Comparison } from '#kit/ui/chart/data/comparison.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { useReport } from '../report/use-report.ts'
import type { ReportData } from '../../contract/report-data.ts'
import { useReportData } from '../report/use-report-data.ts'
import { earlierPeriod, type CompareWith, type EarlierPeriod } from './earlier.ts'
import { standsFor } from './stands-for.ts'

/** Null: nothing is compared. `whole` is the period of which `range` is shown. */
export function useEarlierPeriod(
  compare: CompareWith | null,
  { whole, range }: { readonly whole: Range; readonly range: Range },
  timezone: string,
): EarlierPeriod | null {
  const { from: begin, to: end } = whole
  const { from, to } = range
  return useMemo(() => {
    if (compare === null) return null
    const shown = { whole: { from: begin, to: end }, range: { from, to } }
    return earlierPeriod(compare, shown, timezone)
  }, [compare, begin, end, from, to, timezone])
}

/** What a sensor was in the earlier period; its parts are absent while they are loaded. */
export interface Compared {
  readonly period: EarlierPeriod
  readonly report: SensorReport | undefined
  readonly data: ReportData | null
  /** Of numbers. */
  readonly comparison: Comparison | null
  readonly error: Error | null
}

/** The parts of a comparison that come from one reply. */
export function comparedWith(
  period: EarlierPeriod,
  report: SensorReport | undefined,
  data: ReportData | null,
  error: Error | null,
): Compared {
  const isOfPeriod = report !== undefined && standsFor(report, period.range)
  const comparison =
    isOfPeriod && data?.kind === 'numbers' ? comparisonOf(data.chart, period.shiftedSpans) : null
  return isOfPeriod
    ? { period, report, data, comparison, error }
    : { period, report: undefined, data: null, comparison, error }
}

/** Why nothing of the earlier period is drawn; null: it is, or is on its way. */
export function reasonOf({ data, error }: Compared): 'failed' | 'empty' | null {
  if (error) return 'failed'
  return data?.isEmpty === true ? 'empty' : null
}

const emptyRange = { from: 0, to: 1 }

/** The earlier period of one sensor; null: nothing is compared. */
export function useCompared(
  sensor: Sensor,
  period: EarlierPeriod | null,
  pixels: number,
): Compared | null {
  const { data: reply, error } = useReport({
    ...{ thing: sensor.lesiId, sensor: sensor.key },
    ...(period?.range ?? emptyRange),
    width: period ? pixels : 0,
  })
  const report = reply?.report
  const data = useReportData(report, reply?.receivedAt ?? 0)
  return useMemo(
    () => period && comparedWith(period, report, data, error),
    [period, report, data, error],
  )
}
