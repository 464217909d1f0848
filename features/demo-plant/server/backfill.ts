import type { SimulatedDevice } from '../contract/simulation.ts'
import { entryOf, samplingOf, type Sampling } from './documents.ts'
import type { BackfillRange } from './messages.ts'

/** A message of the back-fill. */
export interface BackfillPart {
  readonly device: SimulatedDevice
  /** A telemetry document: an array of entries with a time each. */
  readonly payload: string
  readonly readings: number
}

/** A span of the history that is sent before the next older one. */
export interface BackfillInterval {
  readonly from: number
  readonly to: number
  readonly density: 'recent' | 'dense' | 'sparse'
}

/** Below the limits of a device message (2,000 values, 256 KB). */
const valuesPerPart = 1_800
const charactersPerPart = 100_000

const intervalLengthMs = { recent: 10 * 60_000, dense: 30 * 60_000, sparse: 4 * 3_600_000 }

/** Splits the range into intervals, newest first. */
export function intervalsOf(range: BackfillRange): readonly BackfillInterval[] {
  const begins = { recent: range.recentFrom, dense: range.denseFrom, sparse: range.from }
  const intervals: BackfillInterval[] = []
  let end = range.to
  while (end > range.from) {
    const density = end > begins.recent ? 'recent' : end > begins.dense ? 'dense' : 'sparse'
    const start = Math.max(
      range.from,
      (Math.ceil(end / intervalLengthMs[density]) - 1) * intervalLengthMs[density],
      begins[density],
    )
    intervals.push({ from: start, to: end, density })
    end = start
  }
  return intervals
}

/**
 * Documents of one interval, device by device; nothing for the times in which a device had no
 * connection.
 */
export class BackfillDocuments {
  readonly #devices: readonly ({ readonly device: SimulatedDevice } & Readonly<
    Record<BackfillInterval['density'], Sampling>
  >)[]

  constructor(devices: readonly SimulatedDevice[]) {
    this.#devices = devices.map((device) => ({
      device,
      recent: samplingOf(device, 'recent'),
      dense: samplingOf(device, 'dense'),
      sparse: samplingOf(device, 'sparse'),
    }))
  }

  *partsOf(interval: BackfillInterval): Generator<BackfillPart> {
    for (const { device, [interval.density]: sampling } of this.#devices)
      yield* deviceParts(device, sampling, interval)
  }
}

function* deviceParts(
  device: SimulatedDevice,
  sampling: Sampling,
  interval: BackfillInterval,
): Generator<BackfillPart> {
  let entries: string[] = []
  let readings = 0
  let characters = 0
  for (const { time, values } of entriesOf(device, sampling, interval)) {
    const entry = `{"ts":${time},"values":{${values.join(',')}}}`
    if (
      readings > 0 &&
      (readings + values.length > valuesPerPart || characters + entry.length > charactersPerPart)
    ) {
      yield { device, payload: `[${entries.join(',')}]`, readings }
      entries = []
      readings = 0
      characters = 0
    }
    entries.push(entry)
    readings += values.length
    characters += entry.length + 1
  }
  if (readings > 0) yield { device, payload: `[${entries.join(',')}]`, readings }
}

interface Entry {
  readonly time: number
  readonly values: readonly string[]
}

function* entriesOf(
  device: SimulatedDevice,
  { groups, holding }: Sampling,
  { from, to }: BackfillInterval,
): Generator<Entry> {
  for (const { step, sensors } of groups) {
    for (let time = Math.ceil(from / step) * step; time < to; time += step) {
      if (device.isOut(time)) continue
      const values: string[] = []
      for (const sensor of sensors) {
        const entry = entryOf(sensor, time)
        if (entry !== null) values.push(entry)
      }
      if (values.length > 0) yield { time, values }
    }
  }
  for (const each of holding) yield* changesOf(device, each, { from, to })
}

/** A sensor's changes within the span, each once: one that falls on a step is the step's. */
function* changesOf(
  device: SimulatedDevice,
  { sensor, step }: Sampling['holding'][number],
  { from, to }: Pick<BackfillInterval, 'from' | 'to'>,
): Generator<Entry> {
  if (!sensor.nextChange) return
  let previous = sensor.at(from)
  for (let time = sensor.nextChange(from); time < to; time = sensor.nextChange(time)) {
    const value = sensor.at(time)
    const changed = value !== previous
    previous = value
    if (!changed || time % step === 0 || device.isOut(time)) continue
    const entry = entryOf(sensor, time)
    if (entry !== null) yield { time, values: [entry] }
  }
}
