import { useTranslations } from 'use-intl'
import { EntryRows } from '../../../form/list/entry-rows.tsx'
import type { EnteredPoint } from '../entered.ts'

interface PointRowsProps {
  readonly points: readonly EnteredPoint[]
  /** Place of the first of them among all points. */
  readonly from: number
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** A page of points: what each is of, where it is read, and what is wrong with it. */
export function PointRows({ points, ...props }: PointRowsProps) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.points')
  const names = useTranslations('connectors.kinds.modbus-tcp.tables')
  const fields = useTranslations('connectors.kinds.modbus-tcp.point')
  const shape = ({ type, order, bit, length }: EnteredPoint) => {
    if (type === 'bit') return `bit ${bit}`
    return type === 'string' ? `string ${length}` : `${type} ${order}`
  }
  const tableName = (table: string) => (names.has(table as 'coil') ? names(table as 'coil') : table)
  return (
    <EntryRows
      {...props}
      entries={points}
      list="points"
      words={{
        ...{
          device: translate('device'),
          sensor: translate('sensor'),
          actions: translate('actions'),
        },
        edit: (name) => translate('edit', { name }),
        remove: (name) => translate('remove', { name }),
      }}
      labelOf={(field) => fieldTexts[field] && fields(fieldTexts[field])}
      headings={[translate('place'), translate('type'), translate('group')]}
      remarkOf={({ isWritable }) => (isWritable ? translate('writable') : null)}
    >
      {(point) => (
        <>
          <td className="number">
            {tableName(point.table)} {point.address}
            <small>{translate('unit', { unit: String(point.unitId) })}</small>
          </td>
          <td className="connector-mono">{shape(point)}</td>
          <td>{point.group}</td>
        </>
      )}
    </EntryRows>
  )
}

type PointTexts = 'device' | 'key' | 'unit' | 'table' | 'address' | 'type' | 'order' | 'bit'

/** The labels of the fields, by their names in the settings. */
const fieldTexts: Readonly<Record<string, PointTexts | 'length' | 'group' | 'writable'>> = {
  ...{ lesiId: 'device', key: 'key', unitId: 'unit', table: 'table', address: 'address' },
  ...{ type: 'type', order: 'order', bit: 'bit', length: 'length', group: 'group' },
  isWritable: 'writable',
}
