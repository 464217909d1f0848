import { useTranslations } from 'use-intl'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import type { StateStyle } from '#kit/ui/chart/state-chart/state-style.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { StateWord } from './state-shares.tsx'
import './table.css'

/** Most rows that are listed. */
const rowLimit = 200

/** Time in a state, or in which readings were bad. */
export interface StateRow extends TimeRange {
  readonly style: StateStyle
  /** What else is to be stated of it. */
  readonly words: readonly string[]
}

interface StateTableProps {
  /** Newest first. */
  readonly rows: readonly StateRow[]
  readonly label: string
  readonly timezone: string
}

/** States and bad times as rows, with how long they were. */
export function StateTable({ rows, label, timezone }: StateTableProps) {
  const translate = useTranslations('history.states')
  const { duration, number } = useFormat()
  return (
    // What scrolls must be reachable by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="history-table" tabIndex={0} role="group" aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{translate('from')}</th>
            <th scope="col">{translate('to')}</th>
            <th scope="col">{translate('state')}</th>
            <th scope="col" className="right">
              {translate('duration')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowLimit).map((row) => {
            const { from, to } = row
            return (
              <tr key={`${from} ${to}`}>
                <td className="number">{formatInstant(from, timezone)}</td>
                <td className="number">{formatInstant(to, timezone)}</td>
                <td className="strong">
                  <StateWord style={row.style} />
                  {row.words.map((word) => ` · ${word}`)}
                </td>
                <td className="number right">{duration(to - from)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > rowLimit && (
        <p className="history-table-note">{translate('truncated', { figure: number(rowLimit) })}</p>
      )}
    </div>
  )
}
