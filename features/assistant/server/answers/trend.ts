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
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'

const hour = 3_600_000
/** A line that explains less than half of what the values do is no trend: 0.7 squared. */
const clear = 0.7
/** Fewer readings have a line by chance. */
const fewest = 10

/** Whether a straight line through the readings says which way they go. */
export const isClearTrend = ({ count, perHour, correlation }: Regression): boolean =>
  count >= fewest && Math.abs(correlation ?? 0) >= clear && perHour !== null && perHour !== 0

/** Whether a sensor rises or falls: within the time that was named, else the last hour. */
export function answerTrend(context: AnswerContext): Promise<AnswerContent> {
  const { plant, phrase, format, asked } = context
  const { now } = plant
  const named = asked.ranges.some(({ from, to }) => from < to)
  const range: Range = named ? rangeOf(context) : { from: now - hour, to: now }
  return forEachSensor(context, async (sensor) => {
    const name = plant.labelOf(sensor)
    const span = format.span(range.from, range.to)
    const citation = sensorCitation(context, sensor, range)
    if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [phrase.noFigure({ name })] }
    const { count, perHour, correlation } = await plant.regression(sensor, range)
    if (count === 0) return { sentences: [sentence(phrase.noReadings({ name, span }), citation)] }
    const chart = chartOf(context, sensor, range)
    if (perHour === null || !isClearTrend({ count, perHour, correlation }))
      return { sentences: [sentence(phrase.steady({ name, span }), citation)], chart }
    const rate = phrase.perHour(valueWithUnit(context, sensor, Math.abs(perHour)))
    const text =
      perHour > 0 ? phrase.rising({ name, rate, span }) : phrase.falling({ name, rate, span })
    return { sentences: [sentence(text, citation)], chart }
  })
}

/**
 * Averages of two times beside each other; of one time, that one and as much before it. Several
 * sensors beside each other.
 */
export function answerCompare(context: AnswerContext): Promise<AnswerContent> {
  const { plant, phrase, format, asked } = context
  // Several sensors are compared with each other, within one time.
  if (asked.sensors.length > 1 && asked.ranges.length < 2) {
    const range = rangeOf(context)
    return forEachSensor(context, (sensor) => summaryOf(context, sensor, range))
  }
  const [one, other] = comparedRanges(context)
  return forEachSensor(context, async (sensor) => {
    const name = plant.labelOf(sensor)
    if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [phrase.noFigure({ name })] }
    const [first, second] = await Promise.all([
      averageOf(context, sensor, one),
      averageOf(context, sensor, other),
    ])
    const empty = first === null ? one : second === null ? other : null
    if (first === null || second === null) {
      const span = empty ? format.span(empty.from, empty.to) : ''
      return {
        sentences: [
          sentence(phrase.noReadings({ name, span }), sensorCitation(context, sensor, one)),
        ],
      }
    }
    const value = (figure: number) => valueWithUnit(context, sensor, figure)
    const difference = first - second
    const share = second === 0 ? null : format.percent(Math.abs(difference / second))
    const spans = {
      oneSpan: format.span(one.from, one.to),
      otherSpan: format.span(other.from, other.to),
    }
    const compared = isTotal(sensor) ? phrase.comparedTotals : phrase.compared
    const text = compared({ name, one: value(first), other: value(second), ...spans })
    const citations = [one, other].map((range) => sensorCitation(context, sensor, range))
    return {
      sentences: [
        sentence(text, ...citations),
        sentence(
          difference === 0
            ? phrase.same
            : phrase.difference({ value: value(difference), percent: share }),
        ),
      ],
      chart: chartOf(context, sensor, one),
    }
  })
}

/** Of totals that grow all the time it is compared what they gained. */
const isTotal = ({ type }: Sensor) => type !== 'analog'

async function averageOf(
  { plant }: AnswerContext,
  sensor: Sensor,
  range: Range,
): Promise<number | null> {
  const statistics = await plant.statistics(sensor, range)
  return isTotal(sensor) ? statistics.accumulated : statistics.average
}

function comparedRanges(context: AnswerContext): readonly [Range, Range] {
  const [one, other] = context.asked.ranges.filter(({ from, to }) => from < to)
  const today = dayAgo(0, context.plant)
  if (one && other) return [one, other]
  if (one && one.to < context.plant.now && one.from < today.from) return [today, one]
  const first = one ?? today
  const length = first.to - first.from
  return one
    ? [first, { from: first.from - length, to: first.from }]
    : [first, dayAgo(1, context.plant)]
}
