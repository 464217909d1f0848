import { isObject } from '#kit/server/documents/document-value.ts'
import type { Proposal } from '../../../../../contract/kinds/mqtt/discovery.ts'
import type { MappingRule, SensorHint } from '../../../../../contract/kinds/mqtt/mapping.ts'
import type { SurveyedTopic } from '../survey.ts'
import type { TopicIndex } from '../topic-index.ts'
import { leafPaths } from './leaf-paths.ts'
import { hint, jsonRule, plainRule, statedOf, statusRule } from './recogniser.ts'

const kinds = /^(?:SENSOR|STATE|LWT|RESULT|UPTIME|INFO[123]|STATUS\d*|POWER\d*)$/
const prefixes = new Set(['tele', 'stat'])
const onOff = { ON: 1, OFF: 0 }
/** What a device says about itself rather than about what it measures. */
const notMeasured = [
  ...['Time', 'Epoch', 'Uptime', 'Heap', 'SleepMode', 'Sleep', 'LoadAvg', 'MqttCount', 'Berry'],
  ...['Wifi.AP', 'Wifi.SSId', 'Wifi.BSSId', 'Wifi.Channel', 'Wifi.Mode', 'Wifi.LinkCount'],
  ...['Wifi.Downtime', 'TotalStartTime', 'TempUnit', 'PressureUnit', 'SpeedUnit', 'Hostname'],
  'IPAddress',
]
const unitsByName: Readonly<Record<string, string>> = {
  ...{ Humidity: '%', Illuminance: 'lx', CarbonDioxide: 'ppm', eCO2: 'ppm', TVOC: 'ppb' },
  ...{ Power: 'W', ApparentPower: 'VA', ReactivePower: 'var', Voltage: 'V', Current: 'A' },
  ...{ Frequency: 'Hz', Total: 'kWh', Today: 'kWh', Yesterday: 'kWh', Signal: 'dBm' },
  ...{ UptimeSec: 's', RSSI: '%', Distance: 'cm' },
}
/** Names whose unit the document itself says, by the member that says it. */
const unitMembers: Readonly<Record<string, string>> = {
  ...{ Temperature: 'TempUnit', DewPoint: 'TempUnit', Pressure: 'PressureUnit' },
  SeaPressure: 'PressureUnit',
}

interface TasmotaTopic {
  readonly record: SurveyedTopic
  /** With `{device}` in the place of the device, and without the last level. */
  readonly place: string
  readonly kind: string
}

/** Devices with Tasmota, in whichever order their topics have prefix and name. */
export function recogniseTasmota(index: TopicIndex): readonly Proposal[] {
  const found = index.rest().flatMap((record) => foundIn(record))
  const own = index.below('tasmota/discovery/')
  const measured = found.filter(({ kind }) => kind === 'SENSOR' || kind === 'STATE')
  if (measured.length === 0) return []
  const groups = Map.groupBy(found, ({ place }) => place)
  const rules = [...groups].flatMap(([place, group]) => rulesOf(index, place, group))
  const topics = [...found.map(({ record }) => record), ...own]
  index.claim(topics)
  const [first] = measured
  return [
    {
      ...{ format: 'tasmota' as const, place: first?.place ?? '', rules },
      ...{ topics: topics.length, remarks: [] },
    },
  ]
}

function foundIn(record: SurveyedTopic): readonly TasmotaTopic[] {
  const { levels } = record
  const kind = levels.at(-1) ?? ''
  const at = levels.findIndex((level) => prefixes.has(level))
  if (at === -1 || !kinds.test(kind) || levels.length < 3) return []
  const place = levels.slice(0, -1).map((level, index) => {
    // The name is between prefix and kind, or before the prefix.
    const isName = at === levels.length - 2 ? index === at - 1 : index > at
    return isName ? '{device}' : level
  })
  return [{ record, place: place.join('/'), kind }]
}

function rulesOf(
  index: TopicIndex,
  place: string,
  group: readonly TasmotaTopic[],
): readonly MappingRule[] {
  const byKind = Map.groupBy(group, ({ kind }) => kind)
  return [...byKind].flatMap(([kind, found]) => {
    const topic = `${place}/${kind}`
    if (kind === 'LWT') return [statusRule(topic, { online: 'Online', offline: 'Offline' })]
    if (kind.startsWith('POWER')) return [plainRule(topic, { key: kind, states: onOff })]
    if (kind !== 'SENSOR' && kind !== 'STATE') return []
    const documents = found.map(({ record }) => index.documentOf(record)).filter(isObject)
    // A time without a zone says nothing: only newer devices add the seconds since 1970.
    const time = documents.length > 0 && documents.every((each) => 'Epoch' in each) ? 'Epoch' : ''
    const settings = { time, except: notMeasured, states: onOff }
    return [jsonRule(topic, settings, { hints: hintsOf(documents) })]
  })
}

function hintsOf(documents: readonly Readonly<Record<string, unknown>>[]): SensorHint[] {
  const hints = new Map<string, SensorHint>()
  for (const document of documents)
    for (const path of leafPaths(document)) {
      const name = String(path.at(-1))
      const unitMember = statedOf(unitMembers, name) ?? ''
      const unit = statedOf(unitsByName, name) ?? unitOf(document[unitMember])
      const isSwitch = /^(?:POWER|Switch)\d*$/.test(name)
      const type = isSwitch ? 'detector' : name === 'Total' ? 'counter' : null
      if (unit !== '' || type !== null) hints.set(path.join('.'), hint(path.join('.'), unit, type))
    }
  return [...hints.values()].slice(0, 500)
}

function unitOf(member: unknown): string {
  if (typeof member !== 'string') return ''
  return member === 'C' || member === 'F' ? `°${member}` : member
}
