import { hasLimits } from '#kit/model/sensor.ts'
import {
  chartOf,
  forEachSensor,
  rangeOf,
  sensorCitation,
  sentence,
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
