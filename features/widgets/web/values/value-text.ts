import type { Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import type { LiveValue } from '#kit/web/live/index.ts'
import type { Words } from './words.ts'

const secondsPerHour = 3_600

/**
 * The word beside a state: as configured, else the colour's name, on or off, or the value itself; a
 * dash for no value.
 */
export function stateWord(sensor: Sensor, value: number | string | null, words: Words): string {
  if (value === null) return noFigure
  const word = meaningOf(sensor, value)?.word
  if (word) return word
  if (sensor.type === 'detector') return isOn(value) ? words.on : words.off
  const colour = lampColourOf(sensor, value)
  return colour && typeof value === 'string' ? words.colour(colour) : String(value)
}

/** What is in the place of a value that is bad: a dash when there is none at all. */
export function badText({ value }: LiveValue, words: Words): string {
  return value === null ? noFigure : words.bad
}

/** What is wrong with a reading, in a word; empty for a good one. */
export function qualityWord({ value, quality }: LiveValue, words: Words): string {
  if (value === null) return words.noValue
  return quality === 2 ? words.badMark : quality === 1 ? words.uncertain : ''
}

/**
 * The last value that is known of a sensor whose present one is bad or missing; undefined when
 * there is none.
 */
export function lastValue({ value, previous }: LiveValue): number | string | undefined {
  return value ?? previous
}

/** A value as one short text with its unit, for remarks and tips; a dash for no value. */
export function valueText(sensor: Sensor, value: number | string | null, words: Words): string {
  if (value === null) return noFigure
  if (sensor.type === 'lamp' || sensor.type === 'detector' || sensor.type === 'string')
    return stateWord(sensor, value, words)
  if (typeof value === 'string') return value
  if (sensor.type === 'timer') return words.format.hours(value / secondsPerHour).text
  const figure = words.format.number(value, sensor.decimals)
  return sensor.unit === '' ? figure : `${figure} ${sensor.unit}`
}
