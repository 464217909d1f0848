import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { refusals, type Outcome, type RefusedRow } from '../../contract/outcome.ts'

const maximumShown = 20

/** The first rows that are refused; of more, how many for which reason. */
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
        <>
          <p>
            {translate('moreRefused', {
              figure: number(outcome.refused - maximumShown),
              count: outcome.refused - maximumShown,
            })}
          </p>
          <Reasons reasons={outcome.reasons} />
        </>
      )}
    </div>
  )
}

/** How many are refused for which reason, the most frequent first. */
function Reasons({ reasons }: Pick<Outcome, 'reasons'>) {
  const translate = useTranslations('imports.outcome')
  const { number } = useFormat()
  const counts = refusals
    .map((reason) => ({ reason, count: reasons[reason] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
  return (
    <ul className="import-figures" aria-label={translate('allReasons')}>
      {counts.map(({ reason, count }) => (
        <li key={reason}>
          {translate('ofReason', { reason: translate(`reasons.${reason}`), figure: number(count) })}
        </li>
      ))}
    </ul>
  )
}
