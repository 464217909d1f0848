import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { useLiveRows } from '../../several/use-live-rows.ts'
import type { Words } from '../../values/words.ts'
import type { Block } from './lines.ts'
import { createTableRow } from './table-row.tsx'

interface TableBlockProps {
  readonly block: Block
  readonly column: number
  readonly words: Words
  readonly nameOf: (lesiId: string) => string
  /** The sensor of this block that the tab key comes to. */
  readonly stopId: number | undefined
}

/** A device with its sensors, or a part of them: what is drawn again when one of them changes. */
export const TableBlock = memo(function TableBlock(props: TableBlockProps) {
  const { block, column, words, nameOf, stopId } = props
  const { first, lines } = block
  const translate = useTranslations('widgets.kinds.table')
  const rows = useMemo(
    () => lines.flatMap((line) => (line.kind === 'sensor' ? [createTableRow(line.sensor)] : [])),
    [lines],
  )
  const ref = useLiveRows(rows, words)
  const rowOf = (sensor: Sensor) => rows.find((row) => row.sensor === sensor)
  return (
    <div
      className="value-table-block"
      role="presentation"
      ref={ref}
      style={{
        top: `calc(${first} * var(--line-height))`,
        height: `calc(${lines.length} * var(--line-height))`,
      }}
    >
      {lines.map((line, index) => {
        if (line.kind === 'sensor') {
          const isStop = line.sensor.id === stopId
          return rowOf(line.sensor)?.draw({ column, line: first + index, isStop })
        }
        const name = nameOf(line.lesiId)
        return (
          <div key="device" role="row" className="value-table-device">
            <span role="rowheader" className="clip" title={name}>
              {line.isContinued ? translate('continued', { name }) : name}
            </span>
          </div>
        )
      })}
    </div>
  )
})
