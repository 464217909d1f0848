import { Table, type TableProps } from 'antd'
import type { TableRef } from 'antd/es/table'
import {
  cloneElement,
  isValidElement,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type ReactNode,
} from 'react'
import { useTranslations } from 'use-intl'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import { useElementSize } from '#kit/ui/chart/use-element-size.ts'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { DetailLink } from '#kit/web/detail/detail-link.tsx'
import type { Sensor } from '#kit/model/sensor.ts'
import { drafted, type Draft, type SensorDraft } from '../draft/draft.ts'
import { isNumeric } from '../draft/field-text.ts'
import { useTableActions } from './actions.ts'
import { FieldCell } from './field-cell.tsx'
import { SensorCard } from './sensor-card.tsx'
import { useFieldWords } from './use-field-words.ts'
import { useSidewaysScroll } from './use-sideways-scroll.ts'

/** A line of the table; without a sensor while that is on its way. */
interface Row {
  readonly index: number
  readonly sensor: Sensor | undefined
  readonly entry: SensorDraft | undefined
}

interface ConfigurationTableProps {
  readonly rows: readonly (Sensor | undefined)[]
  readonly draft: Draft
  readonly deviceName: (sensor: Sensor) => string
  readonly selected: readonly number[]
  readonly onSelect: (ids: readonly number[]) => void
}

const widths: readonly (readonly [ConfigurationField, number])[] = [
  ['isNew', 96],
  ['type', 120],
  ['unit', 90],
  ['decimals', 96],
  ['lowerAlarm', 116],
  ['upperAlarm', 116],
  ['scaleLow', 106],
  ['scaleHigh', 106],
  ['intervalMs', 124],
  ['noChangeMs', 132],
  ['factor', 110],
  ['offset', 110],
  ['wrapAt', 132],
  ['states', 260],
]
const headHeight = 31

/** Sensors with every field of their configuration; only the lines in view are drawn. */
export function ConfigurationTable(props: ConfigurationTableProps) {
  const { rows, draft, selected, onSelect } = props
  const [box, size] = useElementSize<HTMLDivElement>()
  const table = useRef<TableRef>(null)
  useSidewaysScroll(box, table)
  const isNarrow = useMedia(isNarrowQuery)
  const translate = useTranslations('sensors.configuration')
  const columns = useColumns(props, isNarrow)
  const labelled = useCallback(
    (_: unknown, { sensor }: Row, _index: number, box: ReactNode) =>
      isValidElement<{ 'aria-label'?: string }>(box)
        ? cloneElement(box, { 'aria-label': translate('select', { sensor: sensor?.alias ?? '' }) })
        : box,
    [translate],
  )
  const lines = useMemo(
    () =>
      rows.map((sensor, index): Row => ({
        index,
        sensor,
        entry: sensor && draft.get(sensor.id),
      })),
    [rows, draft],
  )
  const width = isNarrow ? size.width : 560 + widths.reduce((sum, [, each]) => sum + each, 0)
  return (
    <div className="config-table" ref={box} role="group" aria-label={translate('table')}>
      {size.height > 0 && (
        <Table<Row>
          ref={table}
          virtual
          size="small"
          showHeader={!isNarrow}
          columns={columns}
          dataSource={lines}
          rowKey={keyOf}
          pagination={false}
          scroll={{ x: width, y: size.height - (isNarrow ? 0 : headHeight) }}
          rowSelection={{
            columnWidth: 44,
            fixed: true,
            selectedRowKeys: [...selected],
            preserveSelectedRowKeys: true,
            onChange: (keys) => onSelect(keys.filter((key) => typeof key === 'number')),
            getCheckboxProps: checkboxOf,
            renderCell: labelled,
          }}
        />
      )}
    </div>
  )
}

/** Asked for of every line whenever one comes: those that are drawn are named as they are. */
const checkboxOf = ({ sensor }: Row) => (sensor ? usable : waiting)
const usable = { disabled: false }
const waiting = { disabled: true }
const keyOf = ({ sensor, index }: Row) => sensor?.id ?? `row ${index}`

function useColumns(
  { deviceName }: ConfigurationTableProps,
  isNarrow: boolean,
): NonNullable<TableProps<Row>['columns']> {
  const words = useFieldWords()
  const translate = useTranslations('sensors.configuration')
  return useMemo(() => {
    const shouldCellUpdate = (row: Row, before: Row) =>
      row.sensor !== before.sensor || row.entry !== before.entry
    const cell =
      (field: ConfigurationField) =>
      (_: unknown, { sensor, entry, index }: Row) =>
        sensor ? (
          <FieldCell {...{ sensor, entry, field }} isStop={field === 'alias'} />
        ) : (
          <Absent index={index} isFirst={field === 'alias'} />
        )
    const text =
      (read: (sensor: Sensor) => string) =>
      (_: unknown, { sensor }: Row) =>
        sensor && <span className="config-text">{read(sensor)}</span>
    if (isNarrow)
      return [
        {
          key: 'card',
          render: (_: unknown, { sensor, entry, index }: Row) =>
            sensor ? (
              <SensorCard
                sensor={drafted(sensor, entry)}
                entry={entry}
                device={deviceName(sensor)}
              />
            ) : (
              <Absent index={index} isFirst />
            ),
        },
      ]
    return [
      {
        ...{ key: 'alias', title: words.field('alias'), width: 220, fixed: 'left' as const },
        ...{ render: cell('alias'), shouldCellUpdate },
      },
      {
        ...{ key: 'key', title: translate('key'), width: 140 },
        render: (_: unknown, { sensor }: Row) =>
          sensor && (
            <DetailLink sensor={sensor} className="config-text link">
              {sensor.key}
            </DetailLink>
          ),
      },
      { key: 'device', title: translate('device'), width: 156, render: text(deviceName) },
      ...widths.map(([field, width]) => ({
        ...{ key: field, title: words.field(field), width, shouldCellUpdate },
        render: cell(field),
        ...(isNumeric(field) ? { align: 'right' as const } : {}),
      })),
    ]
  }, [words, translate, deviceName, isNarrow])
}

/** In the place of a cell whose sensor is not there yet. */
function Absent({ index, isFirst }: { readonly index: number; readonly isFirst: boolean }) {
  const { want } = useTableActions()
  useEffect(() => (isFirst ? want(index) : undefined), [want, index, isFirst])
  return <span className="skeleton config-absent" aria-hidden="true" />
}
