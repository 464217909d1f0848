import { useTranslations } from 'use-intl'
import type { DryRun } from '#features/ingest/contract/dry-run.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { LineButton, ReadingRow } from './result-rows.tsx'

interface ResultProps {
  readonly result: DryRun
  /** Line of the document by field. */
  readonly lines: ReadonlyMap<string, number>
  /** Absent where the document was changed meanwhile. */
  readonly onShowLine?: (line: number) => void
}

/** What a document would give: the problems first, then the readings. */
export function ResultPreview({ result, lines, onShowLine }: ResultProps) {
  const translate = useTranslations('scada.lambda')
  const { number } = useFormat()
  const { readings, problems, others } = result
  return (
    <div className="dry-run-scroll">
      <p className="dry-run-sum">
        {translate('stored', { count: readings.length, figure: number(readings.length) })}{' '}
        {translate('problems', { count: problems.length, figure: number(problems.length) })}
        {others > 0 && ` ${translate('others', { count: others, figure: number(others) })}`}
      </p>
      {problems.length > 0 && (
        <ul className="dry-run-problems" aria-label={translate('problemList')}>
          {problems.map(({ field, reason }, index) => (
            <li key={`${field} ${index}`}>
              <Icon name="bad" />
              <LineButton line={lines.get(field)} onShow={onShowLine} />
              <code>{field}</code> <span lang="en">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {readings.length > 0 && (
        <table className="table dry-run-readings">
          <thead>
            <tr>
              <th>{translate('line')}</th>
              <th>{translate('sensor')}</th>
              <th className="right">{translate('value')}</th>
              <th>{translate('time')}</th>
              <th>{translate('remarks')}</th>
            </tr>
          </thead>
          <tbody>
            {readings.map((reading, index) => (
              <ReadingRow
                key={`${reading.field} ${index}`}
                reading={reading}
                line={lines.get(reading.field)}
                onShowLine={onShowLine}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
