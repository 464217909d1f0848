import type { StoredChange } from '#features/readings/contract/routes.ts'
import type { TipRow } from '#kit/ui/tip.ts'
import { sinceChange } from '../values/since-change.ts'
import { dayWithRecent } from '../values/day-with-recent.ts'
import { withoutNoise } from '#kit/web/formats/number.ts'
import { availability, dayOfView, timeOn } from '../states/today-of-view.ts'
import { limitFigure } from '../values/limit-text.ts'
import { qualityWord, stateWord, valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'
import type { SensorView } from './sensor-view.ts'
import type { ShownMedian } from './use-today-median.ts'

/**
 * What the tip of a widget says: its device, whom to ask when that is offline, the last reading and
 * its quality, the last change, the limits and today's figures. `median`: undefined while it is on
 * the way.
 */
export function tipRows(view: SensorView, words: Words, median?: ShownMedian): readonly TipRow[] {
  const { sensor, device } = view
  return [
    [sensor.alias],
    [words.device, sensor.lesiId],
    ...(device?.status === 'offline' ? [[words.offlineTip] as const] : []),
    ...readingRows(view, words),
    ...limitRows(view, words),
    ...dayRows(view, words, median),
    ...stateRows(view, words),
  ]
}

function readingRows(view: SensorView, words: Words): readonly TipRow[] {
  const { sensor, reading, stored, now } = view
  if (!reading) return []
  const { time, isExact } = sinceChange(reading, view)
  const changed = words.format.moment(time, now)
  const quality = qualityWord(reading, words)
  const previous = reading.previous ?? replaced(reading.value, stored)
  return [
    [
      words.lastReading,
      [words.format.moment(reading.time, now), quality].filter(Boolean).join(' · '),
    ],
    [words.lastChange, isExact ? changed : words.changedBefore(changed)],
    ...(previous === undefined
      ? []
      : [[words.previousValue, valueText(sensor, previous, words)] as const]),
  ]
}

function limitRows({ sensor }: SensorView, words: Words): readonly TipRow[] {
  if (sensor.lowerAlarm === null && sensor.upperAlarm === null) return []
  const limit = (value: number | null) => limitFigure(sensor, value, words)
  return [[words.limits, `${limit(sensor.lowerAlarm)} … ${limit(sensor.upperAlarm)}`]]
}

function dayRows(
  view: SensorView,
  words: Words,
  median: ShownMedian | undefined,
): readonly TipRow[] {
  const { sensor } = view
  const day = dayWithRecent(view)
  if (!day || sensor.type !== 'analog') return []
  const scale = Math.max(Math.abs(day.minimum), Math.abs(day.maximum))
  const text = (value: number | null) => valueText(sensor, value, words)
  return [
    [words.todayMinimum, text(day.minimum)],
    ...(median === 'unasked'
      ? []
      : [[words.todayMedian, median === undefined ? '…' : text(median)] as const]),
    [words.todayAverage, text(withoutNoise(day.average, scale))],
    [words.todayMaximum, text(day.maximum)],
  ]
}

function stateRows(view: SensorView, words: Words): readonly TipRow[] {
  const day = dayOfView(view)
  if (!day?.isWhole) return []
  const { sensor } = view
  const { format } = words
  if (sensor.type === 'detector')
    return [
      [words.changesToday, format.number(day.changes)],
      [words.timeOnToday, format.duration(timeOn(day))],
    ]
  return [
    [words.availability, words.percent(availability(sensor, day))],
    ...day.shares
      .slice(0, tipStates)
      .map(({ state, ms }) => [stateWord(sensor, state, words), format.duration(ms)] as const),
  ]
}

/** States of a day that a tip has room for, those that lasted longest. */
const tipStates = 6

/** What the present value replaced, if it is stored. */
function replaced(
  value: number | string | null,
  stored: readonly StoredChange[] | undefined,
): number | string | undefined {
  const newest = stored?.[0]
  return newest?.current === value ? (newest.previous ?? undefined) : undefined
}
