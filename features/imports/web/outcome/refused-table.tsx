import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Outcome, RefusedRow } from '../../contract/outcome.ts'

const maximumShown = 20

/** How many rows are refused for which reason, and the first of them. */
export function RefusedTable({ outcome }: { readonly outcome: Outcome }) {
  const translate = useTranslations('imports.outcome')
  const { number } = useFormat()
  const placeOf = ({ sheet, line }: RefusedRow) =>
    sheet === null ? translate('line', { line }) : translate('lineOf', { line, sheet })
  return (
    <div className="import-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('where')}</th>
            <th scope="col">{translate('column')}</th>
            <th scope="col">{translate('reason')}</th>
            <th scope="col">{translate('text')}</th>
          </tr>
        </thead>
        <tbody>
          {outcome.examples.slice(0, maximumShown).map((row, index) => (
            <tr key={index}>
              <td>{placeOf(row)}</td>
              <td>{row.column ?? ''}</td>
              <td>{translate(`reasons.${row.reason}`)}</td>
              <td className="clip">{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {outcome.refused > maximumShown && (
        <p>
          {translate('moreRefused', {
            figure: number(outcome.refused - maximumShown),
            count: outcome.refused - maximumShown,
          })}
        </p>
      )}
    </div>
  )
}
