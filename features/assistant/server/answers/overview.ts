import { answerActiveAlarms, answerAlarms } from './alarms.ts'
import { hasLimits } from '#kit/model/sensor.ts'
import { maximumAnswered, momentOf, sentence, type Answering, type Said } from './answering.ts'
import { answerOffline } from './devices.ts'
import { answerValue } from './value.ts'

/**
 * What is wrong at present: the active alarms and the devices that are offline, of the whole plant
 * or of named devices. Of a past time its alarms, of sensors their values with their limits.
 */
export async function answerOverview(answering: Answering): Promise<Said> {
  const { asked } = answering
  if (asked.sensors.length > 0) {
    const said = await answerValue(answering)
    const some = asked.sensors.slice(0, maximumAnswered).filter((sensor) => !hasLimits(sensor))
    const noLimits = some.map((sensor) => answering.say.noLimits(answering.plant.labelOf(sensor)))
    return { ...said, unknown: [...(said.unknown ?? []), ...noLimits] }
  }
  if (momentOf(asked) !== null) return { sentences: [sentence(answering.say.unclearTime)] }
  if (asked.ranges.length > 0) return answerAlarms(answering)
  const alarms = await answerActiveAlarms(answering)
  return { sentences: [...alarms.sentences, ...answerOffline(answering).sentences] }
}
