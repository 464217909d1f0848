import type { SurveyedTopic } from './survey.ts'

/** Last levels that name no sensor. */
const stateWords = new Set(['state', 'status', 'value', 'values', 'data', 'telemetry', 'json'])

/** Topics that one template describes. */
export interface TopicGroup {
  readonly template: string
  /** The device's name where the template has no `{device}`; null: it has. */
  readonly device: readonly string[] | null
  readonly topics: readonly SurveyedTopic[]
}

/**
 * Groups topics by their begin and length, and infers which level names the device and which the
 * sensor: what varies does, the last such level being the sensor's where each topic has one value.
 */
export function inferGroups(
  topics: readonly SurveyedTopic[],
  shape: 'value' | 'document',
): readonly TopicGroup[] {
  const siblings = namedBeside(topics)
  const groups = Map.groupBy(topics, ({ levels }) => {
    const last = levels.at(-1) ?? ''
    const isWord = stateWords.has(last) && !siblings.has(parentOf(levels))
    return JSON.stringify([levels[0], levels.length, isWord ? last : ''])
  })
  return [...groups.values()].map((group) => {
    const { levels } = group[0] ?? { levels: [] }
    const endsInWord = stateWords.has(levels.at(-1) ?? '') && !siblings.has(parentOf(levels))
    return describe(group, shape, endsInWord)
  })
}

const parentOf = (levels: readonly string[]) => levels.slice(0, -1).join('/')

/** Where a last level names a sensor: `state` beside `pressure` is a sensor too. */
function namedBeside(topics: readonly SurveyedTopic[]): ReadonlySet<string> {
  const named = topics.filter(({ levels }) => !stateWords.has(levels.at(-1) ?? ''))
  return new Set(named.map(({ levels }) => parentOf(levels)))
}

function describe(
  topics: readonly SurveyedTopic[],
  shape: 'value' | 'document',
  endsInWord: boolean,
): TopicGroup {
  const [first] = topics
  const levels = first?.levels ?? []
  const varies = levels.map(
    (_, index) => new Set(topics.map((each) => each.levels[index])).size > 1,
  )
  const ends = endsInWord ? levels.length - 1 : levels.length
  const sensorAt = sensorLevel(varies, ends, shape)
  const before = sensorAt === -1 ? ends : sensorAt
  const deviceLevels = varies.flatMap((each, index) => (each && index < before ? [index] : []))
  const template = levels.map((level, index) => {
    if (index === sensorAt) return '{sensor}'
    return deviceLevels.includes(index) ? '{device}' : level
  })
  const device = deviceLevels.length > 0 ? null : fixedDevice(levels, before)
  return { template: template.join('/'), device, topics }
}

/** -1: no level names it. */
function sensorLevel(
  varies: readonly boolean[],
  ends: number,
  shape: 'value' | 'document',
): number {
  // A value needs a name: the last level, also where it is the same in all topics.
  if (shape === 'value') return ends - 1
  const varying = varies.flatMap((each, index) => (each && index < ends ? [index] : []))
  const last = varying.at(-1) ?? -1
  return varying.length >= 2 && last === ends - 1 ? last : -1
}

/** The level before the sensor, or what there is. */
function fixedDevice(levels: readonly string[], before: number): readonly string[] {
  return [levels[before - 1] ?? levels[0] ?? '']
}
