import { useTranslations } from 'use-intl'
import type { DryRun, DryRunReading } from '#features/ingest/contract/dry-run.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'

interface ResultProps {
  readonly result: DryRun
  /** Line of the document by field. */
  readonly lines: ReadonlyMap<string, number>
  /** Absent where the document was changed meanwhile. */
  readonly onShowLine?: (line: number) => void
}

/** What a document would give: the problems first, then the readings. */
export function WhatItGives({ result, lines, onShowLine }: ResultProps) {
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

interface RowProps {
  readonly reading: DryRunReading
  readonly line: number | undefined
  readonly onShowLine: ((line: number) => void) | undefined
}

function ReadingRow({ reading, line, onShowLine }: RowProps) {
  const translate = useTranslations('scada.lambda')
  const { dateTime } = useFormat()
  const { key, sensor, quality, time, remarks } = reading
  return (
    <tr>
      <td>
        <LineButton line={line} onShow={onShowLine} />
      </td>
      <td className="strong">
        {sensor?.alias ?? key} {sensor && sensor.alias !== key && <code>{key}</code>}
      </td>
      <td className="right number">
        <Value reading={reading} />
      </td>
      <td className="number dry-run-time">
        {time === null ? translate('ofReceipt') : dateTime(time)}
      </td>
      <td className="dry-run-remarks">
        {quality !== 'good' && <span className="tag">{translate(`quality.${quality}`)}</span>}
        {remarks.map((remark) => (
          <span key={remark} className="tag warning">
            {translate(`remark.${remark}`)}
          </span>
        ))}
      </td>
    </tr>
  )
}

function Value({ reading: { value, sensor } }: { readonly reading: DryRunReading }) {
  const translate = useTranslations('scada.lambda')
  const word = sensor?.states[String(value)]?.word
  if (value === null) return translate('noValue')
  const unit = sensor === null || sensor.unit === '' ? '' : ` ${sensor.unit}`
  return word === undefined ? `${value}${unit}` : `${value}, ${word}`
}

interface LineProps {
  readonly line: number | undefined
  readonly onShow: ((line: number) => void) | undefined
}

/** The line of the document, and a way there. */
function LineButton({ line, onShow }: LineProps) {
  const translate = useTranslations('scada.lambda')
  if (line === undefined) return null
  if (!onShow) return <span className="number">{line}</span>
  return (
    <button
      type="button"
      className="link number"
      aria-label={translate('showLine', { line })}
      onClick={() => onShow(line)}
    >
      {line}
    </button>
  )
}
