import { hub, isStale, type LiveValue } from '#kit/web/live/index.ts'
import { mountStateStrip } from '#kit/ui/values/state-strip.tsx'
import { part, textWriter } from '#kit/ui/write.ts'
import type { WidgetContext, WidgetView } from '../frame/mount-frame.ts'
import { recentSpans } from './recent-spans.ts'
import { sinceChange } from '../values/since-change.ts'
import { throttle } from './throttle.ts'
import { badText, lastValue, stateWord } from '../values/value-text.ts'

/**
 * Writes what lamps and detectors share: the word, how long it has been so, and the strip of the
 * recent past.
 */
export function mountState(
  root: HTMLElement,
  context: WidgetContext,
  paintOf: (value: number | string) => string | null,
) {
  const { sensor, words, stored } = context
  const writeWord = textWriter(part(root, 'word'))
  const writeSince = textWriter(part(root, 'since'))
  const strip = root.querySelector('[data-part="state-strip"]') ? mountStateStrip(root) : undefined
  const isDue = throttle()

  const since = (reading: LiveValue) => sinceChange(reading, hub.store.trend(sensor.id), stored)

  function duration(reading: LiveValue, now: number): string {
    const { time, isExact } = since(reading)
    const text = words.format.age(now - time)
    return isExact ? words.since(text) : words.atLeast(text)
  }

  function lastKnown(reading: LiveValue): string {
    const last = lastValue(reading)
    return last === undefined ? '' : words.lastKnown(stateWord(sensor, last, words))
  }

  return ({ reading, condition, now }: WidgetView) => {
    if (!reading) return
    const isBad = condition === 'bad'
    writeWord(isBad ? badText(reading, words) : stateWord(sensor, reading.value, words))
    writeSince(isBad ? lastKnown(reading) : condition === 'stale' ? '' : duration(reading, now))
    if (!strip || !isDue(hub.store.trend(sensor.id), reading.value ?? '', now)) return
    const until = isStale(reading, sensor.intervalMs, now) ? reading.time : now
    const held =
      isBad || reading.value === null ? null : { value: reading.value, since: since(reading).time }
    strip(recentSpans(sensor, now, until, held, paintOf))
  }
}
