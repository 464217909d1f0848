import type { Phrases } from '../../contract/phrases/phrases.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { valueWithUnit, type AnswerContext } from './answer-context.ts'

/** What a value of any sensor is called. */
export function valueText(context: AnswerContext, sensor: Sensor, value: number | string): string {
  if (isMeasuring(sensor.type) && typeof value === 'number')
    return valueWithUnit(context, sensor, value)
  return stateText(context.phrase, sensor, value)
}

/** What a state of a lamp or a detector is called. */
export function stateText(phrase: Phrases, sensor: Sensor, value: number | string): string {
  const word = meaningOf(sensor, value)?.word
  if (word !== undefined && word !== '') return word
  if (sensor.type === 'lamp') {
    const colour = lampColourOf(sensor, value)
    return colour === null ? String(value) : phrase.colours[colour]
  }
  if (sensor.type === 'detector') return isOn(value) ? phrase.on : phrase.off
  return String(value)
}
