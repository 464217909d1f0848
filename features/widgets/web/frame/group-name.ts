import { limitFigure, limitText } from '../values/limit-text.ts'
import { unchangedSince } from '../values/no-change.ts'
import { badText, lastValue, valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'
import type { SensorView } from './sensor-view.ts'

/**
 * What a widget is called where it is not seen: the sensor, its device where that is named (else
 * empty), its value with the unit, what is wrong with it, and its limits. No age in it: the name
 * changes when something is different, not with every second.
 */
export function groupName(view: SensorView, words: Words, device = ''): string {
  const { sensor, reading, condition } = view
  const state = [...valueParts(view, words), ...limitParts(view, words)].join(', ')
  const missing = condition === 'loading' ? words.loading : words.waiting
  const name = device === '' ? sensor.alias : `${sensor.alias}, ${device}`
  return `${name}: ${reading ? state : missing}`
}

function valueParts(view: SensorView, words: Words): readonly string[] {
  const { sensor, reading, condition } = view
  if (!reading) return []
  const last = lastValue(reading)
  const known = last === undefined ? [] : [words.lastKnown(valueText(sensor, last, words))]
  if (condition === 'offline') return [words.offline, ...known]
  if (condition === 'bad')
    return [reading.value === null ? words.noValue : badText(reading, words), ...known]
  return [
    valueText(sensor, reading.value, words),
    ...(reading.quality === 1 ? [words.uncertain] : []),
    ...(condition === 'stale' ? [words.staleName] : []),
    ...(unchangedSince(view) === null ? [] : [words.noChangeName]),
  ]
}

function limitParts(view: SensorView, words: Words): readonly string[] {
  const { sensor, reading, condition } = view
  const { lowerAlarm, upperAlarm } = sensor
  if (lowerAlarm === null && upperAlarm === null) return []
  // Of what is no present value, or is not to be trusted, nothing shows it either.
  const isPresent = condition !== 'bad' && condition !== 'offline'
  const value = isPresent ? reading?.value : null
  const beyond = typeof value === 'number' ? limitText(sensor, value, words) : ''
  const limits = [lowerAlarm, upperAlarm].map((limit) => limitFigure(sensor, limit, words))
  return [...(beyond === '' ? [] : [beyond]), `${words.limits} ${limits.join(' … ')}`]
}
