import type { LampColour, Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import { trendWindowMs } from '#kit/web/live/values/sensor-trends.ts'
import { lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'
import { plateTexts } from '../../frame/frame-marks.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { stateTexts, type StateTexts } from '../../states/state-texts.ts'
import { daySegments, recentSegments } from '../../states/timeline-segments.ts'
import { dayOfView } from '../../states/today-of-view.ts'
import type { Words } from '../../values/words.ts'

/** What a row says: the state and since when, or since when its device is offline. */
export function rowTexts(view: SensorView, words: Words): StateTexts {
  const { reading, condition } = view
  if (condition === 'offline') {
    const { since, last } = plateTexts(view, words)
    const known = [since, last].filter((part) => part !== '').join(' · ')
    return { word: words.offline, since: known }
  }
  if (reading) return stateTexts(view, reading, words)
  return { word: condition === 'loading' ? '' : words.waiting, since: '' }
}

/** The timeline of today, or of the last minutes, oldest first; what is not known has no colour. */
export function timelineOf(view: SensorView, isToday: boolean): readonly StateSegment[] {
  const { sensor, reading } = view
  const paint = (value: number | string) => paintOf(sensor, value)
  if (!isToday) return reading ? recentSegments(view, reading, trendWindowMs, paint) : []
  const day = dayOfView(view)
  return day ? daySegments(day, paint) : []
}

/** The colour of a lamp; of a detector as configured, else ink while it is on. */
function paintOf(sensor: Sensor, value: number | string): string | null {
  const colour: LampColour | null | undefined =
    sensor.type === 'lamp' ? lampColourOf(sensor, value) : meaningOf(sensor, value)?.colour
  if (colour) return lampPaint(colour)
  if (sensor.type === 'lamp') return null
  return isOn(value) ? 'var(--ink-2)' : 'var(--surface)'
}
