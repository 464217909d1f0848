import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries } from '../../../form/entries.tsx'
import type { EnteredPoint } from '../entered.ts'

interface PointRowsProps {
  readonly points: readonly EnteredPoint[]
  /** Place of the first of them among all points. */
  readonly from: number
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** A page of points: what each is of, where it is read, and what is wrong with it. */
export function PointRows({ points, from, onEdit, onRemove }: PointRowsProps) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.points')
  const names = useTranslations('connectors.kinds.modbus-tcp.tables')
  const fields = useTranslations('connectors.kinds.modbus-tcp.point')
  const { errors } = useEntries()
  const shape = ({ type, order, bit, length }: EnteredPoint) => {
    if (type === 'bit') return `bit ${bit}`
    return type === 'string' ? `string ${length}` : `${type} ${order}`
  }
  const tableName = (table: string) => (names.has(table as 'coil') ? names(table as 'coil') : table)
  return (
    <div className="modbus-rows">
      <table>
        <thead>
          <tr>
            <th scope="col">{translate('device')}</th>
            <th scope="col">{translate('sensor')}</th>
            <th scope="col">{translate('place')}</th>
            <th scope="col">{translate('type')}</th>
            <th scope="col">{translate('group')}</th>
            <th scope="col">
              <span className="visually-hidden">{translate('acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point, place) => {
            const index = from + place
            const wrong = problemsOf(errors, index).map(
              ({ field, text }) => `${fields(fieldTexts[field])}: ${text}`,
            )
            return (
              <tr key={index} data-wrong={wrong.length > 0}>
                <td className="connector-mono">{point.lesiId}</td>
                <td>
                  {point.key}
                  {point.isWritable && <small>{translate('writable')}</small>}
                  {wrong.map((text) => (
                    <small key={text} className="modbus-wrong">
                      {text}
                    </small>
                  ))}
                </td>
                <td className="number">
                  {tableName(point.table)} {point.address}
                  <small>{translate('unit', { unit: String(point.unitId) })}</small>
                </td>
                <td className="connector-mono">{shape(point)}</td>
                <td>{point.group}</td>
                <td>
                  <Button
                    type="text"
                    size="small"
                    aria-label={translate('edit', { name: point.key })}
                    icon={<Icon name="edit" />}
                    onClick={() => onEdit(index)}
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={translate('remove', { name: point.key })}
                    icon={<Icon name="trash" />}
                    onClick={() => onRemove(index)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The labels of the fields, by their names in the settings. */
const fieldTexts = {
  lesiId: 'device',
  key: 'key',
  unitId: 'unit',
  table: 'table',
  address: 'address',
  type: 'type',
  order: 'order',
  bit: 'bit',
  length: 'length',
  group: 'group',
  isWritable: 'writable',
} as const

interface PointProblem {
  readonly field: keyof typeof fieldTexts
  readonly text: string
}

function problemsOf(errors: ReadonlyMap<string, string>, index: number): readonly PointProblem[] {
  const prefix = `points.${index}.`
  return [...errors].flatMap(([path, text]) =>
    path.startsWith(prefix)
      ? [{ field: path.slice(prefix.length) as keyof typeof fieldTexts, text }]
      : [],
  )
}
