import type { StoredChange } from '#features/readings/contract/routes.ts'
import type { TipRow } from '#kit/ui/tip.ts'
import { changeMoment } from '../values/change-moment.ts'
import { sinceChange } from '../values/since-change.ts'
import { valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'
import type { SensorView } from './sensor-view.ts'

/**
 * What the tip of a widget says: whom to ask when it is offline, the last change, the limits and
 * today's figures.
 */
export function tipRows(view: SensorView, words: Words): readonly TipRow[] {
  const { sensor, device } = view
  return [
    [sensor.alias],
    ...(device?.status === 'offline' ? [[words.offlineTip] as const] : []),
    ...readingRows(view, words),
    ...limitRows(view, words),
    ...dayRows(view, words),
  ]
}

function readingRows(view: SensorView, words: Words): readonly TipRow[] {
  const { sensor, reading, stored, now } = view
  if (!reading) return []
  const { time, isExact } = sinceChange(reading, view)
  const changed = changeMoment(time, now, words.format)
  const previous = reading.previous ?? replaced(reading.value, stored)
  return [
    [words.lastReading, words.format.clock(reading.time)],
    [words.lastChange, isExact ? changed : words.changedBefore(changed)],
    ...(previous === undefined
      ? []
      : [[words.previousValue, valueText(sensor, previous, words)] as const]),
  ]
}

function limitRows({ sensor }: SensorView, words: Words): readonly TipRow[] {
  if (sensor.lowerAlarm === null && sensor.upperAlarm === null) return []
  const limit = (value: number | null) => words.format.number(value ?? NaN, sensor.decimals)
  return [[words.limits, `${limit(sensor.lowerAlarm)} … ${limit(sensor.upperAlarm)}`]]
}

function dayRows({ sensor, day }: SensorView, words: Words): readonly TipRow[] {
  if (!day || sensor.type !== 'analog') return []
  return [
    [words.todayMinimum, valueText(sensor, day.minimum, words)],
    [words.todayAverage, valueText(sensor, day.average, words)],
    [words.todayMaximum, valueText(sensor, day.maximum, words)],
  ]
}

/** What the present value replaced, if it is stored. */
function replaced(
  value: number | string | null,
  stored: readonly StoredChange[] | undefined,
): number | string | undefined {
  const newest = stored?.[0]
  return newest?.current === value ? (newest.previous ?? undefined) : undefined
}
