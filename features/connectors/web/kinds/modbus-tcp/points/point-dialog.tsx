import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  byteOrders,
  hasBits,
  modbusTables,
  modbusTypes,
  type ModbusTable,
} from '#features/connectors/contract/kinds/modbus-tcp.ts'
import { NumberInput } from '../../../form/fields.tsx'
import { Labelled } from '../../../form/labelled.tsx'
import { EntryDialog, SensorFields } from '../../../form/list/entry-dialog.tsx'
import type { EnteredPoint } from '../entered.ts'

interface PointDialogProps {
  readonly point: EnteredPoint
  readonly isNew: boolean
  readonly groups: readonly string[]
  readonly onTake: (point: EnteredPoint) => void
  readonly onClose: () => void
}

/** One point: whose it is, where it is read, and how its bytes are understood. */
export function PointDialog(props: PointDialogProps) {
  const { isNew, groups, onTake, onClose } = props
  const translate = useTranslations('connectors.kinds.modbus-tcp.point')
  const [initial] = useState(props.point)
  const [point, setPoint] = useState(initial)
  const change = (part: Partial<EnteredPoint>) => setPoint((before) => ({ ...before, ...part }))
  const isComplete = point.lesiId.trim() !== '' && point.key.trim() !== ''
  return (
    <EntryDialog
      {...{ isNew, isChanged: point !== initial, isComplete, onClose }}
      words={translate}
      onTake={() => onTake(point)}
    >
      <SensorFields
        entry={point}
        words={translate}
        keyNote={translate('keyNote')}
        change={change}
      />
      <PlaceFields point={point} change={change} />
      <ShapeFields point={point} change={change} />
      <div className="connector-pair">
        <Labelled label={translate('group')}>
          {(id) => (
            <Select
              id={id}
              value={point.group}
              options={groups.map((value) => ({ value, label: value }))}
              onChange={(group: string) => change({ group })}
            />
          )}
        </Labelled>
      </div>
      {(point.table === 'holding' || point.table === 'coil') && (
        <Checkbox
          checked={point.isWritable}
          onChange={({ target }) => change({ isWritable: target.checked })}
        >
          {translate('writable')}
        </Checkbox>
      )}
    </EntryDialog>
  )
}

interface PartProps {
  readonly point: EnteredPoint
  readonly change: (part: Partial<EnteredPoint>) => void
}

function PlaceFields({ point, change }: PartProps) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.point')
  const tables = useTranslations('connectors.kinds.modbus-tcp.tables')
  return (
    <div className="connector-pair">
      <Labelled label={translate('table')}>
        {(id) => (
          <Select<ModbusTable>
            id={id}
            value={point.table as ModbusTable}
            options={modbusTables.map((value) => ({ value, label: tables(value) }))}
            onChange={(table) =>
              change({
                table,
                ...(hasBits(table) ? { type: 'bit' } : {}),
                ...(table === 'input' || table === 'discrete' ? { isWritable: false } : {}),
              })
            }
          />
        )}
      </Labelled>
      <Labelled label={translate('address')} extra={translate('addressNote')}>
        {(id) => (
          <NumberInput id={id} value={point.address} onChange={(address) => change({ address })} />
        )}
      </Labelled>
      <Labelled label={translate('unit')}>
        {(id) => (
          <NumberInput id={id} value={point.unitId} onChange={(unitId) => change({ unitId })} />
        )}
      </Labelled>
    </div>
  )
}

/** How the bytes are understood; a bit of a table of bits needs nothing. */
function ShapeFields({ point, change }: PartProps) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.point')
  const orders = useTranslations('connectors.kinds.modbus-tcp.orders')
  if (hasBits(point.table as ModbusTable)) return null
  return (
    <div className="connector-pair">
      <Labelled label={translate('type')}>
        {(id) => (
          <Select
            id={id}
            value={point.type}
            options={modbusTypes.map((value) => ({ value, label: value }))}
            onChange={(type: string) => change({ type })}
          />
        )}
      </Labelled>
      <Labelled label={translate('order')}>
        {(id) => (
          <Select
            id={id}
            value={point.order}
            options={byteOrders.map((value) => ({ value, label: orders(value) }))}
            onChange={(order: string) => change({ order })}
          />
        )}
      </Labelled>
      {point.type === 'bit' && (
        <Labelled label={translate('bit')}>
          {(id) => <NumberInput id={id} value={point.bit} onChange={(bit) => change({ bit })} />}
        </Labelled>
      )}
      {point.type === 'string' && (
        <Labelled label={translate('length')}>
          {(id) => (
            <NumberInput id={id} value={point.length} onChange={(length) => change({ length })} />
          )}
        </Labelled>
      )}
    </div>
  )
}
