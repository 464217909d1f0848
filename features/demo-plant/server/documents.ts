import { staleAfterIntervals } from '#kit/model/sensor.ts'
import { defaultSilenceMs } from '#features/devices/contract/device-description.ts'
import type { SimulatedDevice } from '../contract/simulation.ts'
import type { SimulatedSensor } from '../contract/simulation/simulated-sensor.ts'

/**
 * Lamps, detectors and texts are sent when they change, and this often (with their expected
 * interval) when they do not.
 */
const holds = ({ definition: { type } }: SimulatedSensor) =>
  type === 'lamp' || type === 'detector' || type === 'string'

/**
 * `"key":value` of a telemetry document, or null while the sensor is silent. Doubtful values carry
 * their quality.
 */
export function entryOf(
  { definition, at, qualityAt }: SimulatedSensor,
  time: number,
): string | null {
  const quality = qualityAt(time)
  if (quality === 'silent') return null
  const value = at(time)
  const json = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return quality === 'good'
    ? `"${definition.key}":${json}`
    : `"${definition.key}":{"v":${json},"q":"${quality}"}`
}

/** What a device sends live, second by second. */
export class LiveDocuments {
  readonly #device: SimulatedDevice
  readonly #lastSent = new Map<SimulatedSensor, number | string>()

  constructor(device: SimulatedDevice) {
    this.#device = device
  }

  /**
   * The telemetry document of the whole second `time` (ms UTC): what is due then, or everything if
   * `all`; null when nothing is due.
   */
  at(time: number, all = false): string | null {
    const entries: string[] = []
    for (const sensor of this.#device.sensors) {
      if (!all && !this.#isDue(sensor, time)) continue
      const entry = entryOf(sensor, time)
      if (entry === null) continue
      entries.push(entry)
      if (holds(sensor)) this.#lastSent.set(sensor, sensor.at(time))
    }
    return entries.length === 0 ? null : `{"ts":${time},"values":{${entries.join(',')}}}`
  }

  #isDue(sensor: SimulatedSensor, time: number): boolean {
    if (time % sensor.definition.intervalMs < 1_000) return true
    return holds(sensor) && this.#lastSent.get(sensor) !== sensor.at(time)
  }
}

/** Steps of the history, ms: in its last hours, in the dense part before them, and before that. */
interface Steps {
  readonly recent: number
  readonly dense: number
  readonly sparse: number
}

type OlderSteps = Omit<Steps, 'recent'>

const quick: OlderSteps = { dense: 15_000, sparse: 120_000 }
/** Silent for longer a device counts as offline; one of the two sensors may be silent by itself. */
const present: OlderSteps = { dense: 15_000, sparse: defaultSilenceMs }
const presentSensors = 2
const slow: OlderSteps = { dense: 60_000, sparse: 300_000 }
const totals: OlderSteps = { dense: 60_000, sparse: 600_000 }
/** Values that hold are repeated at least this often. */
const repeats: OlderSteps = { dense: 1_800_000, sparse: 3_600_000 }

/** The room of the past shows a value as stale after so many of its expected intervals. */
function stepsOf(sensor: SimulatedSensor, isPresent: boolean): Steps {
  const recent = staleAfterIntervals * sensor.definition.intervalMs
  return { recent, ...(isPresent ? present : olderStepsOf(sensor)) }
}

function olderStepsOf(sensor: SimulatedSensor): OlderSteps {
  if (holds(sensor)) return repeats
  if (sensor.definition.type !== 'analog') return totals
  return isQuick(sensor) ? quick : slow
}

const isQuick = ({ definition: { type, intervalMs } }: SimulatedSensor) =>
  type === 'analog' && intervalMs <= 1_000

/** Sensors of a device that share a step. */
interface SampledGroup {
  readonly step: number
  readonly sensors: readonly SimulatedSensor[]
}

export interface Sampling {
  readonly groups: readonly SampledGroup[]
  /** Sent at every change besides the steps of its group. */
  readonly holding: readonly { readonly sensor: SimulatedSensor; readonly step: number }[]
}

/** How the history of a device is sampled. */
export function samplingOf(device: SimulatedDevice, density: keyof Steps): Sampling {
  const groups = new Map<number, SimulatedSensor[]>()
  const presence = new Set(device.sensors.filter(isQuick).slice(0, presentSensors))
  for (const sensor of device.sensors) {
    const step = stepsOf(sensor, presence.has(sensor))[density]
    const group = groups.get(step)
    if (group) group.push(sensor)
    else groups.set(step, [sensor])
  }
  return {
    groups: [...groups].map(([step, sensors]) => ({ step, sensors })),
    holding: device.sensors
      .filter(holds)
      .map((sensor) => ({ sensor, step: stepsOf(sensor, false)[density] })),
  }
}
