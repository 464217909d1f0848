import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { TimeOfDayField } from '#kit/web/antd/fields/antd-time-of-day-field.tsx'
import { zonesOf } from '../form/period-fields.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ScheduleProblems, type ScheduleProblem } from './schedule-problems.tsx'
import { useWeekday } from './use-weekday.ts'

interface RecurrenceFieldsProps {
  readonly draft: ScheduleDraft
  readonly siteZone: string
  readonly hasShifts: boolean
  readonly problems: readonly ScheduleProblem[]
  readonly onChange: (change: Partial<ScheduleDraft>) => void
}

const kinds = ['daily', 'weekly', 'shift'] as const
const withoutShifts = ['daily', 'weekly'] as const
const ofShifts = ['shift'] as const
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A handover is sent when its shift ends. */
function recurrencesOf({ format, kind }: ScheduleDraft, hasShifts: boolean) {
  if (format === 'handover') return ofShifts
  return hasShifts || kind === 'shift' ? kinds : withoutShifts
}

/** When it is sent, on whose clock, and of which period that is. */
export function RecurrenceFields(props: RecurrenceFieldsProps) {
  const { draft, siteZone, hasShifts, problems, onChange } = props
  const translate = useTranslations('exports.schedules')
  const ofForm = useTranslations('exports.form')
  const weekday = useWeekday()
  const { kind, at, timezone } = draft
  const zones = [...new Set([...zonesOf(siteZone), timezone])]
  return (
    <>
      <SegmentedChoice
        className="export-row"
        label={translate('fields.recurrence')}
        values={recurrencesOf(draft, hasShifts)}
        chosen={kind}
        nameOf={(each) => translate(`kinds.${each}`)}
        onChange={(each) => onChange({ kind: each })}
      />
      {kind !== 'shift' && (
        <div className="export-row">
          <span aria-hidden="true">{translate('fields.at')}</span>
          <div className="schedule-time">
            {kind === 'weekly' && (
              <Select
                aria-label={translate('fields.weekday')}
                value={draft.weekday}
                onChange={(day) => onChange({ weekday: day })}
                options={weekdays.map((value) => ({ value, label: weekday(value) }))}
              />
            )}
            <TimeOfDayField
              className="schedule-at"
              aria-label={translate('fields.at')}
              value={at}
              onChange={(time) => onChange({ at: time })}
            />
          </div>
        </div>
      )}
      <ScheduleProblems problems={problems} field="recurrence" />
      <p className="schedule-covers">
        {translate(`covers.${draft.format === 'handover' ? draft.format : kind}`)}
      </p>
      <div className="export-row">
        <span aria-hidden="true">{ofForm('zone')}</span>
        <Select<string>
          aria-label={ofForm('zone')}
          value={timezone}
          onChange={(zone) => onChange({ timezone: zone })}
          options={zones.map((zone) => ({
            value: zone,
            label: zone === siteZone ? ofForm('siteZone', { zone }) : zone,
          }))}
        />
      </div>
      <ScheduleProblems problems={problems} field="timezone" />
    </>
  )
}
