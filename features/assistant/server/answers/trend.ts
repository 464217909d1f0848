import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { Regression } from '../plant/readings-store.ts'
import { summaryOf } from './figures.ts'
import { dayAgo } from '../understanding/times.ts'
import {
  chartOf,
  forEachSensor,
  rangeOf,
  sensorCitation,
  sentence,
  valueWithUnit,
  type Answering,
  type Said,
} from './answering.ts'

const hour = 3_600_000
/** A line that explains less than half of what the values do is no trend: 0.7 squared. */
const clear = 0.7
/** Fewer readings have a line by chance. */
const fewest = 10

/** Whether a straight line through the readings says which way they go. */
export const isClearTrend = ({ count, perHour, correlation }: Regression): boolean =>
  count >= fewest && Math.abs(correlation ?? 0) >= clear && perHour !== null && perHour !== 0

/** Whether a sensor rises or falls: within the time that was named, else the last hour. */
export function answerTrend(answering: Answering): Promise<Said> {
  const { plant, say, format, asked } = answering
  const { now } = plant
  const named = asked.ranges.some(({ from, to }) => from < to)
  const range: Range = named ? rangeOf(answering) : { from: now - hour, to: now }
  return forEachSensor(answering, async (sensor) => {
    const name = plant.labelOf(sensor)
    const span = format.span(range.from, range.to)
    const citation = sensorCitation(answering, sensor, range)
    if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [say.noFigure({ name })] }
    const { count, perHour, correlation } = await plant.regression(sensor, range)
    if (count === 0) return { sentences: [sentence(say.noReadings({ name, span }), citation)] }
    const chart = chartOf(answering, sensor, range)
    if (perHour === null || !isClearTrend({ count, perHour, correlation }))
      return { sentences: [sentence(say.steady({ name, span }), citation)], chart }
    const rate = say.perHour(valueWithUnit(answering, sensor, Math.abs(perHour)))
    const text = perHour > 0 ? say.rising({ name, rate, span }) : say.falling({ name, rate, span })
    return { sentences: [sentence(text, citation)], chart }
  })
}

/**
 * Averages of two times beside each other; of one time, that one and as much before it. Several
 * sensors beside each other.
 */
export function answerCompare(answering: Answering): Promise<Said> {
  const { plant, say, format, asked } = answering
  // Several sensors are compared with each other, within one time.
  if (asked.sensors.length > 1 && asked.ranges.length < 2) {
    const range = rangeOf(answering)
    return forEachSensor(answering, (sensor) => summaryOf(answering, sensor, range))
  }
  const [one, other] = comparedRanges(answering)
  return forEachSensor(answering, async (sensor) => {
    const name = plant.labelOf(sensor)
    if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [say.noFigure({ name })] }
    const [first, second] = await Promise.all([
      averageOf(answering, sensor, one),
      averageOf(answering, sensor, other),
    ])
    const empty = first === null ? one : second === null ? other : null
    if (first === null || second === null) {
      const span = empty ? format.span(empty.from, empty.to) : ''
      return {
        sentences: [
          sentence(say.noReadings({ name, span }), sensorCitation(answering, sensor, one)),
        ],
      }
    }
    const value = (figure: number) => valueWithUnit(answering, sensor, figure)
    const difference = first - second
    const share = second === 0 ? null : format.percent(Math.abs(difference / second))
    const spans = {
      oneSpan: format.span(one.from, one.to),
      otherSpan: format.span(other.from, other.to),
    }
    const compared = isTotal(sensor) ? say.comparedTotals : say.compared
    const text = compared({ name, one: value(first), other: value(second), ...spans })
    const citations = [one, other].map((range) => sensorCitation(answering, sensor, range))
    return {
      sentences: [
        sentence(text, ...citations),
        sentence(
          difference === 0
            ? say.same
            : say.difference({ value: value(difference), percent: share }),
        ),
      ],
      chart: chartOf(answering, sensor, one),
    }
  })
}

/** Of totals that grow all the time it is compared what they gained. */
const isTotal = ({ type }: Sensor) => type !== 'analog'

async function averageOf(
  { plant }: Answering,
  sensor: Sensor,
  range: Range,
): Promise<number | null> {
  const statistics = await plant.statistics(sensor, range)
  return isTotal(sensor) ? statistics.accumulated : statistics.average
}

function comparedRanges(answering: Answering): readonly [Range, Range] {
  const [one, other] = answering.asked.ranges.filter(({ from, to }) => from < to)
  const today = dayAgo(0, answering.plant)
  if (one && other) return [one, other]
  if (one && one.to < answering.plant.now && one.from < today.from) return [today, one]
  const first = one ?? today
  const length = first.to - first.from
  return one
    ? [first, { from: first.from - length, to: first.from }]
    : [first, dayAgo(1, answering.plant)]
}
