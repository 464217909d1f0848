import { trendWindowMs } from '#kit/web/live/index.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { Figure } from '#kit/ui/values/figure.tsx'
import { StateStrip } from '#kit/ui/values/state-strip.tsx'
import { WidgetFrame } from '../../frame/widget-frame.tsx'
import { useWidgetNode } from '../../frame/use-widget-node.ts'
import { useWords } from '../../values/words.ts'
import { mountTimer } from './timer-body.ts'

/** Running hours: the total, today's share, and when it ran lately. */
export function TimerWidget({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const nodeRef = useWidgetNode(mountTimer, sensor, day, words)
  return (
    <WidgetFrame sensor={sensor} size={size} words={words} nodeRef={nodeRef}>
      <div className="widget-value compact">
        <Figure unit="" />
      </div>
      <div className="widget-note" data-part="note" />
      {size === 'small' ? null : (
        <>
          <div className="state-window">{words.recent(words.format.age(trendWindowMs))}</div>
          <StateStrip />
        </>
      )}
    </WidgetFrame>
  )
}
