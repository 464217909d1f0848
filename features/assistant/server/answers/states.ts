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
  type Answering,
  type Said,
} from './answering.ts'
import { stateText } from './state-text.ts'

/** Below this share of the time the part without data is not mentioned. */
const noticeable = 0.0005

/** For how long a lamp or a detector was in each state. */
export function answerStates(answering: Answering): Promise<Said> {
  const range = rangeOf(answering)
  return forEachSensor(answering, (sensor) => statesOf(answering, sensor, range))
}

export async function statesOf(answering: Answering, sensor: Sensor, range: Range): Promise<Said> {
  const { plant, say, format } = answering
  const name = plant.labelOf(sensor)
  const span = format.span(range.from, range.to)
  const citation = sensorCitation(answering, sensor, range)
  const states = await plant.states(sensor, range)
  if (!states) return { sentences: [], unknown: [say.noFigure({ name })] }
  const { shares, passedMs } = states
  if (shares.length === 0)
    return { sentences: [sentence(say.noReadings({ name, span }), citation)] }
  const listed = shares.map(({ state, ms }) => {
    const word = state === null ? say.changing : stateText(say, sensor, state)
    return `${word} ${format.duration(ms)} (${format.percent(ms / passedMs)})`
  })
  return {
    sentences: [
      sentence(say.states({ name, shares: listed.join(', '), span }), citation),
      ...unknownTime(answering, states),
    ],
    chart: chartOf(answering, sensor, range),
  }
}

function unknownTime({ say, format }: Answering, { unknownMs, passedMs }: StateShares) {
  const isNoticeable = unknownMs > noticeable * passedMs
  return isNoticeable ? [sentence(say.unknownTime(format.duration(unknownMs)))] : []
}

/** Of a lamp the share of time in which it was green, of others that with usable readings. */
export function answerAvailability(answering: Answering): Promise<Said> {
  const { plant, say, format } = answering
  const range = rangeOf(answering)
  return forEachSensor(answering, async (sensor) => {
    const name = plant.labelOf(sensor)
    const span = format.span(range.from, range.to)
    const citation = sensorCitation(answering, sensor, range)
    const states = isState(sensor) ? await plant.states(sensor, range) : null
    if (states && sensor.type === 'lamp') {
      const green = states.shares
        .filter(({ state }) => state !== null && lampColourOf(sensor, state) === 'green')
        .reduce((sum, { ms }) => sum + ms, 0)
      const parts = { share: format.percent(shareOf(green, states)), time: format.duration(green) }
      return {
        sentences: [
          sentence(say.lampAvailability({ name, ...parts, span }), citation),
          ...unknownTime(answering, states),
        ],
        chart: chartOf(answering, sensor, range),
      }
    }
    const share = states
      ? 1 - shareOf(states.unknownMs, states)
      : (await plant.figures(sensor, range)).timeWeighted?.availability
    if (share === undefined || share === null)
      return { sentences: [], unknown: [say.expired(name)] }
    const text = say.availability({ name, share: format.percent(share), span })
    return { sentences: [sentence(text, citation)], chart: chartOf(answering, sensor, range) }
  })
}

const isState = ({ type }: Sensor) => type === 'lamp' || type === 'detector'
const shareOf = (ms: number, { passedMs }: StateShares) => (passedMs === 0 ? 0 : ms / passedMs)
