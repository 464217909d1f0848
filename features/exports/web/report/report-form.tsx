import { Input } from 'antd'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { maximumNotes, maximumReportSensors, papers } from '../../contract/report/request.ts'
import { SensorsField } from '../form/sensors-field.tsx'
import { DeviceField } from './device-field.tsx'
import { PeriodChoice } from './period-choice.tsx'
import type { DraftChange, ReportDraft, SiteClock } from './report-draft.ts'

interface ReportFormProps {
  readonly draft: ReportDraft
  readonly clock: SiteClock
  /** Why the server refused it. */
  readonly problems: readonly string[]
  readonly onChange: (change: DraftChange) => void
}

/** What a report is about. */
export function ReportForm({ draft, clock, problems, onChange }: ReportFormProps) {
  const translate = useTranslations('exports.report')
  const named = useTranslations('exports.form')
  return (
    <div className="export-form">
      <div className="export-row">
        <span aria-hidden="true">{named('sensors')}</span>
        <SensorsField
          sensors={draft.sensors}
          maximum={maximumReportSensors}
          isWrong={false}
          onChange={(sensors) => onChange({ sensors })}
        />
      </div>
      <DeviceField maximum={maximumReportSensors} onFound={(added) => onChange({ added })} />
      <PeriodChoice {...{ draft, clock, onChange }} />
      <SegmentedChoice
        className="export-row"
        label={translate('paper')}
        values={papers}
        chosen={draft.paper}
        nameOf={(paper) => paper}
        onChange={(paper) => onChange({ paper })}
      />
      <div className="export-row">
        <span aria-hidden="true">{translate('notes')}</span>
        <Input.TextArea
          aria-label={translate('notes')}
          placeholder={translate('notesHint')}
          autoSize={{ minRows: 3, maxRows: 10 }}
          maxLength={maximumNotes}
          value={draft.notes}
          onChange={({ target }) => onChange({ notes: target.value })}
        />
      </div>
      {problems.map((text) => (
        <p key={text} className="export-problem" role="alert">
          {text}
        </p>
      ))}
    </div>
  )
}
