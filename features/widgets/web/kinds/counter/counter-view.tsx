import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { Bars } from '#kit/ui/values/bars.tsx'
import { Figure } from '#kit/ui/values/figure.tsx'
import { WidgetFrame } from '../../frame/widget-frame.tsx'
import { useWidgetNode } from '../../frame/use-widget-node.ts'
import { useWords } from '../../values/words.ts'
import { mountCounter, slots } from './counter-body.ts'

/**
 * A running total: what it gained today, by the minute in the last quarter of an hour, and the
 * total itself.
 */
export function CounterWidget({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const nodeRef = useWidgetNode(mountCounter, sensor, day, words)
  return (
    <WidgetFrame sensor={sensor} size={size} words={words} nodeRef={nodeRef}>
      <div className="widget-value compact">
        <Figure unit={sensor.unit} />
      </div>
      <div className="widget-note" data-part="note" />
      {size === 'small' ? null : (
        <div className="widget-trend">
          <Bars count={slots} />
        </div>
      )}
      <div className="widget-foot">
        <span data-part="total-name" />
        <b data-part="total" />
      </div>
    </WidgetFrame>
  )
}
