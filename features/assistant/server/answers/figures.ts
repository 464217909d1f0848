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
  type Answering,
  type Said,
} from './answering.ts'
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
export function answerFigure(answering: Answering, figure: FigureName): Promise<Said> {
  const range = rangeOf(answering)
  if (range.from > answering.plant.now)
    return Promise.resolve({ sentences: [sentence(answering.say.inFuture)] })
  return forEachSensor(answering, (sensor) => figureOf(answering, { sensor, range, figure }))
}

async function figureOf(
  answering: Answering,
  { sensor, range, figure }: { sensor: Sensor; range: Range; figure: FigureName },
): Promise<Said> {
  const { plant, say, format } = answering
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  const citation = sensorCitation(answering, sensor, range)
  if (!isMeasuring(sensor.type)) return { sentences: [], unknown: [say.noFigure({ name })] }
  const statistics = await plant.statistics(sensor, range)
  const chart = chartOf(answering, sensor, range)
  if (statistics.count === 0)
    return { sentences: [sentence(say.noReadings({ name, span }), citation)] }
  const value = figureIn[figure](statistics)
  if (value === null) return { sentences: [], unknown: [say.noFigure({ name })] }
  const text = say.figure[figure]({ name, value: valueWithUnit(answering, sensor, value), span })
  // Rollups say the extreme of expired readings, but not when it was.
  const isExtreme = figure === 'maximum' || figure === 'minimum'
  const hasTime = isExtreme && statistics.source === 'raw'
  const reached = hasTime ? await plant.timeOf(sensor, range, figure) : null
  return {
    sentences: [
      sentence(text, citation),
      ...(reached === null ? [] : [sentence(say.reachedAt(format.moment(reached)))]),
    ],
    chart,
  }
}

/** What a sensor was in a range: between which values, and on average; states of a lamp. */
export async function summaryOf(answering: Answering, sensor: Sensor, range: Range): Promise<Said> {
  const { plant, say, format } = answering
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  const citation = sensorCitation(answering, sensor, range)
  if (range.from > plant.now) return { sentences: [sentence(say.inFuture)] }
  if (sensor.type === 'lamp' || sensor.type === 'detector')
    return statesOf(answering, sensor, range)
  if (sensor.type === 'string') return { sentences: [], unknown: [say.noFigure({ name })] }
  const { average, minimum, maximum, accumulated } = await plant.statistics(sensor, range)
  const chart = chartOf(answering, sensor, range)
  const value = (figure: number) => valueWithUnit(answering, sensor, figure)
  if (accumulated !== null)
    return {
      sentences: [sentence(say.figure.total({ name, value: value(accumulated), span }), citation)],
      chart,
    }
  if (average === null || minimum === null || maximum === null)
    return { sentences: [sentence(say.noReadings({ name, span }), citation)] }
  const parts = { average: value(average), minimum: value(minimum), maximum: value(maximum) }
  return { sentences: [sentence(say.summary({ name, ...parts, span }), citation)], chart }
}

/** How many readings there are. */
export function answerCount(answering: Answering): Promise<Said> {
  const { plant, say, format } = answering
  const range = rangeOf(answering)
  return forEachSensor(answering, async (sensor) => {
    const { count, badCount } = await plant.statistics(sensor, range)
    const text = say.readings({
      name: plant.labelOf(sensor),
      count: format.number(count, 0),
      bad: badCount === 0 ? null : format.number(badCount, 0),
      span: format.span(range.from, range.to),
    })
    return { sentences: [sentence(text, sensorCitation(answering, sensor, range))] }
  })
}
