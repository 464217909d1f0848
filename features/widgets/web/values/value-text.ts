import type { Sensor, StateMeaning } from '#kit/model/sensor.ts'
import { lampColours, type LampColour } from '#kit/model/sensor.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import type { LiveValue } from '#kit/web/live/index.ts'
import type { Words } from './words.ts'

const secondsPerHour = 3_600

/** What the sensor's configuration says about a value, if anything. */
export function meaningOf(sensor: Sensor, value: number | string): StateMeaning | undefined {
  return sensor.states[String(value)]
}

/**
 * The colour that a lamp shows for a value: as configured, or the name of a colour as the device
 * sent it; else not known.
 */
export function lampColourOf(sensor: Sensor, value: number | string): LampColour | null {
  const configured = meaningOf(sensor, value)?.colour
  if (configured) return configured
  const name = String(value).toLowerCase()
  return (
    lampColours.find((colour) => colour === name) ??
    (name === 'none' || name === 'off' ? 'grey' : null)
  )
}

/** Whether a detector's value means "on". */
export function isOn(value: number | string): boolean {
  return typeof value === 'number'
    ? value !== 0
    : !['0', 'off', 'false', 'closed', 'no', ''].includes(value.toLowerCase())
}

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

/** What stands in the place of a value that is bad: a dash when there is none at all. */
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
