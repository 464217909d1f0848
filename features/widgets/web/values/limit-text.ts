import type { Sensor } from '#kit/model/sensor.ts'
import type { Words } from './words.ts'

/** "above 210.0" beyond a limit, else nothing. */
export function limitText(sensor: Sensor, value: number, words: Words): string {
  const { lowerAlarm, upperAlarm, decimals } = sensor
  if (upperAlarm !== null && value > upperAlarm)
    return words.above(words.format.number(upperAlarm, decimals))
  if (lowerAlarm !== null && value < lowerAlarm)
    return words.below(words.format.number(lowerAlarm, decimals))
  return ''
}
