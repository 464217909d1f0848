import type { Sensor } from '#kit/model/sensor.ts'
import {
  articleCitation,
  sentence,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'

/** Articles that an answer names. */
const maximumListed = 3
/** Sensors whose procedures are looked for. */
const maximumSensors = 50

/**
 * Answers how something is done: the procedures of the sensors that the question names and of their
 * alarm rules, and articles that have its words.
 */
export async function answerProcedure(context: AnswerContext): Promise<AnswerContent> {
  const { asked, plant, phrase } = context
  const sensors = sensorsOf(context)
  const own = sensors.length === 0 ? [] : await plant.procedures(sensors, maximumListed)
  const found = await plant.articles(asked.topic, maximumListed)
  const others = found.filter(({ id }) => own.every((each) => each.id !== id))
  const listed = [...own, ...others].slice(0, maximumListed)
  if (listed.length === 0) return { sentences: [], unknown: [phrase.noArticle] }
  const name = nameOf(context, sensors)
  return {
    sentences: listed.map((article) => {
      const { title, excerpt } = article
      const isOwn = name !== null && own.includes(article)
      const text = isOwn
        ? phrase.procedure({ name, title, excerpt })
        : phrase.article({ title, excerpt })
      return sentence(text, articleCitation(article))
    }),
  }
}

/** The sensors that are named, and those of devices that are named without a sensor. */
function sensorsOf({ asked, plant }: AnswerContext): readonly Sensor[] {
  const { sensors, devices } = asked
  const all = sensors.length > 0 ? sensors : devices.flatMap((each) => plant.sensorsOf(each))
  return all.slice(0, maximumSensors)
}

function nameOf({ asked, plant }: AnswerContext, sensors: readonly Sensor[]): string | null {
  const [sensor] = sensors
  if (asked.sensors.length === 0) return asked.devices[0]?.name ?? null
  if (sensors.length === 1 && sensor) return plant.labelOf(sensor)
  return asked.devices[0]?.name ?? sensor?.alias ?? null
}
