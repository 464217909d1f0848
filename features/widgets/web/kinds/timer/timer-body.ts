import { hub, isStale, type LiveValue } from '#kit/web/live/index.ts'
import { mountFigure } from '#kit/ui/values/figure.tsx'
import { mountStateStrip } from '#kit/ui/values/state-strip.tsx'
import { part, textWriter } from '#kit/ui/write.ts'
import { gainedToday } from '../counter/gains.ts'
import type { WidgetContext, WidgetView } from '../../frame/mount-frame.ts'
import type { WidgetBody } from '../../frame/use-widget-node.ts'
import { throttle } from '../../states/throttle.ts'
import { badText, lastValue } from '../../values/value-text.ts'
import { runningSpans } from './running-spans.ts'

const secondsPerHour = 3_600

/**
 * Writes running hours and minutes, today's share, and when it ran in the last quarter of an hour.
 */
export function mountTimer(root: HTMLElement, { sensor, day, words }: WidgetContext): WidgetBody {
  const writeFigure = mountFigure(root)
  const writeUnit = textWriter(part(root, 'figure-unit'))
  const writeNote = textWriter(part(root, 'note'))
  const strip = root.querySelector('[data-part="state-strip"]') ? mountStateStrip(root) : undefined
  let painted: LiveValue | undefined
  let paintedCondition = ''
  const isDue = throttle()

  function paintValue(reading: LiveValue, condition: WidgetView['condition']): void {
    const last = lastValue(reading)
    const seconds = typeof last === 'number' ? last : NaN
    if (condition === 'bad' || Number.isNaN(seconds)) {
      writeFigure(badText(reading, words))
      writeUnit('')
      return writeNote(
        last === undefined ? '' : words.lastKnown(words.format.duration(seconds * 1_000)),
      )
    }
    const minutes = Math.floor((seconds % secondsPerHour) / 60)
    writeFigure(words.format.number(Math.floor(seconds / secondsPerHour), 0))
    writeUnit(`${words.hourSign} ${String(minutes).padStart(2, '0')}`)
    const gained = gainedToday(reading, day)
    writeNote(gained === null ? '' : words.todayAmount(words.format.duration(gained * 1_000)))
  }

  return {
    paint({ reading, condition, now }) {
      if (!reading) return
      if (reading !== painted || condition !== paintedCondition) {
        painted = reading
        paintedCondition = condition
        paintValue(reading, condition)
      }
      if (!strip || !isDue(hub.store.trend(sensor.id), '', now)) return
      const until = isStale(reading, sensor.intervalMs, now) ? reading.time : now
      strip(runningSpans(hub.store.trend(sensor.id), now, until))
    },
  }
}
