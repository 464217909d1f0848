import { hub, type LiveValue } from '#kit/web/live/index.ts'
import { mountBars } from '#kit/ui/values/bars.tsx'
import { mountFigure } from '#kit/ui/values/figure.tsx'
import { part, textWriter } from '#kit/ui/write.ts'
import type { WidgetContext, WidgetView } from '../../frame/mount-frame.ts'
import type { WidgetBody } from '../../frame/use-widget-node.ts'
import { throttle } from '../../states/throttle.ts'
import { badText, lastValue } from '../../values/value-text.ts'
import { gainedBySlot, gainedToday } from './gains.ts'

const slotMs = 60_000
/** Minutes shown. */
export const slots = 15

/**
 * Writes today's gain large and the total small; the total large while today's gain is not known.
 */
export function mountCounter(root: HTMLElement, { sensor, day, words }: WidgetContext): WidgetBody {
  const writeFigure = mountFigure(root)
  const writeNote = textWriter(part(root, 'note'))
  const writeTotalName = textWriter(part(root, 'total-name'))
  const writeTotal = textWriter(part(root, 'total'))
  const drawBars = root.querySelector('.bars') ? mountBars(root) : undefined
  let painted: LiveValue | undefined
  let paintedCondition = ''
  const isDue = throttle()

  function paintValue(reading: LiveValue, condition: WidgetView['condition']): void {
    const last = lastValue(reading)
    const total =
      typeof last === 'number' ? words.format.number(last, sensor.decimals) : (last ?? '')
    if (condition === 'bad') {
      writeFigure(badText(reading, words))
      writeNote(total === '' ? '' : words.lastKnown(total))
      writeTotalName('')
      return writeTotal('')
    }
    const gained = gainedToday(reading, day)
    writeFigure(gained === null ? total : words.format.number(gained, sensor.decimals))
    writeNote(gained === null ? words.total : words.today)
    writeTotalName(gained === null ? '' : words.total)
    writeTotal(gained === null ? '' : total)
  }

  return {
    paint({ reading, condition, now }) {
      if (!reading) return
      if (reading !== painted || condition !== paintedCondition) {
        painted = reading
        paintedCondition = condition
        paintValue(reading, condition)
      }
      if (drawBars && isDue(hub.store.trend(sensor.id), '', now))
        drawBars(gainedBySlot(hub.store.trend(sensor.id), now, slotMs, slots))
    },
  }
}
