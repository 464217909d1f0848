import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { HandoverSources } from '#kit/server/handover/handover-sources.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { namedBy, type AlarmCondition, type SensorName } from '../../contract/condition.ts'
import type { PlannedRule } from '../rules/planned-rule.ts'
import { compareAlarms } from './compare.ts'
import {
  alarmAt,
  countOf,
  noAlarms,
  type ReplayedAlarm,
  type ReplayedAlarms,
  type ReplayResult,
} from './replayed-alarms.ts'
import { outagesWithin } from './outages-within.ts'
import { replayOutages } from './replay-outages.ts'
import { replaySensor } from './replay-sensor.ts'
import type { ReplayThread } from './replay-thread.ts'

/** Readings that one question replays; what is left out by the engine does not count. */
const maximumReadings = 20_000_000
/** A replay takes no further sensor after this time. */
const enoughMs = 15_000

export interface WhatIfServices {
  readonly reader: TelemetryReader
  readonly thread: ReplayThread
  readonly catalogue: Pick<Catalogue, 'device' | 'deviceById' | 'sensorByKey'>
  readonly timezone: string
  /** When nothing came from devices for too long. */
  readonly outages: HandoverSources['outages']
}

export interface WhatIfQuestion {
  readonly sensors: readonly Sensor[]
  /** The rule that counts for a sensor now; null: none. */
  readonly formerOf: (sensor: Sensor) => PlannedRule | null
  readonly changed: PlannedRule | null
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  /** Alarms of each sensor that are named at most. */
  readonly named: number
}

export interface SensorAlarm extends ReplayedAlarm {
  /** Where it is of the device as a whole: any of its sensors. */
  readonly sensor: Sensor
  readonly isOfDevice: boolean
}

/** The newest of each sensor, as many as are asked for. */
export interface NamedAlarms {
  readonly total: number
  readonly newest: readonly SensorAlarm[]
}

export interface WhatIfOutcome {
  readonly replayed: number
  readonly before: number
  readonly after: number
  readonly vanished: NamedAlarms
  readonly appeared: NamedAlarms
  /** How much later each of the alarms of both came, ms. */
  readonly later: readonly number[]
}

/**
 * Replays the stored readings of sensors against the rules that count and the changed one, sensor
 * by sensor, as many as the time allows. Throws `invalid` where there are too many readings.
 */
export async function whatIf(
  services: WhatIfServices,
  { sensors, formerOf, changed, from, to, named }: WhatIfQuestion,
): Promise<WhatIfOutcome> {
  const begun = performance.now()
  const outcome = {
    ...{ replayed: 0, before: 0, after: 0, later: [] as number[] },
    ...{ vanished: new Named(named), appeared: new Named(named) },
  }
  const spend = counter(maximumReadings)
  const devices = new Set<number>()
  for (const sensor of sensors) {
    if (outcome.replayed > 0 && performance.now() - begun > enoughMs) break
    const former = formerOf(sensor)
    const rules = [
      ...(former ? [{ ...former, origin: 'before' }] : []),
      ...(changed ? [{ ...changed, origin: 'after' }] : []),
    ]
    const isFirst = !devices.has(sensor.deviceId)
    devices.add(sensor.deviceId)
    const ofDevice = isFirst ? rules.filter(isOffline) : []
    const replayed = { ...services, from, to, sensor }
    add(
      outcome,
      { sensor, isOfDevice: true },
      await offlineAlarms({ ...replayed, rules: ofDevice }),
    )
    const ofSensor = rules.filter((rule) => !isOffline(rule))
    const others = ofSensor.flatMap(({ condition }) => sensorsOf(services.catalogue, condition))
    if (ofSensor.length > 0)
      add(
        outcome,
        { sensor, isOfDevice: false },
        await replaySensor({ ...replayed, rules: ofSensor, others, spend }),
      )
    outcome.replayed++
  }
  return outcome
}

const isOffline = ({ condition }: PlannedRule) => condition.kind === 'device_offline'

interface DeviceReplay extends WhatIfServices {
  readonly rules: readonly PlannedRule[]
  readonly sensor: Sensor
  readonly from: number
  readonly to: number
}

async function offlineAlarms(replay: DeviceReplay): Promise<ReplayResult> {
  const { rules, sensor, from, to, timezone } = replay
  if (rules.length === 0) return new Map()
  const found = await outagesWithin(replay, sensor, { from, to })
  return replayOutages({ deviceId: sensor.deviceId, rules, outages: found, from, to, timezone })
}

type OfSensor = Pick<SensorAlarm, 'sensor' | 'isOfDevice'>

interface ReplayTotals {
  replayed: number
  before: number
  after: number
  readonly later: number[]
  readonly vanished: Named
  readonly appeared: Named
}

function add(outcome: ReplayTotals, of: OfSensor, result: ReplayResult): void {
  const [before, after] = [result.get('before') ?? noAlarms, result.get('after') ?? noAlarms]
  const { vanished, appeared, later } = compareAlarms(before, after)
  outcome.before += countOf(before)
  outcome.after += countOf(after)
  outcome.vanished.add(of, before, vanished)
  outcome.appeared.add(of, after, appeared)
  for (const delay of later) outcome.later.push(delay)
}

class Named implements NamedAlarms {
  total = 0
  newest: SensorAlarm[] = []
  readonly #named: number

  constructor(named: number) {
    this.#named = named
  }

  add(of: OfSensor, alarms: ReplayedAlarms, places: readonly number[]): void {
    this.total += places.length
    for (const place of places.slice(-this.#named))
      this.newest.push({ ...alarmAt(alarms, place), ...of })
  }
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
  const sensors = namedBy(condition).flatMap(found)
  return [...new Map(sensors.map((sensor) => [sensor.id, sensor])).values()]
}
