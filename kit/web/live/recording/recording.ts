import type { LiveDevice, LiveReading } from '#kit/model/live/messages.ts'
import type { LiveDeviceStatus, LiveValue } from '../values/live-state.ts'
import { nextValue, type ReplacedValue } from '../values/next-value.ts'
import type { Trend } from '../values/trend.ts'
import { RecordedSensor } from './recorded-sensor.ts'
import type {
  RecordedMoment,
  RecordedSeries,
  RecordedSpan,
  RecordedTrend,
} from './recording-source.ts'

/** What moved from one moment to another: ids of sensors and devices. */
export interface Moved {
  readonly sensors: readonly number[]
  readonly devices: readonly number[]
}

interface RecordedDevice {
  /** Since when (ms UTC) each status holds; the first holds from the start on. */
  readonly changes: readonly (readonly [from: number, status: LiveDeviceStatus])[]
  index: number
}

/** The state of sensors and devices in which a recording begins. */
interface Beginning {
  readonly value: (sensorId: number) => LiveValue | undefined
  readonly trend: (sensorId: number) => readonly [ArrayLike<number>, ArrayLike<number>]
  readonly devices: ReadonlyMap<number, LiveDeviceStatus>
  readonly withoutReading: ReadonlyMap<number, number | null>
}

const noTrend = [[], []] as const

/** A span of the past in which every moment can be shown. */
export class Recording {
  /** What is covered, ms UTC, both ends included. */
  readonly from: number
  readonly until: number
  /** Between steps of so long from the start on, what is shown is of the step before. */
  readonly stepMs: number
  readonly sensorIds: readonly number[]
  readonly #sensors = new Map<number, RecordedSensor>()
  readonly #devices = new Map<number, RecordedDevice>()
  readonly #withoutReading: ReadonlyMap<number, number | null>
  readonly #texts: string[] = []

  private constructor(
    sensorIds: readonly number[],
    beginning: Beginning,
    { from, until, series, devices }: RecordedSpan,
    stepMs: number,
  ) {
    this.from = from
    this.until = until
    this.stepMs = stepMs
    this.sensorIds = sensorIds
    this.#withoutReading = beginning.withoutReading
    const codes = { codeOf: (text: string) => this.#codeOf(text) }
    const seriesOf = new Map(series.map((each) => [each[0], each]))
    for (const id of sensorIds) {
      const values = valuesOf(beginning.value(id), seriesOf.get(id), from)
      if (values.length > 0)
        this.#sensors.set(id, new RecordedSensor(values, beginning.trend(id), codes))
    }
    for (const [id, status] of beginning.devices)
      this.#devices.set(id, { changes: [[-Infinity, status], ...changesOf(id, devices)], index: 0 })
  }

  /** A recording that begins at a moment that was asked for. */
  static fromMoment(
    sensorIds: readonly number[],
    moment: RecordedMoment,
    trends: readonly RecordedTrend[],
    span: RecordedSpan,
    stepMs: number,
  ): Recording {
    const replaced = new Map(moment.previous.map(([id, from, at]) => [id, { from, at }]))
    const values = new Map(
      moment.readings.map((reading) => [reading[0], firstValue(reading, replaced)]),
    )
    const trendOf = new Map(trends.map(([id, times, points]) => [id, [times, points] as const]))
    const beginning = {
      value: (id: number) => values.get(id),
      trend: (id: number) => trendOf.get(id) ?? noTrend,
      devices: new Map(moment.devices.map(([id, status, since]) => [id, { status, since }])),
      withoutReading: new Map(moment.withoutReading),
    }
    return new Recording(sensorIds, beginning, span, stepMs)
  }

  /** A recording that begins where this one ends. */
  followedBy(span: RecordedSpan, stepMs: number): Recording {
    const beginning = {
      value: (id: number) => this.#sensors.get(id)?.lastValue(),
      trend: (id: number) => this.#sensors.get(id)?.trendUntil(this.until) ?? noTrend,
      devices: new Map(
        [...this.#devices].flatMap(([id, { changes }]) => {
          const last = changes.at(-1)
          return last ? [[id, last[1]] as const] : []
        }),
      ),
      withoutReading: this.#withoutReading,
    }
    return new Recording(this.sensorIds, beginning, span, stepMs)
  }

