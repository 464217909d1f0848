import type { LiveValue } from '#kit/web/live/index.ts'
import type { SensorView } from '../frame/sensor-view.ts'
import { sinceChange } from '../values/since-change.ts'
import { badText, lastValue, stateWord } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'

/** A state in words: what it is, and how long it has been so or what was reported last. */
export interface StateTexts {
  readonly word: string
  readonly since: string
}

/** The words for the state that a reading gives. */
export function stateTexts(view: SensorView, reading: LiveValue, words: Words): StateTexts {
  const { sensor, condition, now } = view
  if (condition === 'bad') {
    const last = lastValue(reading)
    const lastWord = last === undefined ? '' : stateWord(sensor, last, words)
    return {
      word: badText(reading, words),
      since: lastWord === '' ? '' : words.lastKnown(lastWord),
    }
  }
  const word = stateWord(sensor, reading.value, words)
  if (condition === 'stale') return { word, since: '' }
  const { time, isExact } = sinceChange(reading, view)
  const lasted = words.format.age(now - time)
  return { word, since: isExact ? words.since(lasted) : words.atLeast(lasted) }
}
