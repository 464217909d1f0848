import { useTranslations } from 'use-intl'
import { isStale, trendWindowMs } from '#kit/web/live/index.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { createStateTimeline } from '#kit/ui/values/state-timeline.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createChangeGuard } from '../../values/change-guard.ts'
import { gainedToday } from '../../values/gained-today.ts'
import { limitText } from '../../values/limit-text.ts'
import { createNote } from '../../values/note.tsx'
import { createThrottle } from '../../values/throttle.ts'
import { badText, lastValue } from '../../values/value-text.ts'
import { useWords } from '../../values/words.ts'
import { runningSegments } from './running-segments.ts'

const secondsPerHour = 3_600
const redrawSeconds = 5

/** Running hours: the total in hours and minutes, today's share, and when it ran lately. */
export default function TimerView({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const translate = useTranslations('widgets.kinds.timer')
  const elements = useOnce(createElements)

  function caption(view: SensorView, seconds: number, isBad: boolean): string {
    const text = (amount: number) => words.format.hours(amount / secondsPerHour).text
    if (isBad) return Number.isNaN(seconds) ? '' : words.lastKnown(text(seconds))
    const gained = gainedToday(view)
    return gained === null ? '' : translate('todayAmount', { amount: text(gained) })
  }

  function paint(view: SensorView): void {
    const { reading, condition, trend, now } = view
    if (!reading) return
    if (elements.isChanged(sensor, reading, condition, view.day, words)) {
      const last = lastValue(reading)
      const seconds = typeof last === 'number' ? last : NaN
      const isBad = condition === 'bad' || Number.isNaN(seconds)
      const { figure, unit } = isBad
        ? { figure: badText(reading, words), unit: '' }
        : words.format.hours(seconds / secondsPerHour)
      elements.figure.write(figure, unit)
      const beyond = isBad ? '' : limitText(sensor, seconds, words)
      elements.caption.write(beyond === '' ? caption(view, seconds, isBad) : '', beyond)
    }
    if (size === 'small' || !elements.isDue(view, '')) return
    const until = isStale(reading, sensor.intervalMs, now) ? reading.time : now
    elements.timeline.write(runningSegments(trend, now, until))
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="widget-value compact">{elements.figure.draw()}</div>
      {elements.caption.draw()}
      {size === 'small' ? null : (
        <>
          <div className="state-window">{words.recent(words.format.age(trendWindowMs))}</div>
          {elements.timeline.draw()}
        </>
      )}
    </SensorFrame>
  )
}

function createElements() {
  return {
    figure: createFigure(),
    caption: createNote(),
    timeline: createStateTimeline(),
    isChanged: createChangeGuard(),
    isDue: createThrottle(redrawSeconds),
  }
}
