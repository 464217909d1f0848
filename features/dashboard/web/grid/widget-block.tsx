import { memo, useMemo, type CSSProperties } from 'react'
import { widgetOf } from '#kit/web/widget-registry.ts'
import type { Block } from './arrange.ts'
import { useDayFigures } from './use-day-figures.ts'
import { useNear } from './use-near.ts'
import './widget-block.css'

type Styles = CSSProperties & Readonly<Record<`--${string}`, number>>

interface WidgetBlockProps {
  readonly block: Block
  /** Drawn at once, without waiting to hear whether it is near the screen. */
  readonly isFirst: boolean
}

/** Widgets on their grid. Away from the screen it is an empty box of the same height. */
export const WidgetBlock = memo(function WidgetBlock({ block, isFirst }: WidgetBlockProps) {
  const [isNear, ref] = useNear(isFirst)
  const days = useDayFigures(
    useMemo(() => block.items.map(({ sensor }) => sensor.id), [block]),
    isNear,
  )
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
