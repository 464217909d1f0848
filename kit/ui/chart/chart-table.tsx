import type { ChartFormat, TimeRange } from './data/model.ts'
import type { Entries } from './data/series.ts'
import { summaryRows, type SummaryRow } from './data/summary.ts'

/** Heads of the table's columns. */
export interface ChartTableTexts {
  readonly caption: string
  readonly from: string
  readonly to: string
  readonly first: string
  readonly minimum: string
  readonly maximum: string
  readonly last: string
  readonly count: string
  readonly quality: string
}

export interface ChartTableProps {
  readonly entries: Entries
  readonly range: TimeRange
  readonly texts: ChartTableTexts
  /** The quality of the readings of a row, in words. */
  readonly quality: (row: Pick<SummaryRow, 'count' | 'badCount' | 'hasUncertain'>) => string
  /** NaN: there is none. */
  readonly value: ChartFormat['value']
  readonly figure: (count: number) => string
  readonly moment: (time: number) => string
}

/**
 * What the curve shows, as a table of at most fifty rows: every row a span of time with its
 * first, minimum, maximum and last value, and where some are bad or uncertain.
 */
export function ChartTable(props: ChartTableProps) {
  const { entries, range, texts, quality, value, figure, moment } = props
  const rows = summaryRows(entries, range.from, range.to)
  return (
    <div className="chart-table">
      <table className="table">
        <caption className="visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.from}</th>
            <th scope="col">{texts.to}</th>
            {[texts.first, texts.minimum, texts.maximum, texts.last, texts.count].map((head) => (
              <th key={head} scope="col" className="right">
                {head}
              </th>
            ))}
            <th scope="col">{texts.quality}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from}>
              <td className="number">{moment(row.from)}</td>
              <td className="number">{moment(row.to)}</td>
              {[row.first, row.minimum, row.maximum, row.last].map((what, column) => (
                <td key={column} className="number right">
                  {value(what)}
                </td>
              ))}
              <td className="number right">{figure(row.count)}</td>
              <td>{quality(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
