import { ageOf, isStale } from '#kit/web/live/index.ts'
import { createAgeMark, type MarkKind } from '#kit/ui/values/age-mark.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import { LiveElement } from '#kit/ui/live-element.ts'
import { lastValue, valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'
import type { SensorView } from './sensor-view.ts'

/** What every widget says of its value: the age or a mark, and the plate of an offline device. */
export function createFrameMarks() {
  const age = createAgeMark()
  const since = new LiveElement()
  return {
    age: age.draw,
    plate: (words: Words) => (
      <div className="widget-offline">
        <b>
          <Icon name="unplugged" size={16} />
          {words.offline}
        </b>
        <small ref={since.ref} />
      </div>
    ),
    write(view: SensorView, words: Words): void {
      age.write(...ageText(view, words))
      if (view.condition === 'offline') since.text(offlineText(view, words))
    },
  }
}

function ageText(view: SensorView, words: Words): [text: string, mark: MarkKind | null] {
  const { reading, condition, sensor, now } = view
  if (!reading || condition === 'offline') return ['', null]
  const age = words.format.age(ageOf(reading, now))
  if (condition === 'stale') return [words.stale(age), 'stale']
  if (condition === 'bad') {
    if (isStale(reading, sensor.intervalMs, now)) return [words.stale(age), 'stale']
    return [reading.value === null ? words.noValue : words.badMark, 'bad']
  }
  return condition === 'uncertain' ? [words.uncertain, 'uncertain'] : [age, null]
}

function offlineText({ sensor, device, reading }: SensorView, words: Words): string {
  const since = device?.since ?? null
  const last = reading && lastValue(reading)
  const value = last === undefined ? undefined : valueText(sensor, last, words)
  if (since === null) return value === undefined ? words.neverConnected : words.lastKnown(value)
  const when = words.format.minute(since)
  return value === undefined ? words.offlineSince(when) : words.offlineLast(when, value)
}
