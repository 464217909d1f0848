import { memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub, type LiveHub } from '#kit/web/live/index.ts'
import { whenVisible } from '#kit/web/live/visibility.ts'
import { attachTip } from '#kit/ui/tip.ts'
import { viewOf } from '../../frame/sensor-view.ts'
import { tipRows } from '../../frame/tip-rows.ts'
import type { Words } from '../../values/words.ts'
import type { Block } from './lines.ts'
import { createTableRow, type TableRow } from './table-row.tsx'

interface TableBlockProps {
  readonly block: Block
  readonly column: number
  readonly words: Words
  readonly nameOf: (lesiId: string) => string
  /** The sensor of this block that the tab key comes to. */
  readonly stopId: number | undefined
}

/** A device with its sensors, or a part of them: what is drawn anew when one of them changes. */
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

/** Writes the rows while they are near the screen; each has a tip with what is known of it. */
function useLiveRows(rows: readonly TableRow[], words: Words) {
  const hub = useHub()
  const current = useRef(words)
  const element = useRef<HTMLDivElement>(null)
  const write = useCallback((row: TableRow) => row.write(rowView(hub, row), current.current), [hub])
  useLayoutEffect(() => {
    current.current = words
    for (const row of rows) write(row)
  }, [rows, words, write])
  return useCallback(
    (block: HTMLDivElement) => {
      element.current = block
      const ids = rows.map(({ sensor }) => sensor.id)
      const stops = [
        hub.watchSensors(ids),
        ...rows.map((row) => attachRowTip(row, () => tipRows(rowView(hub, row), current.current))),
      ]
      let stopFollowing = () => {}
      const stopLooking = whenVisible(block, (isVisible) => {
        stopFollowing()
        stopFollowing = isVisible ? follow(hub, rows, write) : () => {}
      })
      return () => {
        stopLooking()
        stopFollowing()
        for (const stop of stops) stop()
      }
    },
    [hub, rows, write],
  )
}

function follow(
  hub: LiveHub,
  rows: readonly TableRow[],
  write: (row: TableRow) => void,
): () => void {
  const writeAll = () => rows.forEach(write)
  writeAll()
  const devices = new Set(rows.map(({ sensor }) => sensor.deviceId))
  const stops = [
    hub.everySecond(writeAll),
    ...[...devices].map((id) => hub.watchDevice(id, writeAll)),
    ...rows.map((row) => hub.watchSensor(row.sensor.id, () => write(row))),
  ]
  return () => stops.forEach((stop) => stop())
}

const rowView = (hub: LiveHub, { sensor }: TableRow) =>
  viewOf(hub.store, { sensor, day: undefined, stored: undefined, dayStates: undefined }, hub.asOf())

function attachRowTip({ root }: TableRow, rows: Parameters<typeof attachTip>[1]): () => void {
  const { element } = root
  return element ? attachTip(element, rows, element.querySelector('a') ?? element) : () => {}
}
