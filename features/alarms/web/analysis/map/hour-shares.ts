import type { CSSProperties } from 'react'
import type { AlarmAnalysis } from '../../../contract/analysis/routes.ts'

export type Hours = AlarmAnalysis['hours']

export type CellStyle = CSSProperties & Readonly<Record<'--share', string>>

export const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** The least is seen, too, and what is usual beside a peak. */
export const shareOf = (count: number, peak: number) =>
  count === 0 ? '0%' : `${Math.round(12 + 74 * Math.sqrt(count / peak))}%`

export function peakOf({ rows }: Hours) {
  let peak = { count: 0, day: '', hour: 0 }
  for (const { day, cells } of rows)
    for (const [hour, count] of cells.entries())
      if ((count ?? 0) > peak.count) peak = { count: count ?? 0, day, hour }
  return peak
}

/** That hour in the address of the list. */
export function hourOf(day: string, hour: number) {
  const start = Date.parse(`${day}T${twoDigits(hour)}:00:00Z`)
  const text = (time: number) => new Date(time).toISOString().slice(0, 16)
  return {
    tab: 'history',
    period: 'custom',
    from: text(start),
    to: text(start + 3_600_000),
  } as const
}
