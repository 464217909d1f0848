import type { AnswerFormat } from '../../contract/phrases/format.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import type { AnswerSentence, Answer, Citation } from '../../contract/answer.ts'
import type { Alarm } from '#features/alarms/contract/alarm.ts'
import type { Range } from '#kit/model/time/period.ts'
import { limitBeyond, staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { FoundArticle } from '../services.ts'
import type { Plant } from '../plant/plant.ts'
import type { Understanding } from '../understanding/understanding.ts'
import { dayAgo } from '../understanding/times.ts'

/** What an answer is made with. */
export interface AnswerContext {
  readonly asked: Understanding
  readonly plant: Plant
  readonly phrase: Phrases
  readonly format: AnswerFormat
}

/** What one kind of question answers. */
export interface AnswerContent {
  readonly sentences: readonly AnswerSentence[]
  readonly unknown?: readonly string[]
  readonly chart?: Answer['chart']
}

/** Sensors that one answer goes through. */
export const maximumAnswered = 5

/** The first time that was named, else today until now. */
export function rangeOf({ asked, plant }: AnswerContext): Range {
  const named = asked.ranges.find(({ from, to }) => from < to)
  return named ?? dayAgo(0, plant)
}

/** A moment that was named; null: none. */
export function momentOf({ ranges }: Understanding): number | null {
  return ranges.find(({ from, to }) => from === to)?.from ?? null
}

export function valueWithUnit({ format }: AnswerContext, sensor: Sensor, value: number): string {
  const number = format.number(value, sensor.decimals)
  return sensor.unit === '' ? number : `${number} ${sensor.unit}`
}

/** That a value is older than it may be, and that its device is offline; a sentence each. */
export function ageNotes(
  { plant, phrase, format }: AnswerContext,
  sensor: Sensor,
  time: number,
): AnswerSentence[] {
  const age = plant.now - time
  const device = plant.deviceById(sensor.deviceId)
  const { status, since } = device ? plant.presence(device) : { status: null, since: null }
  const stale =
    age > staleAfterIntervals * sensor.intervalMs ? [sentence(phrase.stale(format.age(age)))] : []
  // Of a device that was never there nothing is known but its readings.
  if (!device || status !== 'offline' || since === null) return stale
  const [moment, duration] = [format.moment(since), format.duration(plant.now - since)]
  const text = phrase.offline({ name: device.name, since: moment, duration })
  return [...stale, sentence(text, deviceCitation(device))]
}

/** Which of its limits a value is beyond, as a sentence; empty: none. */
export function limitNote(
  context: AnswerContext,
  sensor: Sensor,
  value: number | string | null,
): string[] {
  const beyond = limitBeyond(sensor, value)
  const limit = beyond === 'upper' ? sensor.upperAlarm : sensor.lowerAlarm
  if (beyond === null || limit === null) return []
  const text = valueWithUnit(context, sensor, limit)
  return [beyond === 'upper' ? context.phrase.aboveLimit(text) : context.phrase.belowLimit(text)]
}

/** These sentences as one that lists them; what proves any of them proves it. */
export const together = (...sentences: readonly AnswerSentence[]): AnswerSentence =>
  sentence(
    sentences.map(({ text }) => text).join(' '),
    ...sentences.flatMap(({ citations }) => citations),
  )

/** A range of a sensor as evidence; without one its present value. */
export function sensorCitation(
  { plant }: Pick<AnswerContext, 'plant'>,
  sensor: Sensor,
  range?: Range,
): Citation {
  return {
    kind: 'sensor',
    ...{ thing: sensor.lesiId, sensor: sensor.key, label: plant.labelOf(sensor) },
    ...{ from: range?.from ?? null, to: range?.to ?? null },
  }
}

export const deviceCitation = (device: CatalogueDevice): Citation => ({
  kind: 'device',
  ...{ thing: device.lesiId, label: device.name },
})

export const articleCitation = ({ id, title }: Pick<FoundArticle, 'id' | 'title'>): Citation => ({
  ...{ kind: 'article', id, label: title },
})

export function alarmCitation(alarm: Alarm): Citation {
  return {
    kind: 'alarm',
    ...{ id: alarm.id, thing: alarm.device.lesiId, sensor: alarm.sensor?.key ?? null },
    label: [alarm.sensor?.alias ?? [], alarm.device.name].flat().join(' · '),
    ...{ priority: alarm.priority, at: alarm.raisedAt },
  }
}

/** The list of devices, where an answer counts them. */
export const deviceListCitation = (
  { phrase }: Pick<AnswerContext, 'phrase'>,
  status: 'online' | 'offline' | null,
): Citation => ({ kind: 'devices', status, label: phrase.lists.devices })

/** The list of active alarms, or of those that came within a range, where an answer counts them. */
export const alarmListCitation = (
  { phrase }: Pick<AnswerContext, 'phrase'>,
  range?: Range,
): Citation => ({
  kind: 'alarms',
  ...{ from: range?.from ?? null, to: range?.to ?? null },
  label: range ? phrase.lists.alarms : phrase.lists.activeAlarms,
})

export function chartOf({ plant }: AnswerContext, sensor: Sensor, range: Range): Answer['chart'] {
  return { thing: sensor.lesiId, sensor: sensor.key, label: plant.labelOf(sensor), ...range }
}

export const sentence = (text: string, ...citations: readonly Citation[]): AnswerSentence => ({
  text,
  citations: [...citations],
})

/**
 * Answers for each of the sensors, one after the other; of too many none: the question has to name
 * the device.
 */
export async function forEachSensor(
  context: AnswerContext,
  answerOf: (sensor: Sensor) => Promise<AnswerContent> | AnswerContent,
): Promise<AnswerContent> {
  const { sensors } = context.asked
  const { phrase } = context
  if (sensors.length === 0) return { sentences: [sentence(phrase.nameOne)] }
  if (sensors.length > maximumAnswered) {
    const list = sensors.slice(0, maximumAnswered)
    return {
      sentences: [
        sentence(
          phrase.tooMany(sensors.length),
          ...list.map((each) => sensorCitation(context, each)),
        ),
      ],
    }
  }
  const content: AnswerContent[] = []
  for (const sensor of sensors) content.push(await answerOf(sensor))
  return {
    sentences: content.flatMap(({ sentences }) => sentences),
    unknown: content.flatMap(({ unknown = [] }) => unknown),
    chart: (sensors.length === 1 ? content[0]?.chart : null) ?? null,
  }
}
