import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import type { Words } from './words.ts'

/** "above 210.0" beyond a limit, else nothing. */
export function limitText(sensor: Sensor, value: number, words: Words): string {
  const limit = (alarm: number | null) => words.format.number(alarm ?? NaN, sensor.decimals)
  switch (limitBeyond(sensor, value)) {
    case 'upper':
      return words.above(limit(sensor.upperAlarm))
    case 'lower':
      return words.below(limit(sensor.lowerAlarm))
    case null:
      return ''
  }
}
