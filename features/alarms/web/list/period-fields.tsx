import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'
import { historyPeriods, type ListAddress } from './list-address.ts'

type Period = Pick<ListAddress, 'period' | 'from' | 'to'>

interface PeriodFieldsProps extends Period {
  /** The beginning of their names in the style sheet. */
  readonly styles: string
  /** `isTyped`: as somebody types or moves a date, so that it is no step to go back to. */
  readonly onChange: (part: Partial<Period>, isTyped: boolean) => void
}

/** Of which period alarms are shown. */
export function PeriodFields({ period, from, to, styles, onChange }: PeriodFieldsProps) {
  const translate = useTranslations('alarms.history')
  return (
    <>
      <Select
        className={`${styles}-choice`}
        aria-label={translate('period')}
        value={period}
        onChange={(next) => onChange({ period: next }, false)}
        options={historyPeriods.map((value) => ({ value, label: translate(`periods.${value}`) }))}
      />
      {period === 'custom' && (
        <span className={`${styles}-period`}>
          <MomentField
            text={from}
            label={translate('from')}
            maximum={to}
            onChange={(next) => onChange({ from: next }, true)}
          />
          <span aria-hidden="true">–</span>
          <MomentField
            text={to}
            label={translate('to')}
            minimum={from}
            onChange={(next) => onChange({ to: next }, true)}
          />
        </span>
      )}
    </>
  )
}
