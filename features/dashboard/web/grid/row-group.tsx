import { memo, type CSSProperties } from 'react'
import { useNearScreen } from '#kit/ui/use-near-screen.ts'
import { SensorWidget } from '../shown-as/sensor-widget.tsx'
import { useWidgetChoices } from '../shown-as/use-widget-choices.ts'
import type { RowGroup } from './arrange.ts'
import './row-group.css'

type Styles = CSSProperties & Readonly<Record<`--${string}`, number>>

interface RowGroupProps {
  readonly group: RowGroup
  /** Drawn at once, without waiting for whether it is near the screen. */
  readonly isFirst: boolean
}

/** Widgets on their grid. Away from the screen it is an empty box of the same height. */
export const RowGroupView = memo(function RowGroupView({ group, isFirst }: RowGroupProps) {
  const [isNear, ref] = useNearScreen(isFirst)
  const [choices, change] = useWidgetChoices()
  const narrowRows = group.items.reduce((sum, { height }) => sum + height, 0)
  const styles: Styles = { '--rows': group.rows, '--narrow-rows': narrowRows }
  return (
    <div className="row-group" data-seen-as-whole="" style={styles} ref={ref}>
      {isNear
        ? group.items.map(({ sensor, size, x, y, width, height }) => {
            const place: Styles = { '--x': x, '--y': y, '--width': width, '--height': height }
            return (
              <div key={`${sensor.id} ${size}`} className="grid-item" style={place}>
                <SensorWidget sensor={sensor} size={size} choices={choices} onChange={change} />
              </div>
            )
          })
        : null}
    </div>
  )
})
