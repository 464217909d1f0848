import { isObject } from '#kit/server/documents/document-value.ts'
import type { ForeignFormat, Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { MappingRule } from '../../../../../contract/kinds/mqtt/mapping.ts'
import { readTime } from '../../mapping/document-time.ts'
import { lesiIdOf } from '../../mapping/device-name.ts'
import { inferGroups, type TopicGroup } from '../infer-template.ts'
import type { TopicIndex } from '../topic-index.ts'
import { senmlHints } from './senml-hints.ts'
import { jsonRule, plainRule } from './recogniser.ts'

/** Names under which documents have their time. */
const timeNames = ['ts', 'time', 'timestamp', 'Time', 'Timestamp', 'datetime', 'date', 'epoch']

/** SenML packs: arrays of records with their short names. */
export function recogniseSenml(index: TopicIndex): readonly Proposal[] {
  return proposalsOf(index, 'senml', isSenml)
}

/** Metrics as Telegraf writes them in JSON. */
export function recogniseTelegraf(index: TopicIndex): readonly Proposal[] {
  return proposalsOf(index, 'telegraf', isTelegraf)
}

/** Every other document: the topic names its device. */
export function recogniseJson(index: TopicIndex): readonly Proposal[] {
  const topics = index.rest().filter(({ kind }) => kind === 'json')
  return inferGroups(topics, 'document').map((group) => {
    const documents = group.topics.map((record) => index.documentOf(record))
    index.claim(group.topics)
    const rule = jsonRule(group.template, { time: timeOf(documents) }, { device: deviceOf(group) })
    return proposal('json', group, [rule])
  })
}

/** One number, text, or true and false a topic. */
export function recognisePlain(index: TopicIndex): readonly Proposal[] {
  const topics = index.rest().filter(({ kind }) => ['number', 'boolean', 'text'].includes(kind))
  return inferGroups(topics, 'value').map((group) => {
    index.claim(group.topics)
    const rule = plainRule(group.template, {}, { device: deviceOf(group) })
    return proposal('plain', group, [rule])
  })
}

function proposalsOf(
  index: TopicIndex,
  format: 'senml' | 'telegraf',
  isOf: (document: unknown) => boolean,
): readonly Proposal[] {
  const topics = index.rest().filter((record) => isOf(index.documentOf(record)))
  return inferGroups(topics, 'document').map((group) => {
    index.claim(group.topics)
    // The document names its devices, and the topic does not.
    const topic = group.template.replaceAll(/\{(?:device|sensor)\}/g, '+')
    const documents = group.topics.map((record) => index.documentOf(record))
    const hints = format === 'senml' ? senmlHints(documents) : []
    return proposal(format, group, [{ topic, device: null, payload: { format }, hints }])
  })
}

function proposal(format: ForeignFormat, group: TopicGroup, rules: MappingRule[]): Proposal {
  const { template, topics } = group
  return { format, place: template, rules, topics: topics.length, remarks: [] }
}

function deviceOf({ device }: TopicGroup): string | null {
  return device === null ? null : lesiIdOf(device)
}

function isSenml(document: unknown): boolean {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every(
      (record) => isObject(record) && ['bn', 'n', 'v', 'vs', 'vb'].some((name) => name in record),
    ) &&
    document.some((record) => isObject(record) && ('bn' in record || 'n' in record))
  )
}

function isTelegraf(document: unknown): boolean {
  const metrics = isObject(document) && 'metrics' in document ? document['metrics'] : [document]
  return (
    Array.isArray(metrics) &&
    metrics.length > 0 &&
    metrics.every(
      (each) => isObject(each) && isObject(each['fields']) && typeof each['name'] === 'string',
    )
  )
}

/** A member that is a time in every document. */
function timeOf(documents: readonly unknown[]): string {
  const isTime = (name: string) =>
    documents.every((document) => isObject(document) && isKnownTime(document[name]))
  return timeNames.find(isTime) ?? ''
}

function isKnownTime(value: unknown): boolean {
  return typeof readTime(value) === 'number'
}
