import { useTranslations } from 'use-intl'
import { spanText } from '../report/use-chart-format.ts'
import type { EarlierPeriod } from './earlier.ts'

interface ComparedLegendProps {
  readonly period: EarlierPeriod
  readonly timezone: string
  /** Why nothing of it is drawn; null: it is, or is on its way. */
  readonly reason: 'failed' | 'empty' | null
  /** Dashes of its line, CSS pixels. */
  readonly dash: string
}

/** Which line is that of the earlier period, and which period that is. */
export function ComparedLegend({ period, timezone, reason, dash }: ComparedLegendProps) {
  const translate = useTranslations('history.compare')
  return (
    <p className="history-compared-legend">
      <svg viewBox="0 0 26 8" aria-hidden="true">
        <path d="M0 4H26" strokeDasharray={dash} />
      </svg>
      <span className="number">{translate('with', spanText(period.range, timezone))}</span>
      {reason && <span role="status">{translate(reason)}</span>}
    </p>
  )
}
