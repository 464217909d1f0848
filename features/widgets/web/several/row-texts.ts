import { isMeasuring, limitBeyond } from '#kit/model/sensor.ts'
import { lampColourOf } from '#kit/model/states.ts'
import type { LampColour } from '#kit/model/sensor.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { isStale } from '#kit/web/live/values/freshness.ts'
import type { MarkKind } from '#kit/ui/values/age-mark.tsx'
import { ageTexts } from '../frame/frame-marks.tsx'
import type { SensorView } from '../frame/sensor-view.ts'
import { limitFigure } from '../values/limit-text.ts'
import { badText, lastValue, qualityWord, valueText } from '../values/value-text.ts'
import type { Words } from '../values/words.ts'

/** What a row says of its sensor. */
export interface RowTexts {
  /** The value; in the place of one that is bad the word or a dash. */
  readonly value: string
  readonly unit: string
  /** The value that the device calls bad, to be struck; or the last one there was. */
  readonly beside: string
  /** Of a lamp, while its value is good enough to be shown. */
  readonly lamp: LampColour | null
  /** "> 210.0": the limit that the value is beyond. */
  readonly limit: string
  /** What is wrong with the value; empty while it is fresh and good: no age counts then. */
  readonly mark: string
  readonly marks: readonly MarkKind[]
  readonly brief: string
}

const none = { unit: '', beside: '', lamp: null, limit: '', marks: [], brief: '' } as const

export function rowTexts(view: SensorView, words: Words): RowTexts {
  const { sensor, reading, condition } = view
  if (condition === 'offline') return offlineTexts(view, words)
  if (!reading) {
    const mark = condition === 'loading' ? words.loading : words.waiting
    return { ...none, value: noFigure, mark }
  }
  const { text, marks, brief } = ageTexts(view, words)
  const marksText = {
    mark: marks.length === 0 ? '' : text,
    marks,
    brief,
    limit: limitMark(view, words),
  }
  if (condition === 'bad') {
    const last = lastValue(reading)
    const beside = last === undefined ? '' : valueText(sensor, last, words)
    const isLast = reading.value === null && beside !== ''
    return {
      ...{ ...none, ...marksText, value: badText(reading, words) },
      beside: isLast ? words.lastKnown(beside) : beside,
    }
  }
  return { ...none, ...marksText, ...figure(view, reading.value, words), lamp: lampOf(view) }
}

/**
 * The time (ms UTC) while it changes what a row says of its sensor though nothing is received, else
 * 0. A value that is bad falls silent as any other does.
 */
export function countedTime({ sensor, reading, condition, now }: SensorView): number {
  if (!reading || condition === 'offline') return 0
  return sensor.noChangeMs !== null || isStale(reading, sensor.intervalMs, now) ? now : 0
}

/** The value and its unit apart, so that units are under each other. */
function figure({ sensor }: SensorView, value: number | string | null, words: Words) {
  const isPlain = typeof value === 'number' && isMeasuring(sensor.type) && sensor.type !== 'timer'
  return isPlain
    ? { value: words.format.number(value, sensor.decimals), unit: sensor.unit }
    : { value: valueText(sensor, value, words), unit: '' }
}

function offlineTexts(view: SensorView, words: Words): RowTexts {
  const { reading, device } = view
  const last = reading && lastValue(reading)
  const quality = reading ? qualityWord(reading, words) : ''
  const neverSent = reading === undefined && device?.since === null
  return {
    ...none,
    ...(last === undefined ? { value: noFigure } : figure(view, last, words)),
    mark: [neverSent ? words.neverConnected : words.offline, quality]
      .filter((text) => text !== '')
      .join(' · '),
    marks: ['offline'],
  }
}

function lampOf({ sensor, reading }: SensorView): LampColour | null {
  if (sensor.type !== 'lamp' || reading === undefined || reading.value === null) return null
  return lampColourOf(sensor, reading.value)
}

function limitMark({ sensor, reading, condition }: SensorView, words: Words): string {
  if (!reading || condition !== 'good') return ''
  const side = limitBeyond(sensor, reading.value)
  if (side === null) return ''
  const limit = limitFigure(sensor, sensor[side === 'upper' ? 'upperAlarm' : 'lowerAlarm'], words)
  return `${side === 'upper' ? '>' : '<'} ${limit}`
}
