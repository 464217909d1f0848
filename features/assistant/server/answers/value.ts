import { limitBeyond, staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import {
  chartOf,
  forEachSensor,
  momentOf,
  rangeOf,
  sensorCitation,
  sentence,
  valueWithUnit,
  type Answering,
  type Said,
} from './answering.ts'
import { summaryOf } from './figures.ts'
import { valueText } from './state-text.ts'

const hour = 3_600_000
/** What uncertain readings have as quality in the store. */
const uncertainCode = 1
const badCode = 2

/** The present value, that of a moment, or what it was in a range. */
export function answerValue(answering: Answering): Promise<Said> {
  const at = momentOf(answering.asked)
  return forEachSensor(answering, (sensor) => {
    if (at !== null) return valueAt(answering, sensor, at)
    if (answering.asked.ranges.length > 0) return summaryOf(answering, sensor, rangeOf(answering))
    return presentValue(answering, sensor)
  })
}

function presentValue(answering: Answering, sensor: Sensor): Said {
  const { plant, say, format } = answering
  const current = plant.present(sensor)
  const citation = sensorCitation(answering, sensor)
  const name = plant.labelOf(sensor)
  if (!current) return { sentences: [sentence(say.neverRead(name), citation)] }
  const { time, value, quality } = current.reading
  const age = format.age(plant.now - time)
  const chart = chartOf(answering, sensor, { from: plant.now - hour, to: plant.now })
  if (value === null || quality === 'bad')
    return { sentences: [sentence(say.badNow({ name, age }), citation)], chart }
  const notes = [
    ...(plant.now - time > staleAfterIntervals * sensor.intervalMs ? [say.stale(age)] : []),
    ...(quality === 'uncertain' ? [say.uncertain] : []),
    ...limitNote(answering, sensor, value),
  ]
  const text = say.now({ name, value: valueText(answering, sensor, value), age })
  return { sentences: [sentence(text, citation), ...notes.map((note) => sentence(note))], chart }
}

function limitNote(answering: Answering, sensor: Sensor, value: number | string): string[] {
  const beyond = limitBeyond(sensor, value)
  const limit = beyond === 'upper' ? sensor.upperAlarm : sensor.lowerAlarm
  if (beyond === null || limit === null) return []
  const text = valueWithUnit(answering, sensor, limit)
  return [beyond === 'upper' ? answering.say.aboveLimit(text) : answering.say.belowLimit(text)]
}

async function valueAt(answering: Answering, sensor: Sensor, at: number): Promise<Said> {
  const { plant, say, format } = answering
  const name = plant.labelOf(sensor)
  const moment = format.moment(at)
  if (at > plant.now) return { sentences: [sentence(say.inFuture)] }
  const around = { from: at - hour / 2, to: Math.min(at + hour / 2, plant.now) }
  const citation = sensorCitation(answering, sensor, around)
  const chart = chartOf(answering, sensor, around)
  const reading = await plant.readingAt(sensor, at)
  if (!reading) return { sentences: [sentence(say.badAt({ name, moment }), citation)], chart }
  if (reading.value === null || reading.quality === badCode)
    return { sentences: [sentence(say.badAt({ name, moment }), citation)], chart }
  const value = valueText(answering, sensor, reading.value)
  const text = say.at({ name, value, moment, readAt: format.moment(reading.time) })
  const isUncertain = reading.quality === uncertainCode
  return {
    sentences: [sentence(text, citation), ...(isUncertain ? [sentence(say.uncertain)] : [])],
    chart,
  }
}
