import type { RulesPreview, SeenDevice } from '../../../../contract/kinds/mqtt/discovery.ts'
import type { MappingRule, SensorHint } from '../../../../contract/kinds/mqtt/mapping.ts'
import { RuleMatcher } from '../client/rule-matcher.ts'
import { mapMessage, type ForeignMessage, type MappingServices } from '../mapping/map-message.ts'
import type { MappedDocument } from '../mapping/mapped.ts'

const maximumDevices = 100
const maximumSensors = 200
const maximumProblems = 100
const maximumShownText = 200

type Sensor = SeenDevice['sensors'][number]

/** What the rules make of messages: devices with their sensors, and everything that is wrong. */
export async function previewRules(
  rules: readonly MappingRule[],
  messages: Iterable<ForeignMessage>,
  services: MappingServices,
): Promise<RulesPreview> {
  const matcher = new RuleMatcher(rules)
  const devices = new Map<string, Map<string, Sensor>>()
  const problems: RulesPreview['problems'] = []
  let topicCount = 0
  for (const message of messages) {
    const compiled = matcher.ruleOf(message.topic)
    const mapped = compiled && (await mapMessage(compiled, message, services))
    if (!mapped) continue
    topicCount += 1
    for (const document of mapped.documents) addSensors(devices, document, compiled.rule.hints)
    if (mapped.status && !devices.has(mapped.status.lesiId))
      devices.set(mapped.status.lesiId, new Map())
    for (const { field, reason } of mapped.problems)
      problems.push({ topic: message.topic, field, reason })
  }
  const counts = [...devices.values()].map((sensors) => sensors.size)
  return {
    devices: [...devices].slice(0, maximumDevices).map(([lesiId, sensors]) => {
      return { lesiId, sensors: [...sensors.values()].slice(0, maximumSensors) }
    }),
    ...{ deviceCount: devices.size, sensorCount: counts.reduce((sum, count) => sum + count, 0) },
    ...{ topicCount, problemCount: problems.length, problems: problems.slice(0, maximumProblems) },
  }
}

function addSensors(
  devices: Map<string, Map<string, Sensor>>,
  { lesiId, values }: MappedDocument,
  hints: readonly SensorHint[],
): void {
  const sensors = devices.get(lesiId) ?? new Map<string, Sensor>()
  devices.set(lesiId, sensors)
  for (const { key, value } of values) {
    const hint = hints.find((each) => each.key === key)
    const shown = typeof value === 'string' ? value.slice(0, maximumShownText) : value
    sensors.set(key, { key, value: shown, unit: hint?.unit ?? '', type: hint?.type ?? null })
  }
}
