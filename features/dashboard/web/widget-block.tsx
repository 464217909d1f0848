import { memo, type CSSProperties } from 'react'
import { widgetOf, type DayFigures } from '#kit/web/widget-registry.ts'
import type { Block } from './arrange.ts'
import { useNear } from './use-near.ts'
import './widget-block.css'

type Styles = CSSProperties & Readonly<Record<`--${string}`, number>>

interface WidgetBlockProps {
  readonly block: Block
  readonly days: ReadonlyMap<number, DayFigures> | undefined
  /** Drawn at once, without waiting to hear whether it is near the screen. */
  readonly isFirst: boolean
}

/** Widgets on their grid. Away from the screen it is an empty box of the same height. */
export const WidgetBlock = memo(function WidgetBlock({ block, days, isFirst }: WidgetBlockProps) {
  const [isNear, ref] = useNear(isFirst)
  const narrowRows = block.items.reduce((sum, { height }) => sum + height, 0)
  const styles: Styles = { '--rows': block.rows, '--narrow-rows': narrowRows }
  return (
    <div className="widget-block" style={styles} ref={ref}>
      {isNear
        ? block.items.map(({ sensor, size, x, y, width, height }) => {
            const Widget = widgetOf(sensor.type)?.component
            const place: Styles = { '--x': x, '--y': y, '--width': width, '--height': height }
            return Widget ? (
              <div key={sensor.id} className="widget-place" style={place}>
                <Widget sensor={sensor} size={size} day={days?.get(sensor.id)} />
              </div>
            ) : null
          })
        : null}
    </div>
  )
})
