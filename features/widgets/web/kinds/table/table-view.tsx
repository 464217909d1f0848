import { useMemo, type CSSProperties } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { widgetSizes, type SensorsWidgetProps, type WidgetSize } from '#kit/web/widget-registry.ts'
import { TitledFrame } from '../../several/titled-frame.tsx'
import { useDeviceNames } from '../../several/use-device-names.ts'
import { useWords, type Words } from '../../values/words.ts'
import { blocksOf, columnsOf, type Line } from './lines.ts'
import type { TableOptions, TableOrder } from './table-options.ts'
import { TableBlock } from './table-block.tsx'
import { useRoom, type Room } from './use-room.ts'
import { useRovingRows } from './use-roving-rows.ts'
import './table.css'

/** Height of a line and least width of a column in each size, px. */
const measures: Readonly<Record<WidgetSize, { readonly line: number; readonly column: number }>> = {
  small: { line: 18, column: 280 },
  medium: { line: 22, column: 320 },
  big: { line: 28, column: 400 },
}
/** What a finger can touch. */
const touchedLine = 44
const columnGap = 16
/** Lines that are drawn above and below what can be seen. */
const spareLines = 12

/** Many values in as little room as they can be read in, by device or in an order of choice. */
export default function TableView(props: SensorsWidgetProps<TableOptions>) {
  const { sensors, missing, size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.table')
  const nameOf = useDeviceNames(sensors)
  const { room, ref, onScroll } = useRoom()
  const isNarrow = useMedia(isNarrowQuery)
  const { columns, line, type } = useColumns(sensors, options.order, room, { size, isNarrow })
  const { stopId, onKeyDown, onFocus } = useRovingRows(columns)
  const title = options.title || translate('title')
  const rest = { words, nameOf, stopId, seen: seenLines(room, line) }
  const style: LineStyle = { '--line-height': `${line}px` }
  return (
    <TitledFrame {...{ kind: 'table-widget', size, title, missing, sensors }}>
      <div
        className="value-table"
        data-type={type}
        role="grid"
        tabIndex={-1}
        aria-label={title}
        aria-rowcount={columns.reduce((sum, { length }) => sum + length, 0)}
        {...{ ref, style, onScroll, onKeyDown, onFocus }}
      >
        {columns.map((lines, column) => (
          <TableColumn key={column} {...{ lines, column, ...rest }} />
        ))}
      </div>
    </TitledFrame>
  )
}

type LineStyle = CSSProperties & Readonly<Record<'--line-height', string>>

interface Columns {
  readonly columns: readonly (readonly Line[])[]
  /** Height of a line, px. */
  readonly line: number
  /** The scale of the type. */
  readonly type: WidgetSize
}

/**
 * As few columns as hold everything in the height there is, and no more than have room; in the
 * largest type, up to that of the widget's size, in which everything can be seen at once. What
 * cannot be seen at once in any scrolls in the smallest, on a phone in that of the size.
 */
function useColumns(
  sensors: readonly Sensor[],
  order: TableOrder,
  room: Room | null,
  { size, isNarrow }: { readonly size: WidgetSize; readonly isNarrow: boolean },
): Columns {
  const locale = useLocale()
  const { width = 0, height = 0 } = room ?? {}
  return useMemo(() => {
    const inType = (type: WidgetSize): Columns & { readonly isWhole: boolean } => {
      const line = isNarrow ? touchedLine : measures[type].line
      const lines = Math.floor(height / line)
      const maximum = Math.floor((width + columnGap) / (measures[type].column + columnGap))
      for (let count = 1; ; count++) {
        const columns = columnsOf(sensors, order, count, locale)
        const isWhole = columns.every(({ length }) => length <= lines)
        if (isWhole || count >= maximum) return { columns, line, type, isWhole }
      }
    }
    if (height === 0) return { columns: [], line: measures[size].line, type: size }
    const types = widgetSizes.slice(0, widgetSizes.indexOf(size) + 1).toReversed()
    const smaller = isNarrow ? [] : types.map(inType)
    return smaller.find(({ isWhole }) => isWhole) ?? smaller.at(-1) ?? inType(size)
  }, [sensors, order, locale, width, height, size, isNarrow])
}

interface Span {
  readonly first: number
  readonly last: number
}

function seenLines(room: Room | null, line: number): Span {
  if (!room) return { first: 0, last: -1 }
  const first = Math.floor(room.scrolled / line) - spareLines
  return { first, last: first + Math.ceil(room.height / line) + 2 * spareLines }
}

interface TableColumnProps {
  readonly lines: readonly Line[]
  readonly column: number
  readonly words: Words
  readonly nameOf: (lesiId: string) => string
  /** The sensor that the tab key comes to; it is always drawn. */
  readonly stopId: number | undefined
  readonly seen: Span
}

function TableColumn({ lines, stopId, seen, ...rest }: TableColumnProps) {
  const blocks = useMemo(() => blocksOf(lines), [lines])
  return (
    <div
      role="rowgroup"
      className="value-table-column"
      style={{ height: `calc(${lines.length} * var(--line-height))` }}
    >
      {blocks.map((block) => {
        const hasStop = block.lines.some(
          (line) => line.kind === 'sensor' && line.sensor.id === stopId,
        )
        const isSeen = block.first <= seen.last && block.first + block.lines.length >= seen.first
        if (!isSeen && !hasStop) return null
        return (
          <TableBlock
            key={block.first}
            {...{ block, ...rest }}
            stopId={hasStop ? stopId : undefined}
          />
        )
      })}
    </div>
  )
}
