import { lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import { attributeWriter, part, styleWriter } from '#kit/ui/write.ts'
import type { WidgetContext } from '../../frame/mount-frame.ts'
import { mountState } from '../../states/state-parts.ts'
import type { WidgetBody } from '../../frame/use-widget-node.ts'
import { isOn, meaningOf } from '../../values/value-text.ts'

/**
 * Sets the switch of a detector: up and filled when on. It has a colour only where its
 * configuration gives one.
 */
export function mountDetector(root: HTMLElement, context: WidgetContext): WidgetBody {
  const element = part(root, 'switch')
  const writeOn = attributeWriter(element, 'data-on')
  const writeColour = styleWriter(element, '--state-colour')
  const paintOf = (value: number | string) => {
    const colour = meaningOf(context.sensor, value)?.colour
    return colour ? lampPaint(colour) : isOn(value) ? 'var(--ink-2)' : 'var(--surface)'
  }
  const writeState = mountState(root, context, paintOf)
  return {
    paint(view) {
      const value = view.condition === 'bad' ? undefined : (view.reading?.value ?? undefined)
      const colour = value === undefined ? undefined : meaningOf(context.sensor, value)?.colour
      writeOn(value === undefined ? null : String(isOn(value)))
      writeColour(colour ? lampPaint(colour) : 'var(--ink-2)')
      writeState(view)
    },
  }
}
