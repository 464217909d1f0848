import type { Range } from '#kit/model/time/period.ts'
import { hasLimits, isMeasuring, limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { valueText } from './state-text.ts'
import type { Threshold } from '../understanding/conditions.ts'
import {
  ageNotes,
  chartOf,
  deviceListCitation,
  forEachSensor,
  limitNote,
  rangeOf,
  sensorCitation,
  sentence,
  together,
  valueWithUnit,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'

/** For how long a sensor was beyond its limits. */
export function answerOutside(context: AnswerContext): Promise<AnswerContent> {
  const { plant, phrase, format, asked } = context
  const range = rangeOf(context)
  return forEachSensor(context, async (sensor) => {
    const name = plant.labelOf(sensor)
    const span = format.span(range.from, range.to)
    const citation = sensorCitation(context, sensor, range)
    if (asked.threshold) return beyondOf(context, { sensor, range, threshold: asked.threshold })
    if (!hasLimits(sensor)) return { sentences: [], unknown: [phrase.noLimits(name)] }
    const { outside, statistics } = await plant.figures(sensor, range)
    if (statistics.count === 0)
      return { sentences: [sentence(phrase.noReadings({ name, span }), citation)] }
    if (!outside) return { sentences: [], unknown: [phrase.expired(name)] }
    const { aboveMs, belowMs } = outside
    const isAsked = { above: asked.side !== 'below', below: asked.side !== 'above' }
    // Who asks for one side alone gets its zero too, where the other one was passed.
    const isShown = (ms: number) => ms > 0 || asked.side !== 'both'
    const parts = [
      ...(isAsked.above && isShown(aboveMs) ? [phrase.aboveFor(format.duration(aboveMs))] : []),
      ...(isAsked.below && isShown(belowMs) ? [phrase.belowFor(format.duration(belowMs))] : []),
    ]
    const isInside = aboveMs === 0 && belowMs === 0
    const text = isInside ? phrase.never({ name, span }) : phrase.outside({ name, parts, span })
    return { sentences: [sentence(text, citation)], chart: chartOf(context, sensor, range) }
  })
}

/** Sensors that an answer lists. */
const maximumListed = 10

/** Which of all sensors are beyond their limits at present, and which limit each one is beyond. */
export function answerBeyondNow(context: AnswerContext): AnswerContent {
  const { plant, phrase, format } = context
  const beyond = plant.sensors().flatMap((sensor) => {
    const reading = plant.present(sensor)?.reading
    const isUsable = reading && reading.quality !== 'bad'
    return isUsable && limitBeyond(sensor, reading.value) !== null ? [{ sensor, reading }] : []
  })
  const listed = beyond.slice(0, maximumListed).map(({ sensor, reading: { time, value } }) => {
    const age = format.age(plant.now - time)
    const text = valueText(context, sensor, value ?? '')
    const name = plant.labelOf(sensor)
    const present = sentence(
      phrase.now({ name, value: text, age }),
      sensorCitation(context, sensor),
    )
    const limit = limitNote(context, sensor, value).map((note) => sentence(note))
    return together(present, ...limit, ...ageNotes(context, sensor, time))
  })
  const head = sentence(phrase.beyondNow(beyond.length), deviceListCitation(context, null))
  const rest = beyond.length - listed.length
  return { sentences: [head, ...listed, ...(rest > 0 ? [sentence(phrase.more(rest))] : [])] }
}

/** For how long a sensor was beyond a value of the question. */
async function beyondOf(
  context: AnswerContext,
  { sensor, range, threshold }: { sensor: Sensor; range: Range; threshold: Threshold },
): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const { value: limit, isAbove } = threshold
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [phrase.noFigure({ name })] }
  const [lowerAlarm, upperAlarm] = isAbove ? [null, limit] : [limit, null]
  const { outside, statistics } = await plant.figures({ ...sensor, lowerAlarm, upperAlarm }, range)
  const citation = sensorCitation(context, sensor, range)
  if (statistics.count === 0)
    return { sentences: [sentence(phrase.noReadings({ name, span }), citation)] }
  if (!outside) return { sentences: [], unknown: [phrase.expired(name)] }
  const time = format.duration(isAbove ? outside.aboveMs : outside.belowMs)
  const decimals = Math.max(sensor.decimals, String(limit).split('.')[1]?.length ?? 0)
  const value = valueWithUnit(context, { ...sensor, decimals }, limit)
  const text = phrase.beyond({ name, isAbove, value, time, span })
  return { sentences: [sentence(text, citation)], chart: chartOf(context, sensor, range) }
}
