import { maximumMessageBytes } from '#kit/model/limits.ts'
import { readMessage } from '#kit/server/documents/document-text.ts'
import type { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'
import {
  matchTopic,
  parseTemplate,
  type TopicNames,
  type TopicTemplate,
} from '../../../../contract/kinds/mqtt/topic-template.ts'
import { lesiIdOf } from './device-name.ts'
import { mapStatus } from './device-status.ts'
import { mapResult } from './expression-result.ts'
import { mapJson } from './json-document.ts'
import { noDocuments, refused, type Mapped } from './mapped.ts'
import { mapPlainText } from './plain-text.ts'
import { mapSenml } from './senml.ts'
import { mapTelegraf } from './telegraf.ts'

/** Evaluates an expression; rejects with an error whose message is for engineers. */
export type Evaluate = (
  expression: string,
  input: unknown,
  names: Readonly<Record<string, string>>,
) => Promise<unknown>

export interface MappingServices {
  readonly evaluate: Evaluate
  /** ms UTC. */
  readonly now: () => number
  /** Stands before the names of devices that topics and documents give. */
  readonly prefix: string
}

export interface ForeignMessage {
  readonly topic: string
  readonly payload: Buffer
}

/** A rule that can be asked for its topics. */
export interface CompiledRule {
  readonly rule: MappingRule
  readonly template: TopicTemplate
}

export function compileRule(rule: MappingRule): CompiledRule {
  return { rule, template: parseTemplate(rule.topic) ?? [] }
}

/**
 * What the rule makes of the message; null when its topic is none of the rule's. Never rejects:
 * what cannot be taken is a problem.
 */
export async function mapMessage(
  { rule, template }: CompiledRule,
  message: ForeignMessage,
  services: MappingServices,
): Promise<Mapped | null> {
  const names = matchTopic(template, message.topic.split('/'))
  if (names === null) return null
  if (message.payload.length > maximumMessageBytes)
    return refused('payload', `has more than ${maximumMessageBytes} bytes`)
  const lesiId = deviceOf(rule, names, services.prefix)
  try {
    return await mapPayload(rule, message, { lesiId, names, services })
  } catch (error) {
    // The same message would meet it again: tried again, it would hold up its topic for ever.
    return refused('payload', `met a defect of the server: ${textOf(error)}`)
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function deviceOf({ device }: MappingRule, names: TopicNames, prefix: string): string | null {
  if (device !== null) return device
  return names.device.length === 0 ? null : lesiIdOf(withPrefix(names.device, prefix))
}

const withPrefix = ([first = '', ...others]: readonly string[], prefix: string) => [
  ...[prefix + first, ...others],
]

interface Place {
  readonly lesiId: string | null
  readonly names: TopicNames
  readonly services: MappingServices
}

async function mapPayload(
  { payload: mapping }: MappingRule,
  message: ForeignMessage,
  place: Place,
): Promise<Mapped> {
  const { payload } = message
  const { lesiId, names } = place
  if (mapping.format === 'ignored') return noDocuments
  if (mapping.format === 'expression') return evaluated(mapping.expression, message, place)
  if (lesiId !== null && mapping.format === 'plain') {
    const key = names.sensor ?? (mapping.key || (message.topic.split('/').at(-1) ?? ''))
    return mapPlainText(payload, { lesiId, key, states: mapping.states })
  }
  if (lesiId !== null && mapping.format === 'status') return mapStatus(payload, mapping, lesiId)
  const read = readMessage(payload)
  if ('problem' in read) return refused(read.problem.field, read.problem.reason)
  const { document } = read
  if (mapping.format === 'senml')
    return mapSenml(document, { device: lesiId, now: place.services.now() })
  if (mapping.format === 'telegraf') return mapTelegraf(document, lesiId)
  if (mapping.format === 'json' && lesiId !== null)
    return mapJson(document, mapping, { lesiId, sensor: names.sensor ?? '' })
  return refused('topic', 'names no device')
}

/** An expression also gets what is no JSON, as a text. */
async function evaluated(
  expression: string,
  { topic, payload }: ForeignMessage,
  { lesiId, names, services }: Place,
): Promise<Mapped> {
  const read = readMessage(payload)
  const input = 'problem' in read ? payload.toString('utf8') : read.document
  const variables = { topic, device: names.device.join('/'), sensor: names.sensor ?? '' }
  try {
    return mapResult(await services.evaluate(expression, input, variables), lesiId)
  } catch (error) {
    return refused('expression', textOf(error))
  }
}
