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
  type Answering,
  type Said,
} from './answering.ts'

/** Alarms that an answer lists; it says how many more there are. */
const maximumListed = 5
const maximumTop = 10
const usualTop = 5

/** What the question is about, as it is called; null: the whole plant. */
function aboutOf({ asked, plant }: Answering): string | null {
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
export async function answerAlarms(answering: Answering): Promise<Said> {
  const { asked, plant, say, format } = answering
  const range = asked.isLatest ? latestRange(plant.now) : rangeOf(answering)
  const most = Math.min(asked.count ?? (asked.isLatest ? 1 : maximumListed), maximumTop)
  const { alarms, total } = await plant.alarms({ ...asked, ...range }, most)
  const about = aboutOf(answering)
  const span = format.span(range.from, range.to)
  const list = alarmListCitation(answering, range)
  const named = citationsOf(answering, range)
  const cited = named.length > 0 ? named : [list]
  return {
    sentences: [
      sentence(say.alarmCount({ about, count: total, span }), ...cited),
      ...alarms.map((alarm) => alarmSentence(answering, alarm)),
      ...(total > alarms.length ? [sentence(say.more(total - alarms.length), list)] : []),
    ],
  }
}

export async function answerActiveAlarms(answering: Answering): Promise<Said> {
  const { asked, plant, say } = answering
  const { alarms, total } = await plant.activeAlarms(asked, maximumListed)
  const list = alarmListCitation(answering)
  const named = citationsOf(answering)
  const cited = named.length > 0 ? named : [list]
  return {
    sentences: [
      sentence(say.activeCount({ about: aboutOf(answering), count: total }), ...cited),
      ...alarms.map((alarm) => alarmSentence(answering, alarm)),
      ...(total > alarms.length ? [sentence(say.more(total - alarms.length), list)] : []),
    ],
  }
}

function citationsOf(answering: Answering, range?: Range) {
  const { sensors, devices } = answering.asked
  if (sensors.length > 0)
    return sensors.slice(0, 3).map((sensor) => sensorCitation(answering, sensor, range))
  return devices.slice(0, 3).map(deviceCitation)
}

function alarmSentence({ asked, say, format }: Answering, alarm: Alarm) {
  const { sensor, device, value, raisedAt, returnedAt, endedAt } = alarm
  const until = returnedAt ?? endedAt
  const number = typeof value === 'number' && sensor ? format.number(value, sensor.decimals) : value
  const text = say.alarm({
    name: [sensor?.alias ?? [], device.name].flat().join(' · '),
    rule: alarm.message[asked.locale] ?? (alarm.ruleName || say.sensorLimit),
    value: number === null ? null : [number, sensor?.unit ?? ''].join(' ').trim(),
    at: format.moment(raisedAt),
    lasted: until === null ? null : format.duration(Math.max(0, until - alarm.since)),
  })
  return sentence(text, alarmCitation(alarm))
}

/** Who alarmed most often. */
export async function answerTopAlarms(answering: Answering): Promise<Said> {
  const { asked, plant, say, format } = answering
  const range = rangeOf(answering)
  const limit = Math.min(asked.count ?? usualTop, maximumTop)
  const by = asked.isOfDevices ? 'device' : 'sensor'
  const counts = await plant.mostAlarms({ ...asked, ...range }, by, limit)
  const span = format.span(range.from, range.to)
  const list = alarmListCitation(answering, range)
  if (counts.length === 0) {
    const about = aboutOf(answering)
    return { sentences: [sentence(say.alarmCount({ about, count: 0, span }), list)] }
  }
  const lines = counts.flatMap(({ deviceId, sensorId, count }) => {
    const device = plant.deviceById(deviceId)
    const sensor = sensorId === null ? null : plant.sensor(sensorId)
    if (!device) return []
    const name = sensor ? plant.labelOf(sensor) : device.name
    const citation = sensor ? sensorCitation(answering, sensor, range) : deviceCitation(device)
    return [sentence(say.topAlarm({ name, count }), citation)]
  })
  return { sentences: [sentence(say.topAlarms(span), list), ...lines] }
}
