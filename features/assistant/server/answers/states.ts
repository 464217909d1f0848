import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { lampColourOf } from '#kit/model/states.ts'
import type { StateShares } from '../../contract/state-shares.ts'
import {
  chartOf,
  forEachSensor,
  rangeOf,
  sensorCitation,
  sentence,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'
import { stateText } from './state-text.ts'

/** Below this share of the time the part without data is not mentioned. */
const noticeable = 0.0005

/** For how long a lamp or a detector was in each state. */
export function answerStates(context: AnswerContext): Promise<AnswerContent> {
  const range = rangeOf(context)
  return forEachSensor(context, (sensor) => statesOf(context, sensor, range))
}

export async function statesOf(
  context: AnswerContext,
  sensor: Sensor,
  range: Range,
): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  const citation = sensorCitation(context, sensor, range)
  const states = await plant.states(sensor, range)
  if (!states) return { sentences: [], unknown: [phrase.noFigure({ name })] }
  const { shares, passedMs } = states
  if (shares.length === 0)
    return { sentences: [sentence(phrase.noReadings({ name, span }), citation)] }
  const listed = shares.map(({ state, ms }) => {
    const word = state === null ? phrase.changing : stateText(phrase, sensor, state)
    return `${word} ${format.duration(ms)} (${format.percent(ms / passedMs)})`
  })
  return {
    sentences: [
      sentence(phrase.states({ name, shares: listed.join(', '), span }), citation),
      ...unknownTime(context, states),
    ],
    chart: chartOf(context, sensor, range),
  }
}

function unknownTime({ phrase, format }: AnswerContext, { unknownMs, passedMs }: StateShares) {
  const isNoticeable = unknownMs > noticeable * passedMs
  return isNoticeable ? [sentence(phrase.unknownTime(format.duration(unknownMs)))] : []
}

/** Of a lamp the share of time in which it was green, of others that with usable readings. */
export function answerAvailability(context: AnswerContext): Promise<AnswerContent> {
  const { plant, phrase, format } = context
  const range = rangeOf(context)
  return forEachSensor(context, async (sensor) => {
    const name = plant.labelOf(sensor)
    const span = format.span(range.from, range.to)
    const citation = sensorCitation(context, sensor, range)
    const states = isState(sensor) ? await plant.states(sensor, range) : null
    if (states && sensor.type === 'lamp') {
      const green = states.shares
        .filter(({ state }) => state !== null && lampColourOf(sensor, state) === 'green')
        .reduce((sum, { ms }) => sum + ms, 0)
      const parts = { share: format.percent(shareOf(green, states)), time: format.duration(green) }
      return {
        sentences: [
          sentence(phrase.lampAvailability({ name, ...parts, span }), citation),
          ...unknownTime(context, states),
        ],
        chart: chartOf(context, sensor, range),
      }
    }
    const share = states
      ? 1 - shareOf(states.unknownMs, states)
      : (await plant.figures(sensor, range)).timeWeighted?.availability
    if (share === undefined || share === null)
      return { sentences: [], unknown: [phrase.expired(name)] }
    const text = phrase.availability({ name, share: format.percent(share), span })
    return { sentences: [sentence(text, citation)], chart: chartOf(context, sensor, range) }
  })
}

const isState = ({ type }: Sensor) => type === 'lamp' || type === 'detector'
const shareOf = (ms: number, { passedMs }: StateShares) => (passedMs === 0 ? 0 : ms / passedMs)
