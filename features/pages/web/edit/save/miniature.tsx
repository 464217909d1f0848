import type { CSSProperties } from 'react'
import { isSame } from '../../../contract/choose.ts'
import type { Area, Widget } from '../../../contract/page.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { useWidgetName } from './use-change-text.ts'

interface MiniatureProps {
  readonly area: Area
  /** What is gone since, and what is new or changed, is marked. */
  readonly before: Area | undefined
  readonly find: FindSensor
}

/** An area as a drawing: where its widgets lie, and what they are called. */
export function Miniature({ area, before, find }: MiniatureProps) {
  const nameOf = useWidgetName(find)
  const was = new Map((before?.widgets ?? []).map((widget) => [widget.id, widget]))
  const presentIds = new Set(area.widgets.map(({ id }) => id))
  const removed = [...was.values()].filter(({ id }) => !presentIds.has(id))
  const styles: CSSProperties & Readonly<Record<'--w', number>> = { '--w': area.w }
  return (
    <span className="miniature" style={styles} aria-hidden="true">
      {area.widgets.map((widget) => (
        <i
          key={widget.id}
          style={cellOf(widget, area)}
          data-changed={isSame(was.get(widget.id), widget) ? undefined : ''}
        >
          {nameOf(widget)}
        </i>
      ))}
      {removed.map((widget) => (
        <s key={widget.id}>{nameOf(widget)}</s>
      ))}
    </span>
  )
}

const cellOf = ({ x, y, w, h }: Widget, area: Area): CSSProperties => ({
  gridColumn: `${x + 1} / span ${Math.min(w, area.w)}`,
  gridRow: `${y + 1} / span ${h}`,
})
