import { answerActiveAlarms, answerAlarms } from './alarms.ts'
import { hasLimits } from '#kit/model/sensor.ts'
import {
  maximumAnswered,
  momentOf,
  sentence,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'
import { answerOffline } from './devices.ts'
import { answerValue } from './value.ts'

/**
 * What is wrong at present: the active alarms and the devices that are offline, of the whole plant
 * or of named devices. Of a past time its alarms, of sensors their values with their limits.
 */
export async function answerOverview(context: AnswerContext): Promise<AnswerContent> {
  const { asked } = context
  if (asked.sensors.length > 0) {
    const content = await answerValue(context)
    const some = asked.sensors.slice(0, maximumAnswered).filter((sensor) => !hasLimits(sensor))
    const noLimits = some.map((sensor) => context.phrase.noLimits(context.plant.labelOf(sensor)))
    return { ...content, unknown: [...(content.unknown ?? []), ...noLimits] }
  }
  if (momentOf(asked) !== null) return { sentences: [sentence(context.phrase.unclearTime)] }
  if (asked.ranges.length > 0) return answerAlarms(context)
  const alarms = await answerActiveAlarms(context)
  return { sentences: [...alarms.sentences, ...answerOffline(context).sentences] }
}
