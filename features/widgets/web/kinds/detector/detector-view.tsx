import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { WidgetFrame } from '../../frame/widget-frame.tsx'
import { StateText } from '../../states/state-text.tsx'
import { useWidgetNode } from '../../frame/use-widget-node.ts'
import { useWords } from '../../values/words.ts'
import { mountDetector } from './detector-body.ts'

/** On or off, as a switch, with the word and since when. */
export function DetectorWidget({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const nodeRef = useWidgetNode(mountDetector, sensor, day, words)
  return (
    <WidgetFrame sensor={sensor} size={size} words={words} nodeRef={nodeRef}>
      <div className="state">
        <div className="switch" data-part="switch" aria-hidden="true" />
        <StateText size={size} words={words} />
      </div>
    </WidgetFrame>
  )
}
