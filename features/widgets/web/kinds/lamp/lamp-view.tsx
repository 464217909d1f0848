import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { LampTower } from '#kit/ui/values/lamp-tower.tsx'
import { WidgetFrame } from '../../frame/widget-frame.tsx'
import { StateText } from '../../states/state-text.tsx'
import { useWidgetNode } from '../../frame/use-widget-node.ts'
import { useWords } from '../../values/words.ts'
import { mountLamp } from './lamp-body.ts'

/** A lamp as a tower: colour, place and word say the same. */
export function LampWidget({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const nodeRef = useWidgetNode(mountLamp, sensor, day, words)
  return (
    <WidgetFrame sensor={sensor} size={size} words={words} nodeRef={nodeRef}>
      <div className="state">
        <LampTower />
        <StateText size={size} words={words} />
      </div>
    </WidgetFrame>
  )
}
