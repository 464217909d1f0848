import { AppError } from '#kit/model/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { AlarmCondition, SensorName } from '../../contract/condition.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import type { ReplayedAlarm } from './replay.ts'
import { compareAlarms } from './compare.ts'
import { replaySensor } from './replay-sensor.ts'
import type { ReplayThread } from './replay-thread.ts'

/** Readings that one question replays; what is left out by the engine does not count. */
const maximumReadings = 20_000_000
/** A replay takes no further sensor after this time. */
const enoughMs = 15_000

export interface WhatIfServices {
  readonly reader: TelemetryReader
  readonly thread: ReplayThread
  readonly catalogue: Pick<Catalogue, 'device' | 'sensorByKey'>
  readonly timezone: string
}

export interface WhatIfQuestion {
  readonly sensors: readonly Sensor[]
  /** The rule that counts for a sensor now; null: none. */
  readonly formerOf: (sensor: Sensor) => PlannedRule | null
  readonly changed: PlannedRule | null
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
}

export interface SensorAlarm extends ReplayedAlarm {
  readonly sensor: Sensor
}

export interface WhatIfOutcome {
  readonly replayed: number
  readonly before: number
  readonly after: number
  readonly vanished: readonly SensorAlarm[]
  readonly appeared: readonly SensorAlarm[]
  /** How much later each of the alarms of both came, ms. */
  readonly later: readonly number[]
}

/**
 * Replays the stored readings of sensors against the rules that count and the changed one, sensor
 * by sensor, as many as the time allows. Throws `invalid` where there are too many readings.
 */
export async function whatIf(
  services: WhatIfServices,
  { sensors, formerOf, changed, from, to }: WhatIfQuestion,
): Promise<WhatIfOutcome> {
  const begun = performance.now()
  const outcome = {
    ...{ replayed: 0, before: 0, after: 0, later: [] as number[] },
    ...{ vanished: [] as SensorAlarm[], appeared: [] as SensorAlarm[] },
  }
  const spend = counter(maximumReadings)
  for (const sensor of sensors) {
    if (outcome.replayed > 0 && performance.now() - begun > enoughMs) break
    const former = formerOf(sensor)
    const rules = [
      ...(former ? [{ ...former, origin: 'before' }] : []),
      ...(changed ? [{ ...changed, origin: 'after' }] : []),
    ]
    const others = rules.flatMap(({ condition }) => sensorsOf(services.catalogue, condition))
    const replay = { ...services, from, to, rules, sensor, others, spend }
    const result = rules.length === 0 ? new Map() : await replaySensor(replay)
    add(outcome, sensor, result.get('before') ?? [], result.get('after') ?? [])
  }
  return outcome
}

interface Gathered {
  replayed: number
  before: number
  after: number
  readonly later: number[]
  readonly vanished: SensorAlarm[]
  readonly appeared: SensorAlarm[]
}

function add(
  outcome: Gathered,
  sensor: Sensor,
  before: readonly ReplayedAlarm[],
  after: readonly ReplayedAlarm[],
): void {
  const { vanished, appeared, kept } = compareAlarms(before, after)
  outcome.replayed++
  outcome.before += before.length
  outcome.after += after.length
  for (const alarm of vanished) outcome.vanished.push({ ...alarm, sensor })
  for (const alarm of appeared) outcome.appeared.push({ ...alarm, sensor })
  for (const [one, other] of kept) outcome.later.push(other.raisedAt - one.raisedAt)
}

/** Throws `invalid` as soon as more readings are spent than there may be. */
export function counter(maximum: number): (readings: number) => void {
  let left = maximum
  return (readings) => {
    left -= readings
    if (left < 0)
      throw new AppError('invalid', 'There are too many readings; choose a shorter period')
  }
}

/** The sensors that a condition names beside those of its rule. */
export function sensorsOf(
  catalogue: WhatIfServices['catalogue'],
  condition: AlarmCondition,
): Sensor[] {
  const found = ({ thing, key }: SensorName) => {
    const device = catalogue.device(thing)
    return (device && catalogue.sensorByKey(device.id, key)) ?? []
  }
  if (condition.kind === 'deviation') return [condition.from].flatMap(found)
  if (condition.kind !== 'expression') return []
  const sensors = Object.values(condition.inputs).flatMap(found)
  return [...new Map(sensors.map((sensor) => [sensor.id, sensor])).values()]
}
