import { lampPaint, mountLampTower } from '#kit/ui/values/lamp-tower.tsx'
import type { WidgetContext } from '../../frame/mount-frame.ts'
import { mountState } from '../../states/state-parts.ts'
import type { WidgetBody } from '../../frame/use-widget-node.ts'
import { lampColourOf } from '../../values/value-text.ts'

/** Lights the tower and writes the word of a lamp; a bad value lights nothing. */
export function mountLamp(root: HTMLElement, context: WidgetContext): WidgetBody {
  const light = mountLampTower(root)
  const writeState = mountState(root, context, (value) => {
    const colour = lampColourOf(context.sensor, value)
    return colour && lampPaint(colour)
  })
  return {
    paint(view) {
      const value = view.condition === 'bad' ? null : (view.reading?.value ?? null)
      light(value === null ? null : lampColourOf(context.sensor, value))
      writeState(view)
    },
  }
}
