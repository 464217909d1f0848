import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { WidgetFrame } from '../../frame/widget-frame.tsx'
import { useWidgetNode } from '../../frame/use-widget-node.ts'
import { useWords } from '../../values/words.ts'
import { mountString } from './text-body.ts'

const rows = [0, 1, 2]

/** A text such as a batch or a recipe, since when it stands, and its latest changes. */
export function StringWidget({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const nodeRef = useWidgetNode(mountString, sensor, day, words)
  return (
    <WidgetFrame sensor={sensor} size={size} words={words} nodeRef={nodeRef}>
      <div className="state-text">
        <div className="state-word" data-part="word" />
        <div className="state-since" data-part="since" />
      </div>
      {size === 'small' ? null : (
        <ul className="text-changes">
          {rows.map((row) => (
            <li key={row} data-part="change">
              <span className="number" data-part="change-time" />
              <span className="text-change" data-part="change-text">
                <span className="clip" data-part="change-previous" />
                <span className="clip" data-part="change-current" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </WidgetFrame>
  )
}
