import { isObject } from '#kit/server/documents/document-value.ts'
import type { SensorHint } from '../../../../../contract/kinds/mqtt/mapping.ts'
import type { TopicIndex } from '../topic-index.ts'
import type { SurveyedTopic } from '../survey.ts'
import { identityOf, readDocument, textOf } from './home-assistant-document.ts'
import { readValueTemplate, type TemplateValue } from './value-template.ts'

type Members = Readonly<Record<string, unknown>>

/** One thing that a discovery document announces. */
export interface Entity {
  /** Of the device it belongs to. */
  readonly device: { readonly id: string; readonly name: string | null }
  readonly topic: string
  readonly key: string
  readonly value: TemplateValue
  readonly states: Readonly<Record<string, number>>
  readonly unit: string
  readonly type: SensorHint['type']
  readonly availability: Availability | null
}

export interface Availability {
  readonly topic: string
  readonly online: string
  readonly offline: string
  readonly path: string
}

/** What a document cannot be understood for. */
export interface UnsupportedDocument {
  readonly remark: string
}

const twoStates = new Set(['binary_sensor', 'switch', 'light', 'fan', 'siren'])
const nameOfTopic = /^([^/]+)\/([a-z_]+)\/(?:([\w-]+)\/)?([\w-]+)\/config$/

/** The entities of a topic `homeassistant/{component}/[{node}/]{object}/config`. */
export function entitiesOf(
  index: TopicIndex,
  record: SurveyedTopic,
): readonly (Entity | UnsupportedDocument)[] | null {
  const [, , component = '', node, object = ''] = nameOfTopic.exec(record.topic) ?? []
  const raw = index.documentOf(record)
  if (component === '' || !isObject(raw)) return null
  const document = readDocument(raw)
  const fallback = node ?? object
  if (component !== 'device') return [entityOf(component, document, { object, fallback })].flat()
  const { components, ...shared } = document
  if (!isObject(components)) return null
  return Object.entries(components).flatMap(([name, each]) => {
    if (!isObject(each)) return []
    const own = readDocument(each, shared)
    return entityOf(textOf(own['platform']) ?? '', own, { object: name, fallback })
  })
}

interface Names {
  readonly object: string
  readonly fallback: string
}

function entityOf(
  component: string,
  document: Members,
  { object, fallback }: Names,
): readonly (Entity | UnsupportedDocument)[] {
  const topic = textOf(document['state_topic'])
  if (topic === null) return []
  const template = textOf(document['value_template'])
  const value = template === null ? { path: null, factor: 1 } : readValueTemplate(template)
  if (value === null) return [{ remark: `${topic}: the template ${template} is not understood` }]
  return [
    {
      device: identityOf(document['device']) ?? { id: fallback, name: null },
      ...{ topic, value, key: textOf(document['name']) ?? object },
      states: twoStates.has(component) ? statesOf(document) : {},
      unit: textOf(document['unit_of_measurement']) ?? '',
      type: typeOf(component, document),
      availability: availabilityOf(document),
    },
  ]
}

function statesOf(document: Members): Readonly<Record<string, number>> {
  const on = textOf(document['state_on']) ?? textOf(document['payload_on']) ?? 'ON'
  const off = textOf(document['state_off']) ?? textOf(document['payload_off']) ?? 'OFF'
  return { [on]: 1, [off]: 0 }
}

function typeOf(component: string, document: Members): SensorHint['type'] {
  if (twoStates.has(component)) return 'detector'
  if (component !== 'sensor') return null
  if (document['state_class'] === 'total_increasing') return 'counter'
  return textOf(document['unit_of_measurement']) === null ? null : 'analog'
}

function availabilityOf(document: Members): Availability | null {
  const { availability } = document
  const [first] = Array.isArray(availability) ? availability : [availability]
  const own: Members = isObject(first)
    ? {
        ...first,
        availability_topic: first['topic'],
        availability_template: first['value_template'],
      }
    : document
  const topic = textOf(own['availability_topic'])
  if (topic === null) return null
  const template = textOf(own['availability_template'])
  const value = template === null ? { path: '' } : readValueTemplate(template)
  if (value === null) return null
  return {
    ...{ topic, path: value.path ?? '' },
    online: textOf(own['payload_available']) ?? 'online',
    offline: textOf(own['payload_not_available']) ?? 'offline',
  }
}
