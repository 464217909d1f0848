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
      age.write(...ageText(view, words))
      if (view.condition !== 'offline') return
      const plate = plateTexts(view, words)
      since.text(plate.since)
      last.text(plate.last)
    },
  }
}

function ageText(
  view: SensorView,
  words: Words,
): [text: string, mark: MarkKind | null, brief?: string] {
  const { reading, condition, sensor, now } = view
  if (!reading || condition === 'offline') return ['', null]
  const age = words.format.age(ageOf(reading, now))
  if (condition === 'stale') return [words.stale(age), 'stale', age]
  if (condition === 'bad') {
    if (isStale(reading, sensor.intervalMs, now)) return [words.stale(age), 'stale', age]
    return [reading.value === null ? words.noValue : words.badMark, 'bad']
  }
  return condition === 'uncertain' ? [words.uncertain, 'uncertain'] : [age, null]
}

/** Since when the device is offline, and the last value; each empty where it is not known. */
function plateTexts({ sensor, device, reading }: SensorView, words: Words) {
  const since = device?.since ?? null
  const value = reading && lastValue(reading)
  const last = value === undefined ? '' : words.lastKnown(valueText(sensor, value, words))
  if (since !== null) return { since: words.offlineSince(words.format.minute(since)), last }
  return { since: value === undefined ? words.neverConnected : '', last }
}
