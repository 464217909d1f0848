import { AutoScroller, Accessibility, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay } from '@dnd-kit/react'
import { useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useKindTitle } from '#kit/web/widgets/kind-titles.ts'
import type { Addable, Adding } from '../sensors/use-adding.ts'
import { useAnnouncements, type DragSource } from './announcements.ts'
import { cellUnder, type Point } from './cell-under.ts'
import { DropPreview, isSamePreview, type Preview } from './drop-place.tsx'
import { StepSensor } from './step-sensor.ts'
import { usePageScroll } from './use-page-scroll.ts'
import './sensor-drag.css'

interface SensorDragProps {
  readonly adding: Adding
  readonly nameOfArea: (areaId: string) => string
  /** What scrolls while something is held near its edges. */
  readonly page: RefObject<HTMLElement | null>
  /** Something was put down in an area, whether or not it has room there. */
  readonly onDropped: () => void
  readonly children: ReactNode
}

/**
 * Lets sensors and kinds be dragged from the drawer into an area: with the mouse, with a finger
 * after a moment, with the keyboard from area to area; every step is read out.
 */
export function SensorDrag(props: SensorDragProps) {
  const { adding, nameOfArea, page, onDropped, children } = props
  const translate = useTranslations('pages.drag')
  const titleOf = useKindTitle()
  const nameOf = (addable: Addable) =>
    addable.sensor ? isolated(addable.sensor.alias) : titleOf(addable.kind)
  const takes = (areaId: string, addable: Addable) =>
    adding.targets(addable).some(({ id, state }) => id === areaId && state === 'free')
  const announcements = useAnnouncements({ nameOf, nameOfArea, takes })
  const scrolling = usePageScroll(page)
  const [preview, setPreview] = useState<Preview | null>(null)
  const previewOf = ({ source, target, activatorEvent }: Over, point: Point): Preview | null => {
    const { addable } = (source as DragSource | null)?.data ?? {}
    if (!target || !addable) return null
    const size = adding.sizeOf(addable)
    // Keys choose the area; the first free place in it is taken.
    const isByKeys = activatorEvent instanceof KeyboardEvent
    const cell = isByKeys ? undefined : cellUnder(target.element, point, size)
    return { areaId: String(target.id), addable, size, cell }
  }
  /** Shows where it would come to lie, over areas that take it. */
  const show = (next: Preview | null) => {
    const shown = next && takes(next.areaId, next.addable) ? next : null
    setPreview((before) => (isSamePreview(before, shown) ? before : shown))
  }
  return (
    <DragDropProvider
      sensors={[PointerSensor, StepSensor]}
      plugins={(defaults) => [
        ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== AutoScroller),
        Accessibility.configure({
          announcements,
          screenReaderInstructions: { draggable: translate('instructions') },
          debounce: 100,
        }),
      ]}
      onDragStart={(_event, manager) =>
        scrolling.begin(manager, () => {
          const { dragOperation } = manager
          show(previewOf(dragOperation, dragOperation.position.current))
        })
      }
      onDragMove={({ operation, to }) =>
        show(previewOf(operation, to ?? operation.position.current))
      }
      onDragOver={({ operation }) => show(previewOf(operation, operation.position.current))}
      onDragEnd={({ operation, canceled }) => {
        const { target } = operation
        const dropped = previewOf(operation, operation.position.current)
        scrolling.end()
        setPreview(null)
        if (canceled || !target || !dropped) return
        adding.add(dropped.addable, String(target.id), dropped.cell)
        onDropped()
      }}
    >
      <DropPreview value={preview}>{children}</DropPreview>
      <DragOverlay dropAnimation={null}>
        {(source) => {
          const { addable } = (source as DragSource).data
          return addable ? (
            <div className="sensor-ghost">
              <b className="clip words">{nameOf(addable)}</b>
              <small>{translate('size', adding.sizeOf(addable))}</small>
            </div>
          ) : null
        }}
      </DragOverlay>
    </DragDropProvider>
  )
}

interface Over {
  readonly source: unknown
  readonly target: { readonly id: string | number; readonly element: Element | undefined } | null
  readonly activatorEvent: Event | null
}
