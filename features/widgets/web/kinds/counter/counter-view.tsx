import { useTranslations } from 'use-intl'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createBars } from '#kit/ui/values/bars.tsx'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createChangeGuard } from '../../values/change-guard.ts'
import { createNote } from '../../values/note.tsx'
import { createThrottle } from '../../values/throttle.ts'
import { useWords } from '../../values/words.ts'
import { counterTexts } from './counter-texts.ts'
import { gainedBySlot } from './gained-by-slot.ts'

const slotMs = 60_000
/** Minutes shown. */
const slots = 15
const redrawSeconds = 5

/**
 * A running total: what it gained today, by the minute in the last quarter of an hour, and the
 * total itself; the total large where nothing says what today's gain is, and beyond a limit.
 */
export default function CounterView({ sensor, size, day, isDayAwaited }: WidgetProps) {
  const words = useWords()
  const translate = useTranslations('widgets.kinds.counter')
  const elements = useOnce(createElements)

  function paint(view: SensorView): void {
    const { reading, condition, trend, now } = view
    if (!reading) return
    // Those of the day before are there until the new day's are.
    const isAwaited = isDayAwaited || (day !== undefined && view.day === undefined)
    if (elements.isChanged(sensor, reading, condition, view.day, isAwaited, words)) {
      const { figure, caption, beyond, total } = counterTexts(view, isAwaited, words)
      elements.figure.write(figure, sensor.unit)
      elements.caption.write(
        caption === 'today' || caption === 'total' ? translate(caption) : caption.last,
        beyond,
      )
      elements.totalName.text(total === '' ? '' : translate('total'))
      elements.total.text(total)
    }
    if (size !== 'small' && elements.isDue(view, ''))
      elements.bars.write(gainedBySlot(trend, now, { sensor, slotMs, slots }))
  }

  return (
    <SensorFrame {...{ sensor, size, day, words, paint }}>
      <div className="widget-value compact">{elements.figure.draw()}</div>
      {elements.caption.draw()}
      {size === 'small' ? null : <div className="widget-trend">{elements.bars.draw()}</div>}
      <div className="widget-foot">
        {elements.totalName.draw('span')}
        {elements.total.draw('b')}
      </div>
    </SensorFrame>
  )
}

function createElements() {
  return {
    figure: createFigure(),
    caption: createNote(),
    bars: createBars(slots),
    totalName: new LiveElement(),
    total: new LiveElement(),
    isChanged: createChangeGuard(),
    isDue: createThrottle(redrawSeconds),
  }
}
