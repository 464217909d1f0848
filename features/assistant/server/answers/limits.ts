import type { Range } from '#kit/model/time/period.ts'
import { hasLimits, isMeasuring, limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { valueText } from './state-text.ts'
import type { Threshold } from '../understanding/conditions.ts'
import {
  chartOf,
  deviceListCitation,
  forEachSensor,
  rangeOf,
  sensorCitation,
  sentence,
  valueWithUnit,
  type Answering,
  type Said,
} from './answering.ts'

/** For how long a sensor was beyond its limits. */
export function answerOutside(answering: Answering): Promise<Said> {
  const { plant, say, format, asked } = answering
  const range = rangeOf(answering)
  return forEachSensor(answering, async (sensor) => {
    const name = plant.labelOf(sensor)
    const span = format.span(range.from, range.to)
    const citation = sensorCitation(answering, sensor, range)
    if (asked.threshold) return beyondOf(answering, { sensor, range, threshold: asked.threshold })
    if (!hasLimits(sensor)) return { sentences: [], unknown: [say.noLimits(name)] }
    const { outside, statistics } = await plant.figures(sensor, range)
    if (statistics.count === 0)
      return { sentences: [sentence(say.noReadings({ name, span }), citation)] }
    if (!outside) return { sentences: [], unknown: [say.expired(name)] }
    const { aboveMs, belowMs } = outside
    const isAsked = { above: asked.side !== 'below', below: asked.side !== 'above' }
    // Who asks for one side alone gets its zero too, where the other one was passed.
    const isShown = (ms: number) => ms > 0 || asked.side !== 'both'
    const parts = [
      ...(isAsked.above && isShown(aboveMs) ? [say.aboveFor(format.duration(aboveMs))] : []),
      ...(isAsked.below && isShown(belowMs) ? [say.belowFor(format.duration(belowMs))] : []),
    ]
    const isInside = aboveMs === 0 && belowMs === 0
    const text = isInside ? say.never({ name, span }) : say.outside({ name, parts, span })
    return { sentences: [sentence(text, citation)], chart: chartOf(answering, sensor, range) }
  })
}

/** Sensors that an answer lists. */
const maximumListed = 10

/** Which of all sensors are beyond their limits at present. */
export function answerBeyondNow(answering: Answering): Said {
  const { plant, say, format } = answering
  const beyond = plant.sensors().flatMap((sensor) => {
    const reading = plant.present(sensor)?.reading
    const isUsable = reading && reading.quality !== 'bad'
    return isUsable && limitBeyond(sensor, reading.value) !== null ? [{ sensor, reading }] : []
  })
  const listed = beyond.slice(0, maximumListed).map(({ sensor, reading: { time, value } }) => {
    const age = format.age(plant.now - time)
    const text = valueText(answering, sensor, value ?? '')
    const name = plant.labelOf(sensor)
    return sentence(say.now({ name, value: text, age }), sensorCitation(answering, sensor))
  })
  const head = sentence(say.beyondNow(beyond.length), deviceListCitation(answering, null))
  const rest = beyond.length - listed.length
  return { sentences: [head, ...listed, ...(rest > 0 ? [sentence(say.more(rest))] : [])] }
}

/** For how long a sensor was beyond a value of the question. */
async function beyondOf(
  answering: Answering,
  { sensor, range, threshold }: { sensor: Sensor; range: Range; threshold: Threshold },
): Promise<Said> {
  const { plant, say, format } = answering
  const { value: limit, isAbove } = threshold
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [say.noFigure({ name })] }
  const [lowerAlarm, upperAlarm] = isAbove ? [null, limit] : [limit, null]
  const { outside, statistics } = await plant.figures({ ...sensor, lowerAlarm, upperAlarm }, range)
  const citation = sensorCitation(answering, sensor, range)
  if (statistics.count === 0)
    return { sentences: [sentence(say.noReadings({ name, span }), citation)] }
  if (!outside) return { sentences: [], unknown: [say.expired(name)] }
  const time = format.duration(isAbove ? outside.aboveMs : outside.belowMs)
  const decimals = Math.max(sensor.decimals, String(limit).split('.')[1]?.length ?? 0)
  const value = valueWithUnit(answering, { ...sensor, decimals }, limit)
  const text = say.beyond({ name, isAbove, value, time, span })
  return { sentences: [sentence(text, citation)], chart: chartOf(answering, sensor, range) }
}
