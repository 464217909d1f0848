import type { Phrases } from '../../contract/phrases/phrases.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import { valueWithUnit, type Answering } from './answering.ts'

/** What a value of any sensor is called. */
export function valueText(answering: Answering, sensor: Sensor, value: number | string): string {
  if (isMeasuring(sensor.type) && typeof value === 'number')
    return valueWithUnit(answering, sensor, value)
  return stateText(answering.say, sensor, value)
}

/** What a state of a lamp or a detector is called. */
export function stateText(say: Phrases, sensor: Sensor, value: number | string): string {
  const word = meaningOf(sensor, value)?.word
  if (word !== undefined && word !== '') return word
  if (sensor.type === 'lamp') {
    const colour = lampColourOf(sensor, value)
    return colour === null ? String(value) : say.colours[colour]
  }
  if (sensor.type === 'detector') return isOn(value) ? say.on : say.off
  return String(value)
}
