import { useTranslations } from 'use-intl'

/** A figure of both periods, written. */
export interface ComparedRow {
  readonly name: string
  readonly now: string
  readonly before: string
  readonly difference: string
}

interface ComparedTableProps {
  readonly rows: readonly ComparedRow[]
  readonly unit: string
}

/** Figures of the period shown and of the earlier one, with what they differ by. */
export function ComparedTable({ rows, unit }: ComparedTableProps) {
  const translate = useTranslations('history.compare')
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          <th scope="col">{translate('shown')}</th>
          <th scope="col">{translate('earlier')}</th>
          <th scope="col">{translate('difference')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, now, before, difference }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{now}</td>
            <td className="number">{before}</td>
            <td className="number">{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
