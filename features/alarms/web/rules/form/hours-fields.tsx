import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useLocale, useTranslations } from 'use-intl'
import { listShifts } from '#features/shifts/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { TimeOfDayField } from '#kit/web/antd/fields/antd-time-of-day-field.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { formatWeekday } from '#kit/web/formats/format.ts'
import type { RuleHours } from '../../../contract/rule.ts'
import { errorAt, useRuleEntries } from './rule-entries.tsx'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const maximumHours = 21
/** 5 January 1970 was a Monday. */
const monday = Date.UTC(1970, 0, 5, 12)
const dayMs = 86_400_000

/** When the rule counts: hours of days, or the shifts of the site. */
export function HoursFields() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, errors, change } = useRuleEntries()
  const { hours } = draft
  const set = (next: RuleHours[]) => change({ hours: next }, ['hours'])
  const add = (from: string, to: string) => set([...hours, { days: everyDay, from, to }])
  const isFull = hours.length >= maximumHours
  return (
    <div className="alarm-rules-hours">
      {hours.length === 0 && <p className="alarm-rules-note">{translate('always')}</p>}
      {hours.map((row, place) => (
        <HoursRow
          key={place}
          row={row}
          error={errorAt(errors, `hours.${place}`)}
          onChange={(next) => set(hours.map((each, at) => (at === place ? next : each)))}
          onRemove={() => set(hours.filter((_, at) => at !== place))}
        />
      ))}
      <div className="alarm-rules-adds">
        {useShifts().map(({ name, from, to }) => (
          <Button key={name} size="small" disabled={isFull} onClick={() => add(from, to)}>
            {translate('addShift', { name, from, to })}
          </Button>
        ))}
        <Button
          size="small"
          disabled={isFull}
          icon={<Icon name="plus" />}
          onClick={() => add('06:00', '18:00')}
        >
          {translate('addHours')}
        </Button>
      </div>
    </div>
  )
}

/** The shifts of the site, each until the next one begins. */
function useShifts(): readonly {
  readonly name: string
  readonly from: string
  readonly to: string
}[] {
  const { data } = useQuery({
    ...queryOf(listShifts, {}),
    select: replyData,
    meta: { quiet: true },
  })
  const shifts = data?.shifts ?? []
  return shifts.map(({ name, start }, place) => ({
    ...{ name, from: start },
    to: (shifts[place + 1] ?? shifts[0])?.start ?? start,
  }))
}

interface HoursRowProps {
  readonly row: RuleHours
  readonly error: string | undefined
  readonly onChange: (row: RuleHours) => void
  readonly onRemove: () => void
}

function HoursRow({ row, error, onChange, onRemove }: HoursRowProps) {
  const translate = useTranslations('alarms.rules.form')
  const locale = useLocale()
  const time = (field: 'from' | 'to') => (
    <TimeOfDayField
      aria-label={translate(field)}
      className="alarm-rules-time"
      value={row[field]}
      {...(error !== undefined && { status: 'error' as const })}
      onChange={(time) => onChange({ ...row, [field]: time })}
    />
  )
  return (
    <div className="alarm-rules-hour">
      <Checkbox.Group<number>
        aria-label={translate('days')}
        value={row.days}
        onChange={(days) => onChange({ ...row, days: days.toSorted((one, other) => one - other) })}
        options={everyDay.map((value) => ({
          value,
          label: formatWeekday(monday + (value - 1) * dayMs, 'UTC', locale),
        }))}
      />
      <span className="alarm-rules-span">
        {time('from')}
        <span aria-hidden="true">–</span>
        {time('to')}
        <Button
          aria-label={translate('removeHours')}
          icon={<Icon name="trash" />}
          onClick={onRemove}
        />
      </span>
      {error !== undefined && (
        <p className="alarm-rules-problem" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
