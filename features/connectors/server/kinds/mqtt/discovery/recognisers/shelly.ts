import { isObject } from '#kit/server/documents/document-value.ts'
import type { Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { MappingRule, SensorHint } from '../../../../../contract/kinds/mqtt/mapping.ts'
import { lesiIdOf } from '../../mapping/device-name.ts'
import type { SurveyedTopic } from '../survey.ts'
import type { TopicIndex } from '../topic-index.ts'
import { leafPaths } from './leaf-paths.ts'
import { hint, ignoredRule, jsonRule, plainRule, statedOf, statusRule } from './recogniser.ts'

const onOff = { on: 1, off: 0 }
const isThere = { online: 'true', offline: 'false' }
/** What components say of themselves besides what they measure. */
const notMeasured = ['id', 'source', 'events', 'errors', 'by_minute', 'minute_ts', 'tF']
const maximumHints = 500

const typesByName: Readonly<Record<string, readonly [unit: string, type: SensorHint['type']]>> = {
  ...{ power: ['W', null], apower: ['W', null], act_power: ['W', null], voltage: ['V', null] },
  ...{ current: ['A', null], freq: ['Hz', null], temperature: ['°C', null], tC: ['°C', null] },
  ...{ temperature_f: ['°F', null], humidity: ['%', null], rh: ['%', null], lux: ['lx', null] },
  ...{ battery: ['%', null], percent: ['%', null], energy: ['W·min', 'counter'] },
  ...{ total: ['Wh', 'counter'], total_returned: ['Wh', 'counter'], pos: ['%', null] },
  ...{ returned_energy: ['W·min', 'counter'], reactive_power: ['var', null] },
  ...{ motion: ['', 'detector'], flood: ['', 'detector'], vibration: ['', 'detector'] },
  ...{ output: ['', 'detector'], state: ['', 'detector'], overtemperature: ['', 'detector'] },
}

const typesByPart: typeof typesByName = {
  ...{ relay: ['', 'detector'], light: ['', 'detector'], input: ['', 'detector'] },
  ...{ color: ['', 'detector'], white: ['', 'detector'] },
  ...{ ext_temperature: ['°C', null], ext_humidity: ['%', null] },
}

/** What a device is made of: `relay/0`, `sensor/temperature` … */
const part = /^(?:relay|roller|light|color|white|emeter|input|input_event|longpush)$/
const isNumeric = (level: string) => /^\d$/.test(level)
/** As the maker names it; its owner may choose another name. */
const ownName = /^shelly[a-z0-9]+-[0-9a-f]{4,12}$/i
const saysWhatItIs = new Set(['online', 'announce'])
/** Documents of a device about itself. */
const aboutItself = ['announce', 'info', 'settings', 'command', 'sensor/act_reasons']

/** Devices of Shelly: those of the first generation, and those that speak RPC. */
export function recogniseShelly(index: TopicIndex): readonly Proposal[] {
  const rpc = secondGeneration(index)
  const rest = firstGeneration(index)
  return [...rpc, ...rest]
}

function firstGeneration(index: TopicIndex): readonly Proposal[] {
  const topics = index.below('shellies/')
  const own = topics.filter(({ levels }) => levels.length >= 3)
  if (!own.some(({ levels }) => isOfFirstGeneration(levels))) return []
  const documents = own.filter(({ kind, levels }) => kind === 'json' && !isAboutItself(levels))
  const shapes = Map.groupBy(documents, shapeOf)
  const rules = [
    statusRule('shellies/{device}/online', isThere),
    ...aboutItself.map((name) => ignoredRule(`shellies/{device}/${name}`)),
    // What others ask of a device is not what it says.
    ...['command/#', 'set'].map((end) => ignoredRule(`shellies/{device}/+/+/${end}`)),
    ...[...shapes].map(([shape, records]) => documentRule(index, shape, records)),
    plainRule('shellies/{device}/{sensor#}', { states: onOff }, { hints: hintsOfTopics(own) }),
  ]
  index.claim(topics)
  return [{ format: 'shelly', place: 'shellies', rules, topics: topics.length, remarks: [] }]
}

function isOfFirstGeneration([, device = '', first = '', second = '']: readonly string[]): boolean {
  if (ownName.test(device) || saysWhatItIs.has(first)) return true
  return (part.test(first) && isNumeric(second)) || (first === 'sensor' && second !== '')
}

/** Where a document stands, of all parts of its kind: their number is the begin of its keys. */
function shapeOf({ levels }: SurveyedTopic): string {
  const below = levels.slice(2)
  const at = below.findIndex(isNumeric)
  return below.map((level, index) => (index === at ? '{sensor}' : level)).join('/')
}

function documentRule(index: TopicIndex, shape: string, records: readonly SurveyedTopic[]) {
  const hints = records.flatMap((record) =>
    hintsOfDocument(index.documentOf(record), record.levels.slice(2).find(isNumeric) ?? ''),
  )
  const once = new Map(hints.map((each) => [each.key, each]))
  const topic = `shellies/{device}/${shape}`
  return jsonRule(topic, { states: onOff }, { hints: [...once.values()].slice(0, maximumHints) })
}

const isAboutItself = (levels: readonly string[]) => aboutItself.includes(levels.slice(2).join('/'))

function hintsOfTopics(topics: readonly SurveyedTopic[]): SensorHint[] {
  const keys = new Set(topics.map(({ levels }) => levels.slice(2).join('/')))
  return [...keys].flatMap((key) => {
    const [first = '', second = '', ...more] = key.split('/')
    const known = more.length === 0 && isNumeric(second) ? statedOf(typesByPart, first) : undefined
    return known ? [hint(key, ...known)] : hintOf(key, more.at(-1) ?? (second || first))
  })
}

function hintOf(key: string, name: string): SensorHint[] {
  const known = statedOf(typesByName, name)
  return known ? [hint(key, ...known)] : []
}

/** Each device has its own begin of topics, as its owner chose it. */
function secondGeneration(index: TopicIndex): readonly Proposal[] {
  const prefixes = new Set(index.rest().flatMap((record) => prefixOf(index, record)))
  const claimed: SurveyedTopic[] = []
  const rules = [...prefixes].flatMap((prefix) => {
    const topics = index.below(`${prefix}/`)
    claimed.push(...topics)
    return rulesOf(index, prefix, topics)
  })
  if (rules.length === 0) return []
  index.claim(claimed)
  const place = [...prefixes][0] ?? ''
  return [{ format: 'shelly', place, rules, topics: claimed.length, remarks: [] }]
}

function prefixOf(index: TopicIndex, record: SurveyedTopic): readonly string[] {
  const { levels } = record
  const document = index.documentOf(record)
  if (!isObject(document)) return []
  const isNotice = levels.slice(-2).join('/') === 'events/rpc' && 'method' in document
  if (isNotice) return [levels.slice(0, -2).join('/')]
  const isStatus = levels.at(-2) === 'status' && /^[a-z_]+\d*:\d+$/.test(levels.at(-1) ?? '')
  return isStatus && 'id' in document ? [levels.slice(0, -2).join('/')] : []
}

function rulesOf(
  index: TopicIndex,
  prefix: string,
  topics: readonly SurveyedTopic[],
): readonly MappingRule[] {
  const device = lesiIdOf(prefix.split('/').slice(-1))
  const status = topics.filter(({ levels }) => levels.at(-2) === 'status')
  const values =
    status.length > 0
      ? jsonRule(
          `${prefix}/status/{sensor}`,
          { except: notMeasured },
          { device, hints: hintsOfStatus(index, status) },
        )
      : jsonRule(
          `${prefix}/events/rpc`,
          { root: 'params', time: 'params.ts', except: notMeasured },
          { device, hints: hintsOfNotices(index, topics) },
        )
  return [statusRule(`${prefix}/online`, isThere, device), values]
}

function hintsOfStatus(index: TopicIndex, topics: readonly SurveyedTopic[]): SensorHint[] {
  return topics
    .flatMap((record) => hintsOfDocument(index.documentOf(record), record.levels.at(-1) ?? ''))
    .slice(0, maximumHints)
}

function hintsOfNotices(index: TopicIndex, topics: readonly SurveyedTopic[]): SensorHint[] {
  return topics
    .map((record) => index.documentOf(record))
    .flatMap((document) => (isObject(document) ? hintsOfDocument(document['params'], '') : []))
    .slice(0, maximumHints)
}

function hintsOfDocument(document: unknown, component: string): readonly SensorHint[] {
  return leafPaths(document).flatMap((path) => {
    const key = [...(component === '' ? [] : [component]), ...path].join('.')
    return hintOf(key, String(path.at(-1)))
  })
}
