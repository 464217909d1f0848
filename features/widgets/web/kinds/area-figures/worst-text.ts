import { ageTexts, plateTexts } from '../../frame/frame-marks.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { limitText } from '../../values/limit-text.ts'
import { valueText } from '../../values/value-text.ts'
import type { Words } from '../../values/words.ts'

/** What is wrong with a sensor, in a few words: "214.6 °C · above 210.0", "stale 5 min". */
export function worstText(view: SensorView, words: Words): string {
  const { sensor, reading, condition } = view
  if (condition === 'offline')
    return [words.offline, plateTexts(view, words).since].filter((text) => text !== '').join(' ')
  if (!reading) return words.waiting
  if (condition !== 'good') return ageTexts(view, words).text
  const beyond = typeof reading.value === 'number' ? limitText(sensor, reading.value, words) : ''
  const value = valueText(sensor, reading.value, words)
  return [value, beyond].filter((text) => text !== '').join(' · ')
}
