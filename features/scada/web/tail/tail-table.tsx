import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { TailLine } from '#features/ingest/contract/tail.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { startOfDay } from '#kit/model/time/zone.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'

interface TableProps {
  readonly lines: readonly TailLine[]
  /** With the start of each message as it came. */
  readonly isRaw: boolean
  /** They may be of another day. */
  readonly isDated?: boolean
}

/** Messages, the newest first. */
export function TailTable({ lines, isRaw, isDated = false }: TableProps) {
  const translate = useTranslations('scada.live')
  const today = useToday()
  return (
    // It scrolls: keys must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tail-scroll" tabIndex={0} role="group" aria-labelledby="tail-title">
      <table className="table tail-table">
        <thead>
          <tr>
            <th className="tail-time">{translate('time')}</th>
            <th className="tail-device">{translate('device')}</th>
            <th className="tail-source">{translate('source')}</th>
            <th>{translate('result')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} isRaw={isRaw} today={isDated ? today : null} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** When this day began, ms UTC: what is dated is drawn again at midnight. */
function useToday(): number {
  const { zone } = useFormat()
  return startOfDay(useNow(60_000), zone)
}

interface LineProps extends Pick<TableProps, 'isRaw'> {
  readonly line: TailLine
  /** Null: without a date. */
  readonly today: number | null
}

const Line = memo(function Line({ line, isRaw, today }: LineProps) {
  const { clock, moment } = useFormat()
  const { time } = line
  const milliseconds = String(time % 1000).padStart(3, '0')
  return (
    <tr className={line.kind === 'refused' ? 'tail-refused' : undefined}>
      <td className="tail-time number">
        {today === null ? `${clock(time)}.${milliseconds}` : moment(time, today, 'millisecond')}
      </td>
      <td className="tail-device" title={line.lesiId ?? undefined}>
        {line.lesiId ?? '–'}
      </td>
      <td className="tail-source" title={line.source}>
        {line.source}
      </td>
      <td className="tail-result">
        <Result line={line} />
        {isRaw && line.raw !== '' && <code className="tail-raw">{line.raw}</code>}
      </td>
    </tr>
  )
})

function Result({ line }: { readonly line: TailLine }) {
  const translate = useTranslations('scada.live')
  const { number } = useFormat()
  if (line.kind === 'refused')
    return (
      <>
        <Icon name="bad" /> <b>{translate('refused')}</b> <code>{line.field}</code>{' '}
        <span lang="en">{line.reason}</span>
      </>
    )
  const more = line.readingCount - line.readings.length
  return (
    <>
      {line.readings.map(({ key, value, unit, quality }, index) => (
        <span key={`${key} ${index}`} className="tail-reading" data-quality={quality}>
          {key} <b className="number">{value === null ? translate('noValue') : String(value)}</b>
          {unit !== '' && value !== null && ` ${unit}`}
          {quality !== 'good' && ` (${translate(`quality.${quality}`)})`}
        </span>
      ))}
      {more > 0 && <span>{translate('more', { count: more, figure: number(more) })}</span>}
    </>
  )
}
