import type { Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { MappingRule, SensorHint } from '../../../../../contract/kinds/mqtt/mapping.ts'
import { lesiIdOf } from '../../mapping/device-name.ts'
import { parseTemplate } from '../../../../../contract/kinds/mqtt/topic-template.ts'
import type { TopicIndex } from '../topic-index.ts'
import { entitiesOf, type Entity } from './home-assistant-entities.ts'
import { hint, jsonRule, plainRule, statusRule } from './recogniser.ts'

const maximumRemarks = 50

/** What discovery documents of Home Assistant announce, where nobody has claimed its topics. */
export function recogniseHomeAssistant(index: TopicIndex): readonly Proposal[] {
  const announcing = index.rest().filter(({ topic }) => topic.endsWith('/config'))
  const found = announcing.flatMap((record) => {
    const entities = entitiesOf(index, record)
    return entities === null ? [] : [{ record, entities }]
  })
  if (found.length === 0) return []
  const all = found.flatMap(({ entities }) => entities)
  const entities = all.filter((each) => 'topic' in each).filter(({ topic }) => isFree(index, topic))
  const remarks = all.flatMap((each) => ('remark' in each ? [each.remark] : []))
  const rules = rulesOf(entities)
  const topics = new Set([
    ...entities.map(({ topic }) => topic),
    ...rules.map(({ topic }) => topic),
  ])
  index.claim([...found.map(({ record }) => record), ...[...topics].map((topic) => ({ topic }))])
  const place = found[0]?.record.levels[0] ?? ''
  const shown = remarks.slice(0, maximumRemarks)
  return [
    { format: 'home-assistant', place, rules: [...rules], topics: topics.size, remarks: shown },
  ]
}

/** Topics that were seen and claimed are those of another format, which says more of them. */
function isFree(index: TopicIndex, topic: string): boolean {
  return parseTemplate(topic) !== null && !index.isClaimed(topic)
}

function rulesOf(entities: readonly Entity[]): readonly MappingRule[] {
  const names = namesOfDevices(entities)
  const byTopic = Map.groupBy(entities, ({ topic, device }) => JSON.stringify([topic, device.id]))
  return [
    ...availabilityRules(entities, names),
    ...[...byTopic.values()].map((ofTopic) => ruleOf(ofTopic, names)),
  ]
}

type Names = ReadonlyMap<string, string>

/** LESI IDs by the identity of the device: its name, and where two have the same also its id. */
function namesOfDevices(entities: readonly Entity[]): Names {
  // Only one of a device's documents need say its name.
  const named = entities.flatMap(({ device: { id, name } }) =>
    name === null ? [] : [[id, name] as const],
  )
  const ids = entities.map(({ device: { id } }) => [id, id] as const)
  const devices = new Map([...ids, ...named])
  const counts = Map.groupBy(devices.values(), (name) => name)
  return new Map(
    [...devices].map(([id, name]) => {
      const isAlone = counts.get(name)?.length === 1
      return [id, lesiIdOf([isAlone ? plainName(name) : `${plainName(name)}-${id}`])]
    }),
  )
}

/** Blanks are usual in names of devices, and need no digest. */
const plainName = (name: string) => name.trim().replaceAll(/\s+/g, '-')

function ruleOf(entities: readonly Entity[], names: Names): MappingRule {
  const [first] = entities
  const device = names.get(first?.device.id ?? '') ?? ''
  const topic = first?.topic ?? ''
  const hints = entities.map((each) => hintOf(each))
  const plain = entities.find(({ value }) => value.path === null)
  if (plain) return plainRule(topic, { key: plain.key, states: plain.states }, { device, hints })
  const keys = new Set<string>()
  const fields = entities.flatMap(({ key, value, states }) => {
    if (keys.has(key)) return []
    keys.add(key)
    return [{ key, path: value.path ?? '', factor: value.factor, states }]
  })
  return jsonRule(topic, { fields }, { device, hints })
}

function hintOf({ key, unit, type }: Entity): SensorHint {
  return hint(key, unit, type)
}

/** A topic that says it of several devices is that of what is before them. */
function availabilityRules(entities: readonly Entity[], names: Names): readonly MappingRule[] {
  const announced = entities.flatMap(({ availability, device }) =>
    availability ? [{ availability, id: device.id }] : [],
  )
  return [...Map.groupBy(announced, ({ availability }) => availability.topic)].flatMap(
    ([topic, group]) => {
      const [first] = group
      const isOfOne = new Set(group.map(({ id }) => id)).size === 1
      if (!first || !isOfOne) return []
      return [statusRule(topic, first.availability, names.get(first.id) ?? null)]
    },
  )
}
