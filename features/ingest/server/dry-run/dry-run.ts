import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import { isBeyondPresent } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { DryRun, DryRunReading, DryRunRemark } from '../../contract/dry-run.ts'
import { fieldOf, normalisedKey } from '#kit/server/documents/document-keys.ts'
import { parseTelemetry } from '#kit/server/documents/telemetry-document.ts'
import { calculatedHere } from '../intake/document-readings.ts'
import { convertTo } from '../intake/sensor-value.ts'
import { parseShadow } from '../shadow/shadow-document.ts'

type Sensors = Pick<Catalogue, 'sensorByKey' | 'sensorsOf'>

interface Question {
  readonly message: Uint8Array
  /** null: a device without sensors. */
  readonly deviceId: number | null
  /** Which readings are wanted; the others are counted. Without it all are. */
  readonly isWanted?: (sensor: Sensor | null, key: string) => boolean
  /** ms UTC. */
  readonly now: number
}

/**
 * What a telemetry document would give if the device sent it now, or a shadow document to the topic
 * of its shadow. Nothing is stored, added or counted.
 */
export function tryDocument(sensors: Sensors, { message, ...question }: Question): DryRun {
  const parsed = isShadow(message) ? parseShadow(message) : parseTelemetry(message)
  if ('problem' in parsed) return { readings: [], problems: [parsed.problem], others: 0 }
  const { deviceId, isWanted = () => true, now } = question
  const looks = new Looks(sensors, deviceId)
  const readings: DryRunReading[] = []
  const problems: Problem[] = [...parsed.refused]
  let others = 0
  for (const value of parsed.values) {
    const sensor = deviceId === null ? undefined : sensors.sensorByKey(deviceId, value.key)
    if (!isWanted(sensor ?? null, value.key)) others++
    else {
      const result = sensor ? readingOf(value, sensor, now) : looks.readingOf(value, now)
      if (result === null) continue
      if ('reason' in result)
        problems.push({ field: fieldOf(value.path, value.key), reason: result.reason })
      else readings.push(result)
    }
  }
  return { readings, problems, others }
}

/** Whether a message is what the shadow service of AWS IoT takes; no telemetry has this form. */
function isShadow(message: Uint8Array): boolean {
  try {
    const { state } = JSON.parse(Buffer.from(message).toString('utf8')) as { state?: unknown }
    return (
      typeof state === 'object' && state !== null && ('reported' in state || 'desired' in state)
    )
  } catch {
    return false
  }
}

type Result = DryRunReading | { readonly reason: string }

function readingOf(value: DocumentValue, sensor: Sensor | null, now: number): Result {
  if (sensor?.isCalculated) return { reason: calculatedHere }
  const converted = sensor ? convertTo(sensor, value.value) : { value: value.value }
  if ('reason' in converted) return converted
  const isAhead = value.time !== undefined && isBeyondPresent(value.time, now)
  const remarks: [DryRunRemark, boolean][] = [
    ['new-sensor', sensor === null],
    ['no-value', converted.value === null],
    ['time-replaced', isAhead],
    ['converted', typeof value.value === 'number' && !Object.is(converted.value, value.value)],
  ]
  return {
    field: fieldOf(value.path, value.key),
    key: value.key,
    sensor,
    value: converted.value,
    quality: isAhead && value.quality === 'good' ? 'uncertain' : value.quality,
    time: isAhead ? null : (value.time ?? null),
    remarks: remarks.filter(([, applies]) => applies).map(([remark]) => remark),
  }
}

/** The sensors that a document would add to a device. */
class Looks {
  readonly #keys = new Map<string, string>()
  readonly #maximum: number
  readonly #added = new Set<string>()

  constructor(sensors: Sensors, deviceId: number | null) {
    const existing = deviceId === null ? [] : sensors.sensorsOf(deviceId)
    for (const { key } of existing) this.#keys.set(normalisedKey(key), key)
    this.#maximum = maximumSensorsPerDevice - existing.length
  }

  /** null: a sensor that does not exist has no value anyway. */
  readingOf(value: DocumentValue, now: number): Result | null {
    const { key } = value
    if (value.value === null) return null
    const other = this.#keys.get(normalisedKey(key))
    if (other !== undefined && other !== key)
      return { reason: `looks like another sensor of this device, ${JSON.stringify(other)}` }
    this.#added.add(key)
    if (this.#added.size > this.#maximum)
      return { reason: `the device has ${maximumSensorsPerDevice} sensors already` }
    this.#keys.set(normalisedKey(key), key)
    return readingOf(value, null, now)
  }
}
