import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import {
  ageNotes,
  chartOf,
  forEachSensor,
  limitNote,
  momentOf,
  rangeOf,
  sensorCitation,
  sentence,
  valueWithUnit,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'
import { summaryOf } from './figures.ts'
import { valueText } from './state-text.ts'

const hour = 3_600_000
/** What uncertain readings have as quality in the store. */
const uncertainCode = 1
const badCode = 2

/** The present value, that of a moment, or what it was in a range. */
export function answerValue(context: AnswerContext): Promise<AnswerContent> {
  const at = momentOf(context.asked)
  return forEachSensor(context, (sensor) => {
    if (at !== null) return valueAt(context, sensor, at)
    if (context.asked.ranges.length > 0) return summaryOf(context, sensor, rangeOf(context))
    return presentValue(context, sensor)
  })
}

/** The limits of each sensor, and its present value. */
export function answerLimits(context: AnswerContext): Promise<AnswerContent> {
  const { plant, phrase, asked } = context
  if (asked.ranges.length > 0) return Promise.resolve({ sentences: [sentence(phrase.onlyPresent)] })
  return forEachSensor(context, (sensor) => {
    const name = plant.labelOf(sensor)
    const present = presentValue(context, sensor)
    if (!hasLimits(sensor)) return { ...present, unknown: [phrase.noLimits(name)] }
    const textOf = (limit: number) => ({ name, limit: valueWithUnit(context, sensor, limit) })
    const { upperAlarm, lowerAlarm } = sensor
    const texts = [
      ...(upperAlarm === null ? [] : [phrase.upperLimit(textOf(upperAlarm))]),
      ...(lowerAlarm === null ? [] : [phrase.lowerLimit(textOf(lowerAlarm))]),
    ]
    const limits = texts.map((text) => sentence(text, sensorCitation(context, sensor)))
    return { ...present, sentences: [...limits, ...present.sentences] }
  })
}

function presentValue(context: AnswerContext, sensor: Sensor): AnswerContent {
  const { plant, phrase, format } = context
  const current = plant.present(sensor)
  const citation = sensorCitation(context, sensor)
  const name = plant.labelOf(sensor)
  if (!current) return { sentences: [sentence(phrase.neverRead(name), citation)] }
  const { time, value, quality } = current.reading
  const age = format.age(plant.now - time)
  const chart = chartOf(context, sensor, { from: plant.now - hour, to: plant.now })
  if (value === null || quality === 'bad')
    return { sentences: [sentence(phrase.badNow({ name, age }), citation)], chart }
  const notes = [
    ...(quality === 'uncertain' ? [phrase.uncertain] : []),
    ...limitNote(context, sensor, value),
  ]
  const text = phrase.now({ name, value: valueText(context, sensor, value), age })
  return {
    sentences: [
      sentence(text, citation),
      ...ageNotes(context, sensor, time),
      ...notes.map((note) => sentence(note)),
    ],
    chart,
  }
}

async function valueAt(context: AnswerContext, sensor: Sensor, at: number): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const name = plant.labelOf(sensor)
  const moment = format.moment(at)
  if (at > plant.now) return { sentences: [sentence(phrase.inFuture)] }
  const around = { from: at - hour / 2, to: Math.min(at + hour / 2, plant.now) }
  const citation = sensorCitation(context, sensor, around)
  const chart = chartOf(context, sensor, around)
  const reading = await plant.readingAt(sensor, at)
  if (!reading) return { sentences: [sentence(phrase.badAt({ name, moment }), citation)], chart }
  if (reading.value === null || reading.quality === badCode)
    return { sentences: [sentence(phrase.badAt({ name, moment }), citation)], chart }
  const value = valueText(context, sensor, reading.value)
  const text = phrase.at({ name, value, moment, readAt: format.moment(reading.time) })
  const isUncertain = reading.quality === uncertainCode
  return {
    sentences: [sentence(text, citation), ...(isUncertain ? [sentence(phrase.uncertain)] : [])],
    chart,
  }
}
