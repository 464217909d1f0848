import type { Statistics } from '#features/history/contract/statistics.ts'
import type { FigureName } from '../../contract/phrases/phrases.ts'
import type { Range } from '#kit/model/time/period.ts'
import { isMeasuring, type Sensor } from '#kit/model/sensor.ts'
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
import { statesOf } from './states.ts'

const figureIn: Readonly<Record<FigureName, (statistics: Statistics) => number | null>> = {
  average: ({ average }) => average,
  minimum: ({ minimum }) => minimum,
  maximum: ({ maximum }) => maximum,
  median: ({ median }) => median,
  deviation: ({ standardDeviation }) => standardDeviation,
  total: ({ accumulated }) => accumulated,
}

/** One figure of a range: an average, an extreme with its time, a total. */
export function answerFigure(context: AnswerContext, figure: FigureName): Promise<AnswerContent> {
  const range = rangeOf(context)
  if (range.from > context.plant.now)
    return Promise.resolve({ sentences: [sentence(context.phrase.inFuture)] })
  return forEachSensor(context, (sensor) => figureOf(context, { sensor, range, figure }))
}

async function figureOf(
  context: AnswerContext,
  { sensor, range, figure }: { sensor: Sensor; range: Range; figure: FigureName },
): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  const citation = sensorCitation(context, sensor, range)
  if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [phrase.noFigure({ name })] }
  const statistics = await plant.statistics(sensor, range)
  const chart = chartOf(context, sensor, range)
  if (statistics.count === 0)
    return { sentences: [sentence(phrase.noReadings({ name, span }), citation)] }
  const value = figureIn[figure](statistics)
  if (value === null) return { sentences: [], unknown: [phrase.noFigure({ name })] }
  const text = phrase.figure[figure]({ name, value: valueWithUnit(context, sensor, value), span })
  // Rollups say the extreme of expired readings, but not when it was.
  const isExtreme = figure === 'maximum' || figure === 'minimum'
  const hasTime = isExtreme && statistics.source === 'raw'
  const reached = hasTime ? await plant.timeOf(sensor, range, figure) : null
  return {
    sentences: [
      sentence(text, citation),
      ...(reached === null ? [] : [sentence(phrase.reachedAt(format.moment(reached)))]),
    ],
    chart,
  }
}

/** What a sensor was in a range: between which values, and on average; states of a lamp. */
export async function summaryOf(
  context: AnswerContext,
  sensor: Sensor,
  range: Range,
): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  const citation = sensorCitation(context, sensor, range)
  if (range.from > plant.now) return { sentences: [sentence(phrase.inFuture)] }
  if (sensor.type === 'lamp' || sensor.type === 'detector') return statesOf(context, sensor, range)
  if (sensor.type === 'string') return { sentences: [], unknown: [phrase.noFigure({ name })] }
  const { average, minimum, maximum, accumulated } = await plant.statistics(sensor, range)
  const chart = chartOf(context, sensor, range)
  const value = (figure: number) => valueWithUnit(context, sensor, figure)
  if (accumulated !== null)
    return {
      sentences: [
        sentence(phrase.figure.total({ name, value: value(accumulated), span }), citation),
      ],
      chart,
    }
  if (average === null || minimum === null || maximum === null)
    return { sentences: [sentence(phrase.noReadings({ name, span }), citation)] }
  const parts = { average: value(average), minimum: value(minimum), maximum: value(maximum) }
  return { sentences: [sentence(phrase.summary({ name, ...parts, span }), citation)], chart }
}

/** How many readings there are. */
export function answerCount(context: AnswerContext): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const range = rangeOf(context)
  return forEachSensor(context, async (sensor) => {
    const { count, badCount } = await plant.statistics(sensor, range)
    const text = phrase.readings({
      name: plant.labelOf(sensor),
      count: format.number(count, 0),
      bad: badCount === 0 ? null : format.number(badCount, 0),
      span: format.span(range.from, range.to),
    })
    return { sentences: [sentence(text, sensorCitation(context, sensor, range))] }
  })
}
