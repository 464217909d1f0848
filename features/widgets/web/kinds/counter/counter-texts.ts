import { noFigure } from '#kit/web/formats/number.ts'
import type { SensorView } from '../../frame/sensor-view.ts'
import { gainedToday } from '../../values/gained-today.ts'
import { limitText } from '../../values/limit-text.ts'
import { badText, lastValue } from '../../values/value-text.ts'
import type { Words } from '../../values/words.ts'

/** What a counter says. */
interface CounterTexts {
  readonly figure: string
  /** What the figure is, or what was reported last. */
  readonly caption: 'today' | 'total' | { readonly last: string }
  /** Which limit the total is beyond, in words; empty for none. */
  readonly beyond: string
  /** Empty where the figure is the total. */
  readonly total: string
}

/**
 * What a counter says of a view that has a reading. While today's figures are on their way no other
 * quantity stands in the place of today's gain.
 */
export function counterTexts(view: SensorView, isAwaited: boolean, words: Words): CounterTexts {
  const { sensor, reading, condition } = view
  const last = reading && lastValue(reading)
  const total = typeof last === 'number' ? words.format.number(last, sensor.decimals) : (last ?? '')
  if (condition === 'bad') {
    const lastText = total === '' ? '' : words.lastKnown(total)
    return {
      figure: reading ? badText(reading, words) : noFigure,
      caption: { last: lastText },
      beyond: '',
      total: '',
    }
  }
  // The limits are those of the total.
  const beyond = typeof last === 'number' ? limitText(sensor, last, words) : ''
  const gained = gainedToday(view)
  if (beyond !== '' || (gained === null && !isAwaited))
    return { figure: total, caption: 'total', beyond, total: '' }
  const figure = gained === null ? noFigure : words.format.number(gained, sensor.decimals)
  return { figure, caption: 'today', beyond, total }
}
