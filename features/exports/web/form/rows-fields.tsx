import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { exportFigures, exportModes, exportSteps } from '../../contract/readings.ts'
import type { Draft } from './draft.ts'

type Rows = Pick<Draft, 'mode' | 'step' | 'figure'>

interface RowsFieldsProps {
  readonly rows: Rows
  readonly onChange: (change: Partial<Rows>) => void
}

/** What a column of the file is of. */
export function ModeField({ rows, onChange }: RowsFieldsProps) {
  const translate = useTranslations('exports.form')
  return (
    <SegmentedChoice
      className="export-row"
      label={translate('mode')}
      values={exportModes}
      chosen={rows.mode}
      nameOf={(mode) => translate(`modes.${mode}`)}
      onChange={(mode) => onChange({ mode })}
    />
  )
}

/** What a row of the file is of, and the figure of a step where there is room for one alone. */
export function StepFields({ rows, onChange }: RowsFieldsProps) {
  const translate = useTranslations('exports.form')
  const hasFigure = rows.mode === 'group' && rows.step !== 'raw'
  return (
    <>
      <div className="export-row">
        <span aria-hidden="true">{translate('step')}</span>
        <Select
          aria-label={translate('step')}
          value={rows.step}
          onChange={(step) => onChange({ step })}
          options={exportSteps.map((value) => ({ value, label: translate(`steps.${value}`) }))}
        />
      </div>
      {hasFigure && (
        <SegmentedChoice
          className="export-row"
          label={translate('figure')}
          values={exportFigures}
          chosen={rows.figure}
          nameOf={(figure) => translate(`figures.${figure}`)}
          onChange={(figure) => onChange({ figure })}
        />
      )}
    </>
  )
}
