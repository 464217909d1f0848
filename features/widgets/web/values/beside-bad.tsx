import { LiveElement } from '#kit/ui/live-element.ts'
import { writeFitting } from '#kit/ui/values/fitting.ts'
import type { SensorView } from '../frame/sensor-view.ts'
import { lastValue, valueText } from './value-text.ts'
import type { Words } from './words.ts'

/**
 * What is beside the word or the dash of a bad reading: its own value, struck; or what the
 * sensor reported last before it had none.
 */
export function createBesideBad() {
  const beside = new LiveElement()
  return {
    draw: () => beside.draw('s', { className: 'widget-struck fitting' }),
    write({ sensor, reading, condition }: SensorView, words: Words): void {
      const last = reading && condition === 'bad' ? lastValue(reading) : undefined
      const isLast = reading?.value === null
      const text = last === undefined ? '' : valueText(sensor, last, words)
      beside.attribute('data-last', isLast ? '' : null)
      writeFitting(beside, isLast && text !== '' ? words.lastKnown(text) : text)
    },
  }
}
