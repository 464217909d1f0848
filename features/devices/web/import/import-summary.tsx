import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { ImportCheck, ImportProblem } from '#features/devices/contract/import.ts'
import { RecordTable, type RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'

interface ImportSummaryProps {
  readonly check: ImportCheck
  readonly isPending: boolean
  readonly onLoad: (lines: 'all' | 'good') => void
}

/** What a dry run found, and what can be added. */
export function ImportSummary({ check, isPending, onLoad }: ImportSummaryProps) {
  const translate = useTranslations('devices.import')
  const { lines, good, problems, problemCount } = check
  return (
    <section>
      <p className="import-found">{translate('found', { lines, good, problems: problemCount })}</p>
      {problemCount > 0 && <Problems problems={problems} />}
      {problemCount > problems.length && (
        <p className="device-note">
          {translate('more', { count: problemCount - problems.length })}
        </p>
      )}
      <div className="form-foot">
        {problemCount === 0 ? (
          <Button
            type="primary"
            disabled={good === 0}
            loading={isPending}
            onClick={() => onLoad('all')}
          >
            {translate('addAll', { count: good })}
          </Button>
        ) : (
          <Button disabled={good === 0} loading={isPending} onClick={() => onLoad('good')}>
            {translate('addGood', { count: good, left: lines - good })}
          </Button>
        )}
      </div>
    </section>
  )
}

function Problems({ problems }: { readonly problems: readonly ImportProblem[] }) {
  const translate = useTranslations('devices.import')
  const errorText = useFieldErrorText()
  const columns: readonly RecordColumn<ImportProblem>[] = [
    {
      key: 'line',
      title: translate('line'),
      align: 'right',
      width: 70,
      card: 'head',
      render: ({ line }) => (
        <b key="line" className="number">
          {line}
        </b>
      ),
    },
    {
      key: 'field',
      title: translate('field'),
      render: ({ field }) => <span className="device-id">{field || translate('wholeLine')}</span>,
    },
    { key: 'reason', title: translate('reason'), render: (problem) => errorText(problem) },
    {
      key: 'value',
      title: translate('value'),
      render: ({ value }) => <span className="import-value">{value}</span>,
    },
  ]
  return (
    <div className="import-problems">
      <RecordTable
        label={translate('problems')}
        columns={columns}
        rows={problems}
        rowKey={(problem) => problems.indexOf(problem)}
        empty={null}
      />
    </div>
  )
}
