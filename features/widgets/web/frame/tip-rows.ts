import type { StoredChange } from '#features/readings/contract/routes.ts'
import { hub } from '#kit/web/live/index.ts'
import type { TipRow } from '#kit/ui/tip.ts'
import { changeMoment } from '../values/change-moment.ts'
import type { WidgetContext } from './mount-frame.ts'
import { sinceChange } from '../values/since-change.ts'
import { valueText } from '../values/value-text.ts'

/**
 * What the tip of a widget says: whom to ask when it is offline, the last change, and today's
 * figures.
 */
export function tipRows({ sensor, day, words, stored }: WidgetContext): readonly TipRow[] {
  const reading = hub.store.reading(sensor.id)
  const rows: TipRow[] = [[sensor.alias]]
  if (hub.store.device(sensor.deviceId)?.status === 'offline') rows.push([words.offlineTip])
  if (reading) {
    const { time, isExact } = sinceChange(reading, hub.store.trend(sensor.id), stored)
    const changed = changeMoment(time, hub.now(), words.format)
    const previous = reading.previous ?? replaced(reading.value, stored)
    rows.push([words.lastReading, words.format.clock(reading.time)])
    rows.push([words.lastChange, isExact ? changed : words.changedBefore(changed)])
    if (previous !== undefined) rows.push([words.previousValue, valueText(sensor, previous, words)])
  }
  if (sensor.lowerAlarm !== null || sensor.upperAlarm !== null) {
    const limit = (value: number | null) => words.format.number(value ?? NaN, sensor.decimals)
    rows.push([words.limits, `${limit(sensor.lowerAlarm)} … ${limit(sensor.upperAlarm)}`])
  }
  if (day && sensor.type === 'analog') {
    rows.push([words.todayMinimum, valueText(sensor, day.minimum, words)])
    rows.push([words.todayAverage, valueText(sensor, day.average, words)])
    rows.push([words.todayMaximum, valueText(sensor, day.maximum, words)])
  }
  return rows
}

/** What the present value replaced, if the store knows. */
function replaced(
  value: number | string | null,
  stored: readonly StoredChange[] | undefined,
): number | string | undefined {
  const newest = stored?.[0]
  return newest?.current === value ? (newest.previous ?? undefined) : undefined
}
