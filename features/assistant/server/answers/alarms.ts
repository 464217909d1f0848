import type { Alarm } from '#features/alarms/contract/alarm.ts'
import type { Range } from '#kit/model/time/period.ts'
import { day } from '#kit/model/time/zone.ts'
import {
  alarmCitation,
  alarmListCitation,
  deviceCitation,
  rangeOf,
  sensorCitation,
  sentence,
  type AnswerContext,
  type AnswerContent,
} from './answer-context.ts'

/** Alarms that an answer lists; it says how many more there are. */
const maximumListed = 5
const maximumTop = 10
const usualTop = 5

/** What the question is about, as it is called; null: the whole plant. */
function aboutOf({ asked, plant }: AnswerContext): string | null {
  const names =
    asked.sensors.length > 0
      ? asked.sensors.map((sensor) => plant.labelOf(sensor))
      : asked.devices.map(({ name }) => name)
  return names.length === 0 ? null : names.slice(0, 3).join(', ')
}

/** Within which the newest ones are looked for. */
const latestDays = 30
const latestRange = (now: number): Range => ({ from: now - latestDays * day, to: now })

/** How many alarms came, and the newest of them with their durations. */
export async function answerAlarms(context: AnswerContext): Promise<AnswerContent> {
  const { asked, plant, phrase, format } = context
  const range = asked.isLatest ? latestRange(plant.now) : rangeOf(context)
  const maximum = Math.min(asked.count ?? (asked.isLatest ? 1 : maximumListed), maximumTop)
  const { alarms, total } = await plant.alarms({ ...asked, ...range }, maximum)
  const about = aboutOf(context)
  const span = format.span(range.from, range.to)
  const list = alarmListCitation(context, range)
  const named = citationsOf(context, range)
  const cited = named.length > 0 ? named : [list]
  return {
    sentences: [
      sentence(phrase.alarmCount({ about, count: total, span }), ...cited),
      ...alarms.map((alarm) => alarmSentence(context, alarm)),
      ...(total > alarms.length ? [sentence(phrase.more(total - alarms.length), list)] : []),
    ],
  }
}

export async function answerActiveAlarms(context: AnswerContext): Promise<AnswerContent> {
  const { asked, plant, phrase } = context
  const { alarms, total } = await plant.activeAlarms(asked, maximumListed)
  const list = alarmListCitation(context)
  const named = citationsOf(context)
  const cited = named.length > 0 ? named : [list]
  return {
    sentences: [
      sentence(phrase.activeCount({ about: aboutOf(context), count: total }), ...cited),
      ...alarms.map((alarm) => alarmSentence(context, alarm)),
      ...(total > alarms.length ? [sentence(phrase.more(total - alarms.length), list)] : []),
    ],
  }
}

function citationsOf(context: AnswerContext, range?: Range) {
  const { sensors, devices } = context.asked
  if (sensors.length > 0)
    return sensors.slice(0, 3).map((sensor) => sensorCitation(context, sensor, range))
  return devices.slice(0, 3).map(deviceCitation)
}

function alarmSentence({ asked, phrase, format }: AnswerContext, alarm: Alarm) {
  const { sensor, device, value, raisedAt, returnedAt, endedAt } = alarm
  const until = returnedAt ?? endedAt
  const number = typeof value === 'number' && sensor ? format.number(value, sensor.decimals) : value
  const text = phrase.alarm({
    name: [sensor?.alias ?? [], device.name].flat().join(' · '),
    rule: alarm.message[asked.locale] ?? (alarm.ruleName || phrase.sensorLimit),
    value: number === null ? null : [number, sensor?.unit ?? ''].join(' ').trim(),
    at: format.moment(raisedAt),
    lasted: until === null ? null : format.duration(Math.max(0, until - alarm.since)),
  })
  return sentence(text, alarmCitation(alarm))
}

/** Who alarmed most often. */
export async function answerTopAlarms(context: AnswerContext): Promise<AnswerContent> {
  const { asked, plant, phrase, format } = context
  const range = rangeOf(context)
  const limit = Math.min(asked.count ?? usualTop, maximumTop)
  const by = asked.isOfDevices ? 'device' : 'sensor'
  const counts = await plant.mostAlarms({ ...asked, ...range }, by, limit)
  const span = format.span(range.from, range.to)
  const list = alarmListCitation(context, range)
  if (counts.length === 0) {
    const about = aboutOf(context)
    return { sentences: [sentence(phrase.alarmCount({ about, count: 0, span }), list)] }
  }
  const lines = counts.flatMap(({ deviceId, sensorId, count }) => {
    const device = plant.deviceById(deviceId)
    const sensor = sensorId === null ? null : plant.sensor(sensorId)
    if (!device) return []
    const name = sensor ? plant.labelOf(sensor) : device.name
    const citation = sensor ? sensorCitation(context, sensor, range) : deviceCitation(device)
    return [sentence(phrase.topAlarm({ name, count }), citation)]
  })
  return { sentences: [sentence(phrase.topAlarms(span), list), ...lines] }
}
