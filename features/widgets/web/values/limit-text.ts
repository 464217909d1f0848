import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import type { Words } from './words.ts'

const secondsPerHour = 3_600

/** A limit as its sensor's values are written, without the unit: running hours in hours. */
export function limitFigure(
  { type, decimals }: Pick<Sensor, 'type' | 'decimals'>,
  limit: number | null,
  { format }: Pick<Words, 'format'>,
): string {
  return type === 'timer'
    ? format.hours((limit ?? NaN) / secondsPerHour).text
    : format.number(limit ?? NaN, decimals)
}

/** "above 210.0" beyond a limit, else nothing. */
export function limitText(sensor: Sensor, value: number, words: Words): string {
  const limit = (alarm: number | null) => limitFigure(sensor, alarm, words)
  switch (limitBeyond(sensor, value)) {
    case 'upper':
      return words.above(limit(sensor.upperAlarm))
    case 'lower':
      return words.below(limit(sensor.lowerAlarm))
    case null:
      return ''
  }
}
