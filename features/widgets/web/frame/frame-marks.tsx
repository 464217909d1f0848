import { ageOf, isStale } from '#kit/web/live/values/freshness.ts'
import type { LiveValue } from '#kit/web/live/values/live-state.ts'
import { createAgeMark, type MarkKind } from '#kit/ui/values/age-mark.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import { LiveElement } from '#kit/ui/live-element.ts'
import { unchangedSince } from '../values/no-change.ts'
import { lastValue, qualityWord, valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'
import type { SensorView } from './sensor-view.ts'

/** What every widget says of its value: the age or a mark, and the plate of an offline device. */
export function createFrameMarks() {
  const age = createAgeMark()
  const since = new LiveElement()
  const last = new LiveElement()
  return {
    age: age.draw,
    plate: (words: Words) => (
      <div className="widget-offline">
        <b>
          <Icon name="unplugged" size={16} />
          {words.offline}
        </b>
        <small ref={since.ref} />
        <small ref={last.ref} />
      </div>
    ),
    write(view: SensorView, words: Words): void {
      const { text, marks, brief } = ageTexts(view, words)
      age.write(text, marks, brief)
      if (view.condition !== 'offline') return
      const plate = plateTexts(view, words)
      since.text(plate.since)
      last.text(plate.last)
    },
  }
}

/**
 * The age of a reading, or what is wrong with it: that it is overdue, its quality, and that it has
 * stayed the same for too long.
 */
export function ageTexts(view: SensorView, words: Words) {
  const { reading, condition, sensor, now } = view
  if (!reading || condition === 'offline') return { text: '', marks: [], brief: '' }
  const age = words.format.age(ageOf(reading, now))
  const quality = qualityWord(reading, words)
  const isOverdue = isStale(reading, sensor.intervalMs, now)
  const unchanged = unchangedSince(view)
  const marks: readonly MarkKind[] = [
    ...(isOverdue ? (['stale'] as const) : []),
    ...qualityMarks[reading.quality],
    ...(unchanged === null ? [] : (['unchanged'] as const)),
  ]
  const stale = isOverdue ? words.stale(age) : ''
  const same = unchanged === null ? '' : words.noChange(words.format.moment(unchanged, now))
  const problems = [stale, quality, same].filter((word) => word !== '')
  return {
    text: problems.length === 0 ? age : problems.join(' · '),
    marks,
    brief: isOverdue ? age : unchanged === null ? '' : words.format.age(now - unchanged),
  }
}

const qualityMarks = { 0: [], 1: ['uncertain'], 2: ['bad'] } as const satisfies Record<
  LiveValue['quality'],
  readonly MarkKind[]
>

/**
 * Since when the device is offline, and the last value with its quality; each empty where it is
 * not known.
 */
export function plateTexts({ sensor, device, reading, now }: SensorView, words: Words) {
  const since = device?.since ?? null
  const value = reading && lastValue(reading)
  const last = value === undefined ? '' : words.lastKnown(valueText(sensor, value, words))
  const quality = reading ? qualityWord(reading, words) : ''
  const known = [last, quality].filter((text) => text !== '').join(' · ')
  if (since !== null)
    return { since: words.offlineSince(words.format.moment(since, now)), last: known }
  return { since: reading === undefined ? words.neverConnected : '', last: known }
}
