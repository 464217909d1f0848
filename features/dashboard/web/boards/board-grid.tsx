import { memo, useCallback, useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { LayoutGrid, type LayoutGridProps } from '#kit/ui/grid/layout-grid.tsx'
import type { GridItem, Layout } from '#kit/ui/grid/layout/item.ts'
import { useNearScreen } from '#kit/ui/use-near-screen.ts'
import { useGridTexts } from '#kit/web/grid/use-grid-texts.ts'
import { useWatch } from '#kit/web/live/index.ts'
import { sizeIn, type WidgetSize } from '#kit/web/widget-registry.ts'
import { NamedDevices } from '#kit/web/widgets/named-devices.tsx'
import { WidgetView, type WidgetContent } from '#kit/web/widgets/widget-view.tsx'
import { layoutOf } from './content/draft.ts'
import type { BoardContent } from './content/use-board-content.ts'
import './board-grid.css'

interface BoardGridProps {
  readonly label: string
  /** In a normalized layout. */
  readonly widgets: readonly Widget[]
  readonly content: BoardContent
  readonly nameOf: (widget: Widget) => string
  /** Absent: it is looked at. */
  readonly editing?: {
    readonly onChange: (layout: Layout) => void
    readonly onDropped: NonNullable<LayoutGridProps['onDropped']>
    /** The buttons of a widget; the same function while they are the same. */
    readonly tools: (widget: Widget) => ReactNode
  }
}

/** The widgets of a dashboard on their grid. */
export function BoardGrid({ label, widgets, content, nameOf, editing }: BoardGridProps) {
  const texts = useGridTexts()
  const translate = useTranslations('dashboard.board')
  const { contentOf, kindOf, minimumSizeOf } = content
  const layout = useMemo(() => layoutOf(widgets, minimumSizeOf), [widgets, minimumSizeOf])
  const byId = useMemo(() => new Map(widgets.map((widget) => [widget.id, widget])), [widgets])
  const sensors = useMemo(
    () => widgets.flatMap((widget) => sensorsOf(contentOf(widget))),
    [widgets, contentOf],
  )
  const tools = editing?.tools
  const renderItem = useCallback(
    ({ i, w, h }: GridItem) => {
      const widget = byId.get(i)
      if (!widget) return null
      const kind = kindOf(widget)
      return (
        <BoardCell
          content={contentOf(widget)}
          size={kind ? sizeIn(kind, { width: w, height: h }) : 'small'}
          isInert={tools !== undefined}
          tools={tools?.(widget)}
        />
      )
    },
    [byId, contentOf, kindOf, tools],
  )
  return (
    <NamedDevices sensors={sensors}>
      <LayoutGrid
        label={label}
        layout={layout}
        isEditing={editing !== undefined}
        texts={texts}
        nameOf={(i) => {
          const widget = byId.get(i)
          return widget ? nameOf(widget) : translate('widget')
        }}
        renderItem={renderItem}
        onChange={(next) => editing?.onChange(next)}
        {...(editing && { onDropped: editing.onDropped })}
      />
    </NamedDevices>
  )
}

const sensorsOf = ({ sensor, sensors }: WidgetContent): readonly Sensor[] =>
  [sensor, ...sensors].filter((one) => one !== null)

interface BoardCellProps {
  readonly content: WidgetContent
  readonly size: WidgetSize
  /** While the dashboard is edited its widgets are for reference. */
  readonly isInert: boolean
  /** Its buttons, drawn with it. */
  readonly tools: ReactNode
}

/** One widget; away from the screen an empty place that watches nothing. */
const BoardCell = memo(function BoardCell({ content, size, isInert, tools }: BoardCellProps) {
  const [isNear, ref] = useNearScreen(false)
  const sensors = useMemo(
    () => (isNear ? sensorsOf(content).map(({ id }) => id) : nobody),
    [content, isNear],
  )
  useWatch(sensors)
  return (
    <>
      <div className="board-cell" ref={ref} inert={isInert}>
        {isNear && <WidgetView widget={content} size={size} />}
      </div>
      {isNear && tools}
    </>
  )
})

const nobody: readonly number[] = []
