import { isObject } from '#kit/server/documents/document-value.ts'
import type { Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { DocumentField, SensorHint } from '../../../../../contract/kinds/mqtt/mapping.ts'
import { writePath, type DocumentPath } from '../../../../../contract/kinds/mqtt/document-path.ts'
import { lesiIdOf } from '../../mapping/device-name.ts'
import type { TopicIndex } from '../topic-index.ts'
import { hint, jsonRule, statusRule } from './recogniser.ts'

const devicesTopic = '/bridge/devices'
/** The bit of `access` that says: it is in what the device publishes. */
const publishedBit = 1
const maximumFields = 500
/** Levels of features within features. */
const maximumDepth = 16

type Members = Readonly<Record<string, unknown>>

/** Fields by path: devices that expose the same share them. */
type Fields = Map<string, { readonly field: DocumentField; readonly hint: SensorHint }>

/** Devices at a bridge of Zigbee2MQTT, by what it says that they expose. */
export function recogniseZigbee2mqtt(index: TopicIndex): readonly Proposal[] {
  return index.rest().flatMap((record) => {
    if (!record.topic.endsWith(devicesTopic)) return []
    const devices = index.documentOf(record)
    if (!Array.isArray(devices)) return []
    const base = record.topic.slice(0, -devicesTopic.length)
    const proposal = proposalOf(index, base, devices.filter(isObject))
    return proposal ? [proposal] : []
  })
}

function proposalOf(index: TopicIndex, base: string, devices: readonly Members[]): Proposal | null {
  const exposing = devices.filter(({ friendly_name: name, definition }) => {
    return typeof name === 'string' && isObject(definition)
  })
  if (exposing.length === 0) return null
  const topics = index.below(`${base}/`)
  const isNested = ({ friendly_name: name }: Members) => String(name).includes('/')
  const rules = [
    ...availabilityOf(index, base),
    ...exposing.filter(isNested).map((device) => ruleOf(base, device)),
    sharedRule(
      base,
      exposing.filter((device) => !isNested(device)),
    ),
  ]
  index.claim(topics)
  return { format: 'zigbee2mqtt', place: base, rules, topics: topics.length, remarks: [] }
}

/** All devices with a name of one level: the fields of all of them. */
function sharedRule(base: string, devices: readonly Members[]) {
  const fields: Fields = new Map()
  for (const device of devices) collect(exposesOf(device), [], fields)
  return jsonRule(`${base}/{device}`, fieldsOf(fields), { hints: hintsOf(fields) })
}

/** A name with `/` in it is a topic of several levels, as those of commands are. */
function ruleOf(base: string, device: Members) {
  const name = String(device['friendly_name'])
  const fields: Fields = new Map()
  collect(exposesOf(device), [], fields)
  const about = { device: lesiIdOf(name.split('/')), hints: hintsOf(fields) }
  return jsonRule(`${base}/${name}`, fieldsOf(fields), about)
}

function availabilityOf(index: TopicIndex, base: string) {
  const record = index.below(`${base}/`).find(({ topic }) => topic.endsWith('/availability'))
  if (!record) return []
  const path = record.kind === 'json' ? 'state' : ''
  return [
    statusRule(`${base}/{device}/availability`, { online: 'online', offline: 'offline', path }),
  ]
}

function exposesOf({ definition }: Members): readonly unknown[] {
  const exposes = isObject(definition) ? definition['exposes'] : null
  return Array.isArray(exposes) ? exposes : []
}

/** Adds what the features publish, those of composites below their own property. */
function collect(
  exposes: readonly unknown[],
  above: DocumentPath,
  fields: Fields,
  depth = 0,
): void {
  if (depth > maximumDepth) return
  for (const each of exposes) {
    if (!isObject(each)) continue
    const { type, property, features } = each
    if (Array.isArray(features)) {
      const isComposite = type === 'composite' && typeof property === 'string'
      collect(features, isComposite ? [...above, property] : above, fields, depth + 1)
    } else if (typeof property === 'string' && isPublished(each) && type !== 'list')
      addField(each, [...above, property], fields)
  }
}

const isPublished = ({ access }: Members) =>
  typeof access !== 'number' || (access & publishedBit) !== 0

function addField(feature: Members, path: DocumentPath, fields: Fields): void {
  const written = writePath(path)
  const before = fields.get(written)?.field
  if (!before && fields.size >= maximumFields) return
  const key = path.join('.')
  const isBinary = feature['type'] === 'binary'
  const states = { ...before?.states, ...(isBinary ? statesOf(feature) : {}) }
  const unit = typeof feature['unit'] === 'string' ? feature['unit'] : ''
  fields.set(written, {
    field: { path: written, key, factor: 1, states },
    hint: hint(key, unit, isBinary ? 'detector' : null),
  })
}

/** Values that are true and false already need no numbers. */
function statesOf({ value_on: on, value_off: off }: Members): Readonly<Record<string, number>> {
  return typeof on === 'string' && typeof off === 'string' ? { [on]: 1, [off]: 0 } : {}
}

const fieldsOf = (fields: Fields) => ({ fields: [...fields.values()].map(({ field }) => field) })
const hintsOf = (fields: Fields) => [...fields.values()].map((each) => each.hint)
