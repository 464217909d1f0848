import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { day as dayMs, localText } from '#kit/model/time/zone.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import type { Range } from '#kit/model/time/period.ts'
import { comparisons, type CompareWith } from './earlier.ts'
import './compare.css'

interface CompareChoiceProps {
  readonly compare: CompareWith | null
  /** The period that is compared. */
  readonly whole: Range
  readonly timezone: string
  readonly onCompare: (compare: CompareWith | null) => void
}

/** Calendars are heavy: they come when somebody wants a day of their own. */
const CompareDay = lazyComponent(() => import('./compare-day.tsx'))

const isNamed = (compare: CompareWith) => (comparisons as readonly string[]).includes(compare)

/** With which earlier period the chart is compared, if with any. */
export function CompareChoice({ compare, whole, timezone, onCompare }: CompareChoiceProps) {
  const translate = useTranslations('history.compare')
  const dayBefore = localText(whole.from - dayMs, timezone).slice(0, 10)
  const hasDay = compare !== null && !isNamed(compare)
  return (
    <div className="history-compare">
      <label className="input">
        <span className="visually-hidden">{translate('label')}</span>
        <select
          value={hasDay ? 'date' : (compare ?? '')}
          onChange={({ target: { value } }) =>
            onCompare(value === '' ? null : value === 'date' ? dayBefore : value)
          }
        >
          <option value="">{translate('none')}</option>
          {comparisons.map((each) => (
            <option key={each} value={each}>
              {translate(each)}
            </option>
          ))}
          <option value="date">{translate('date')}</option>
        </select>
      </label>
      {hasDay && (
        <Suspense>
          <CompareDay day={compare} latest={dayBefore} onDay={onCompare} />
        </Suspense>
      )}
    </div>
  )
}
