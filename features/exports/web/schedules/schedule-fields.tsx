import { Input, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { papers } from '../../contract/report/request.ts'
import { maximumRecipients, scheduleFormats } from '../../contract/schedule/schedule.ts'
import { ModeField, StepFields } from '../form/rows-fields.tsx'
import { SensorsField } from '../form/sensors-field.tsx'
import { RecurrenceFields } from './recurrence-fields.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'
import { ScheduleProblems, type ScheduleProblem } from './schedule-problems.tsx'

interface ScheduleFieldsProps {
  readonly draft: ScheduleDraft
  readonly siteZone: string
  readonly hasShifts: boolean
  /** What was refused, each shown below its field. */
  readonly problems: readonly ScheduleProblem[]
  readonly onChange: (change: Partial<ScheduleDraft>) => void
}

const maximumNameLength = 80
const separators = [',', ';', ' ', '\n']

/** The fields of a schedule. */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { draft, problems, onChange } = props
  const translate = useTranslations('exports.schedules.fields')
  const isWrong = (name: string) => problems.some(({ field }) => field === name)
  const statusOf = (field: string) => (isWrong(field) ? ({ status: 'error' } as const) : {})
  return (
    <div className="export-form schedule-form">
      <div className="export-row">
        <span aria-hidden="true">{translate('name')}</span>
        <Input
          aria-label={translate('name')}
          value={draft.name}
          maxLength={maximumNameLength}
          {...statusOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </div>
      <ScheduleProblems problems={problems} field="name" />
      <div className="export-row">
        <span aria-hidden="true">{translate('recipients')}</span>
        <Select<string[]>
          mode="tags"
          open={false}
          suffixIcon={null}
          aria-label={translate('recipients')}
          placeholder={translate('recipientsHint')}
          maxCount={maximumRecipients}
          tokenSeparators={separators}
          {...statusOf('recipients')}
          value={[...draft.recipients]}
          onChange={(recipients) => onChange({ recipients: recipients.map((each) => each.trim()) })}
        />
      </div>
      <ScheduleProblems problems={problems} field="recipients" />
      <FormatField {...props} />
      <RecurrenceFields {...props} />
      {draft.format !== 'handover' && (
        <>
          <div className="export-row">
            <span aria-hidden="true">{translate('sensors')}</span>
            <SensorsField
              sensors={draft.sensors}
              isWrong={isWrong('sensors')}
              onChange={(sensors) => onChange({ sensors })}
            />
          </div>
          <ScheduleProblems problems={problems} field="sensors" />
          <FileFields draft={draft} onChange={onChange} />
        </>
      )}
    </div>
  )
}

const withoutShifts = scheduleFormats.filter((format) => format !== 'handover')

/** What is sent; a handover is that of a shift. */
function FormatField({ draft, hasShifts, onChange }: ScheduleFieldsProps) {
  const translate = useTranslations('exports.form')
  return (
    <SegmentedChoice
      className="export-row"
      label={translate('format')}
      values={hasShifts || draft.format === 'handover' ? scheduleFormats : withoutShifts}
      chosen={draft.format}
      nameOf={(format) => translate(`formats.${format}`)}
      onChange={(format) => onChange({ format, ...(format === 'handover' && { kind: 'shift' }) })}
    />
  )
}

function FileFields({ draft, onChange }: Pick<ScheduleFieldsProps, 'draft' | 'onChange'>) {
  const ofReport = useTranslations('exports.report')
  if (draft.format !== 'pdf')
    return (
      <>
        <ModeField rows={draft} onChange={onChange} />
        <StepFields rows={draft} onChange={onChange} />
      </>
    )
  return (
    <SegmentedChoice
      className="export-row"
      label={ofReport('paper')}
      values={papers}
      chosen={draft.paper}
      nameOf={(paper) => paper}
      onChange={(paper) => onChange({ paper })}
    />
  )
}
