import { statedUnit } from '#kit/server/documents/stated-unit.ts'
import {
  maximumHintUnitLength,
  type MappingRule,
  type SensorHint,
} from '../../../../../contract/kinds/mqtt/mapping.ts'
import type { Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { TopicIndex } from '../topic-index.ts'

/** Recognises one way of publishing, and claims the topics that it understands. */
export type Recogniser = (index: TopicIndex) => readonly Proposal[]

type JsonOf<Format> = Extract<MappingRule['payload'], { readonly format: Format }>

/** A rule of documents. */
export function jsonRule(
  topic: string,
  settings: Partial<Omit<JsonOf<'json'>, 'format'>>,
  more: Partial<Pick<MappingRule, 'device' | 'hints'>> = {},
): MappingRule {
  const payload = { root: '', time: '', fields: [], except: [], states: {}, ...settings }
  return { topic, device: null, hints: [], ...more, payload: { format: 'json', ...payload } }
}

/** A rule of single values. */
export function plainRule(
  topic: string,
  settings: Partial<Omit<JsonOf<'plain'>, 'format'>> = {},
  more: Partial<Pick<MappingRule, 'device' | 'hints'>> = {},
): MappingRule {
  const payload = { key: '', states: {}, ...settings }
  return { topic, device: null, hints: [], ...more, payload: { format: 'plain', ...payload } }
}

/** A rule of what says whether a device is there. */
export function statusRule(
  topic: string,
  { online, offline, path = '' }: Omit<JsonOf<'status'>, 'format' | 'path'> & { path?: string },
  device: string | null = null,
): MappingRule {
  return { topic, device, hints: [], payload: { format: 'status', path, online, offline } }
}

/** A rule of messages that are left alone. */
export function ignoredRule(topic: string): MappingRule {
  return { topic, device: null, hints: [], payload: { format: 'ignored' } }
}

export function hint(key: string, unit: string, type: SensorHint['type'] = null): SensorHint {
  const stated = statedUnit(unit)
  return { key, alias: '', unit: stated.length > maximumHintUnitLength ? '' : stated, type }
}

/** What is stated of a name, which others chose: it may be one that every object inherits. */
export function statedOf<Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
