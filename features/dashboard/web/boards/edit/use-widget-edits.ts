import { useCallback, useMemo, useState } from 'react'
import type { BoardSensor } from '#features/pages/contract/board.ts'
import type { Widget } from '#features/pages/contract/page.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { LayoutGridProps } from '#kit/ui/grid/layout-grid.tsx'
import type { Cell } from '#kit/ui/grid/layout/item.ts'
import { kindById, defaultKind } from '#kit/web/widget-registry.ts'
import { rearranged } from '../content/arranged.ts'
import {
  layoutOf,
  newWidgetId,
  withLayout,
  withKind,
  withLock,
  withNewWidget,
  withoutWidget,
  type NewWidget,
} from '../content/draft.ts'
import { useBoardContent } from '../content/use-board-content.ts'
import { takeDragged } from './dragged-item.ts'
import { stepped } from './steps.ts'
import type { Editor } from './use-editor.ts'
import type { WidgetAction } from './widget-tools.tsx'

/** The widget for which a dialog is open, and which one. */
export interface OpenDialog {
  readonly id: string
  readonly for: 'options' | 'sizeLimits'
}

/** What a person does to the widgets of a dashboard, and what these show. */
export function useWidgetEdits(
  { change }: Editor,
  stored: readonly BoardSensor[],
  listed: readonly Sensor[],
) {
  /** Sensors that were found on the server and are in no list. */
  const [found, setFound] = useState<readonly Sensor[]>([])
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const known = useMemo(() => [...listed, ...found], [listed, found])
  const content = useBoardContent(stored, known)
  const { find, minimumSizeOf } = content
  const add = (widget: NewWidget, id = newWidgetId(), cell?: Cell) => {
    const { sensor, kind } = widget
    if (sensor) setFound((before) => [...before, sensor])
    change((before) => withNewWidget(before, widget, id, cell))
    if (kind.binds === 'sensors') setOpenDialog({ id, for: 'options' })
  }
  const drop: NonNullable<LayoutGridProps['onDropped']> = ({ i }, place) => {
    const widget = takeDragged(i)
    if (widget && place) add(widget, i, place.item)
  }
  const act = useCallback(
    (widget: Widget, action: WidgetAction) => {
      const { id } = widget
      if (action.name === 'options' || action.name === 'sizeLimits')
        setOpenDialog({ id, for: action.name })
      else if (action.name === 'remove') change((before) => withoutWidget(before, id))
      else if (action.name === 'lock') change((before) => withLock(before, id, !widget.static))
      else if (action.name === 'kind') {
        const kind = kindById(action.kind)
        if (kind) change((before) => withKind(before, id, kind))
      } else
        change((before) =>
          withLayout(before, stepped(layoutOf(before.widgets, minimumSizeOf), id, action.step)),
        )
    },
    [change, minimumSizeOf],
  )
  const sensorOf = ({ sensor }: Widget) => sensor && find(sensor)
  const arrange = () =>
    change((before) => rearranged(before, { find: sensorOf, minimumSizeOf }, defaultKind))
  return { content, add, drop, act, arrange, openDialog, closeDialog: () => setOpenDialog(null) }
}
