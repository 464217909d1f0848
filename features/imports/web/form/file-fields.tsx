import { InputNumber, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { encodings, separators, type Inspection, type Preview } from '../../contract/mapping.ts'
import type { CsvDraft } from './draft.ts'

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

interface FileFieldsProps {
  readonly inspection: Inspection
  readonly table: Preview
  readonly onTable: (place: number) => void
  readonly onForm: (form: CsvDraft) => void
}

/** Which table of the file is read, and how its text is made. */
export function FileFields({ inspection, table, onTable, onForm }: FileFieldsProps) {
  const translate = useTranslations('imports.form')
  const { encoding, separator, quote, headRows } = table.proposal
  const change = (part: CsvDraft) => onForm({ encoding, separator, quote, headRows, ...part })
  return (
    <>
      {inspection.format === 'xlsx' && (
        <div className="import-row">
          <span aria-hidden="true">{translate('sheet')}</span>
          <Select<number>
            aria-label={translate('sheet')}
            value={inspection.tables.indexOf(table)}
            onChange={onTable}
            options={inspection.tables.map(({ sheet }, value) => ({ value, label: sheet }))}
          />
        </div>
      )}
      {inspection.format === 'csv' && (
        <>
          <div className="import-row">
            <span aria-hidden="true">{translate('encoding')}</span>
            <Select
              aria-label={translate('encoding')}
              value={encoding}
              onChange={(value) => change({ encoding: value })}
              options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          </div>
          <SegmentedChoice
            className="import-row"
            label={translate('separator')}
            values={separators}
            chosen={separator}
            nameOf={(value) => translate(`separators.${separatorNames[value]}`)}
            onChange={(value) => change({ separator: value })}
          />
        </>
      )}
      <div className="import-row">
        <span aria-hidden="true">{translate('headRows')}</span>
        <InputNumber
          aria-label={translate('headRows')}
          min={0}
          max={100}
          precision={0}
          value={headRows}
          onChange={(value) => value !== null && change({ headRows: value })}
        />
      </div>
    </>
  )
}
