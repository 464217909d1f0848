import { useTranslations } from 'use-intl'
import type { LiveValue } from '#kit/web/live/index.ts'
import type { WidgetProps } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createBars } from '#kit/ui/values/bars.tsx'
import { createFigure } from '#kit/ui/values/figure.tsx'
import { SensorFrame } from '../../frame/sensor-frame.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createChangeGuard } from '../../values/change-guard.ts'
import { gainedToday } from '../../values/gained-today.ts'
import { limitText } from '../../values/limit-text.ts'
import { createNote } from '../../values/note.tsx'
import { createThrottle } from '../../values/throttle.ts'
import { badText, lastValue } from '../../values/value-text.ts'
import { useWords, type Words } from '../../values/words.ts'
import { gainedBySlot } from './gained-by-slot.ts'

const slotMs = 60_000
/** Minutes shown. */
const slots = 15
const redrawSeconds = 5

/**
 * A running total: what it gained today, by the minute in the last quarter of an hour, and the
 * total itself; the total large while today's gain is not known, and beyond a limit.
 */
export default function CounterView({ sensor, size, day }: WidgetProps) {
  const words = useWords()
  const translate = useTranslations('widgets.kinds.counter')
  const elements = useOnce(createElements)

  function paint(view: SensorView): void {
    const { reading, condition, trend, now } = view
    if (!reading) return
    if (elements.isChanged(reading, condition, view.day, words)) {
      const { figure, caption, beyond, total } = textsOf(view, reading, words)
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

interface Texts {
  readonly figure: string
  /** What the figure is, or what was reported last. */
  readonly caption: 'today' | 'total' | { readonly last: string }
  /** Which limit the total is beyond, in words; empty for none. */
  readonly beyond: string
  /** Empty where the figure is the total. */
  readonly total: string
}

function textsOf(view: SensorView, reading: LiveValue, words: Words): Texts {
  const { sensor, condition } = view
  const last = lastValue(reading)
  const total = typeof last === 'number' ? words.format.number(last, sensor.decimals) : (last ?? '')
  if (condition === 'bad') {
    const lastText = total === '' ? '' : words.lastKnown(total)
    return { figure: badText(reading, words), caption: { last: lastText }, beyond: '', total: '' }
  }
  // The limits are those of the total.
  const beyond = typeof last === 'number' ? limitText(sensor, last, words) : ''
  const gained = gainedToday(view)
  return gained === null || beyond !== ''
    ? { figure: total, caption: 'total', beyond, total: '' }
    : { figure: words.format.number(gained, sensor.decimals), caption: 'today', beyond, total }
}
