import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { attachTip } from '#kit/ui/tip.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ChangeSeries } from '../../../contract/series.ts'
import './table.css'

interface ChangesTableProps {
  readonly series: ChangeSeries
  /** What it reported all the time, where nothing changed. */
  readonly value: string | null
  readonly timezone: string
  readonly name: string
}

/** Changes of a text sensor, newest first. */
export function ChangesTable({ series, value, timezone, name }: ChangesTableProps) {
  const translate = useTranslations('history.changes')
  const tipOf = useTip(timezone)
  return (
    // What scrolls must be reachable by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="history-table" tabIndex={0} role="group" aria-label={name}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{translate('time')}</th>
            <th scope="col">{translate('previous')}</th>
            <th scope="col">{translate('current')}</th>
          </tr>
        </thead>
        <tbody>
          {series.rows.map((row, index) => (
            <tr key={row.time} ref={tipOf(row, series.rows[index - 1]?.time ?? null)}>
              <td className="number">{formatInstant(row.time, timezone)}</td>
              <td className="history-text">{row.previous ?? noFigure}</td>
              <td className="history-text strong" data-quality={row.quality}>
                <span>{row.current ?? translate('noValue')}</span>
                {row.quality !== 0 && row.current !== null && (
                  <small className="tag">
                    {translate(row.quality === 1 ? 'uncertain' : 'bad')}
                  </small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {series.rows.length === 0 && value !== null && (
        <p className="history-table-note">{translate('none', { value })}</p>
      )}
      {series.truncated && <p className="history-table-note">{translate('truncated')}</p>}
    </div>
  )
}

type Change = ChangeSeries['rows'][number]

/** Over a change: all of its values, when it came and how long it lasted. */
function useTip(timezone: string) {
  const translate = useTranslations('history.changes')
  const { duration } = useFormat()
  return useCallback(
    ({ time, previous, current }: Change, until: number | null) =>
      (row: HTMLTableRowElement) =>
        attachTip(row, () => [
          [translate('time'), formatInstant(time, timezone)],
          ...(until === null
            ? []
            : ([
                [translate('until'), formatInstant(until, timezone)],
                [translate('lasted'), duration(until - time)],
              ] as const)),
          [translate('previous'), previous ?? noFigure],
          [translate('current'), current ?? translate('noValue')],
        ]),
    [translate, duration, timezone],
  )
}