  /** The last moment of a step that `at` has reached, played in this direction, ms UTC. */
  momentAt(at: number, direction: 1 | -1): number {
    const steps = (at - this.from) / this.stepMs
    const step = this.from + (direction === 1 ? Math.floor(steps) : Math.ceil(steps)) * this.stepMs
    return Math.max(this.from, Math.min(this.until, step))
  }

  /** Shows another moment of the recording, ms UTC. */
  moveTo(at: number): Moved {
    const sensors: number[] = []
    const devices: number[] = []
    for (const [id, sensor] of this.#sensors) if (sensor.moveTo(at)) sensors.push(id)
    for (const [id, device] of this.#devices) if (moveDevice(device, at)) devices.push(id)
    return { sensors, devices }
  }

  reading(sensorId: number): LiveValue | undefined {
    return this.#sensors.get(sensorId)?.value()
  }

  /**
   * Whether it is known what the sensor reported at the moment, or that it had reported nothing
   * yet.
   */
  isKnown(sensorId: number): boolean {
    return this.#sensors.has(sensorId) || this.#withoutReading.has(sensorId)
  }

  /**
   * Where none of the sensors had been read yet at the moment that is shown: when the first one
   * was, ms UTC, or null for never. Undefined where anything had been.
   */
  nothingUntil(): number | null | undefined {
    const without = this.sensorIds.filter((id) => this.#withoutReading.has(id))
    const hasReading = this.sensorIds.some((id) => this.reading(id) !== undefined)
    if (hasReading || without.length === 0) return undefined
    const times = without.flatMap((id) => this.#withoutReading.get(id) ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }

  device(deviceId: number): LiveDeviceStatus | undefined {
    const device = this.#devices.get(deviceId)
    return device?.changes[device.index]?.[1]
  }

  trend(sensorId: number): Trend | undefined {
    return this.#sensors.get(sensorId)?.trend
  }

  trendText(_sensorId: number, code: number): string | undefined {
    return this.#texts[code]
  }

  #codeOf(text: string): number {
    const place = this.#texts.indexOf(text)
    return place >= 0 ? place : this.#texts.push(text) - 1
  }
}

const firstValue = (reading: LiveReading, replaced: ReadonlyMap<number, ReplacedValue>) =>
  nextValue(undefined, reading, replaced.get(reading[0]))

/** The values of a sensor in their order, beginning with the one before. */
function valuesOf(
  before: LiveValue | undefined,
  series: RecordedSeries | undefined,
  from: number,
): LiveValue[] {
  const values = before ? [before] : []
  const [id, after, recorded, qualities] = series ?? [0, [], [], []]
  let last = before
  for (const [index, ms] of after.entries()) {
    last = nextValue(
      last,
      [id, from + ms, recorded[index] ?? null, qualities[index] ?? 0],
      undefined,
    )
    values.push(last)
  }
  return values
}

function changesOf(
  deviceId: number,
  devices: readonly LiveDevice[],
): (readonly [number, LiveDeviceStatus])[] {
  return devices.flatMap(([id, status, since]) =>
    id === deviceId && since !== null ? [[since, { status, since }] as const] : [],
  )
}

function moveDevice(device: RecordedDevice, at: number): boolean {
  const before = device.index
  const { changes } = device
  while ((changes[device.index + 1]?.[0] ?? Infinity) <= at) device.index++
  while (device.index > 0 && (changes[device.index]?.[0] ?? 0) > at) device.index--
  return device.index !== before
}
