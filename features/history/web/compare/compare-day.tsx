import { useTranslations } from 'use-intl'
import { DayField } from '#kit/web/antd/fields/antd-day-field.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'

interface CompareDayProps {
  readonly day: string
  /** The last day that lies before the period: `2026-11-22`. */
  readonly latest: string
  readonly onDay: (day: string) => void
}

/** The day on which the earlier period begins. */
export default function CompareDay({ day, latest, onDay }: CompareDayProps) {
  const label = useTranslations('history.compare')('begin')
  return (
    <AntdProvider>
      <DayField
        value={day}
        minimum="1970-01-01"
        maximum={latest > day ? latest : day}
        placeholder={label}
        label={label}
        isNeeded
        onChange={(chosen) => chosen !== null && onDay(chosen)}
      />
    </AntdProvider>
  )
}
