import { useTranslations } from 'use-intl'
import type { DryRunReading } from '#features/ingest/contract/dry-run.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

interface RowProps {
  readonly reading: DryRunReading
  readonly line: number | undefined
  readonly onShowLine: ((line: number) => void) | undefined
}

export function ReadingRow({ reading, line, onShowLine }: RowProps) {
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

/** The line of the document, as a link to it. */
export function LineButton({ line, onShow }: LineProps) {
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
