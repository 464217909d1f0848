import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { localText } from '#kit/model/time/zone.ts'
import { DayField } from '#kit/web/antd/fields/antd-day-field.tsx'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { shiftsOfDay, type ReportDraft, type SiteClock } from './report-draft.ts'

interface PeriodChoiceProps {
  readonly draft: ReportDraft
  readonly clock: SiteClock
  readonly onChange: (change: Partial<ReportDraft>) => void
}

/** A shift of a day, the whole day, or from when to when. */
export function PeriodChoice({ draft, clock, onChange }: PeriodChoiceProps) {
  const translate = useTranslations('exports.report')
  return (
    <>
      <SegmentedChoice
        className="export-row"
        label={translate('of')}
        values={['day', 'period'] as const}
        chosen={draft.of}
        nameOf={(of) => translate(of === 'day' && clock.shifts.length > 0 ? 'ofShift' : of)}
        onChange={(of) => onChange({ of })}
      />
      {draft.of === 'day' ? (
        <DayChoice {...{ draft, clock, onChange }} />
      ) : (
        <Edges {...{ draft, clock, onChange }} />
      )}
    </>
  )
}

function DayChoice({ draft, clock, onChange }: PeriodChoiceProps) {
  const translate = useTranslations('exports.report')
  const today = localText(serverClock.now(), clock.timezone).slice(0, 10)
  const spans = shiftsOfDay(clock, draft.day)
  const chosen = spans.find(({ from }) => from === draft.shiftFrom)
  const choose = (day: string) => {
    // The same shift of the other day.
    const same = shiftsOfDay(clock, day).find(({ name }) => name === chosen?.name)
    onChange({ day, shiftFrom: same?.from ?? null })
  }
  return (
    <>
      <div className="export-row">
        <span aria-hidden="true">{translate('date')}</span>
        <DayField
          label={translate('date')}
          value={draft.day}
          minimum="2000-01-01"
          maximum={today}
          placeholder={translate('date')}
          isNeeded
          onChange={(day) => day !== null && choose(day)}
        />
      </div>
      {spans.length > 0 && (
        <SegmentedChoice
          className="export-row"
          label={translate('shift')}
          values={[...spans.map(({ from }) => String(from)), '']}
          chosen={chosen ? String(chosen.from) : ''}
          nameOf={(from) =>
            spans.find((span) => String(span.from) === from)?.name ?? translate('wholeDay')
          }
          onChange={(from) => onChange({ shiftFrom: from === '' ? null : Number(from) })}
        />
      )}
    </>
  )
}

function Edges({ draft, onChange }: PeriodChoiceProps) {
  const named = useTranslations('history.period')
  return (['from', 'to'] as const).map((edge) => (
    <div key={edge} className="export-row">
      <span aria-hidden="true">{named(edge)}</span>
      <MomentField
        text={draft[edge]}
        label={named(edge)}
        mayBeEmpty={false}
        onChange={(text) => onChange({ [edge]: text })}
      />
    </div>
  ))
}
