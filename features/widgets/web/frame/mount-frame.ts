import type { StoredChange } from '#features/readings/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'
import {
  ageOf,
  conditionOf,
  hub,
  isStale,
  type Condition,
  type LiveValue,
} from '#kit/web/live/index.ts'
import { mountAgeMark } from '#kit/ui/values/age-mark.tsx'
import { attributeWriter, part, textWriter } from '#kit/ui/write.ts'
import { lastValue, valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'

/** What a widget is to show at one moment. */
export interface WidgetView {
  readonly reading: LiveValue | undefined
  readonly condition: Condition
  /** The server's time, ms UTC. */
  readonly now: number
}

/** Everything that the drawing of one widget is made from. */
export interface WidgetContext {
  readonly sensor: Sensor
  readonly day: DayFigures | undefined
  readonly words: Words
  /** Latest changes that the store has, newest first; undefined where they are not known. */
  readonly stored: readonly StoredChange[] | undefined
}

/**
 * Returns what writes the parts that all widgets share, and tells what the widget's own part is to
 * show.
 */
export function mountFrame(
  root: HTMLElement,
  { sensor, words }: WidgetContext,
): (now: number) => WidgetView {
  const writeCondition = attributeWriter(root, 'data-condition')
  const writeAge = mountAgeMark(root)
  const writeOffline = textWriter(part(root, 'offline-note'))

  function age(condition: Condition, reading: LiveValue | undefined, now: number): void {
    if (!reading || condition === 'offline') return writeAge('', null)
    const text = words.format.age(ageOf(reading, now))
    if (
      condition === 'stale' ||
      (condition === 'bad' && isStale(reading, sensor.intervalMs, now))
    ) {
      return writeAge(words.stale(text), 'stale')
    }
    if (condition === 'bad')
      return writeAge(reading.value === null ? words.noValue : words.badMark, 'bad')
    if (condition === 'uncertain') return writeAge(words.uncertain, 'uncertain')
    writeAge(text, null)
  }

  function offlineNote(reading: LiveValue | undefined): string {
    const since = hub.store.device(sensor.deviceId)?.since ?? null
    const last = reading && lastValue(reading)
    if (since === null)
      return last === undefined ? words.neverHeard : words.lastKnown(valueText(sensor, last, words))
    const when = words.format.minute(since)
    return last === undefined
      ? words.offlineSince(when)
      : words.offlineLast(when, valueText(sensor, last, words))
  }

  return (now) => {
    const reading = hub.store.reading(sensor.id)
    const condition = conditionOf(
      reading,
      hub.store.device(sensor.deviceId),
      sensor.intervalMs,
      now,
    )
    writeCondition(condition)
    age(condition, reading, now)
    if (condition === 'offline') writeOffline(offlineNote(reading))
    return { reading, condition, now }
  }
}
