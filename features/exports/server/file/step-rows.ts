import { hasAverage, isMeasuring, type SensorType } from '#kit/model/sensor.ts'
import { instantOf } from '#kit/model/time/zone.ts'
import type { ExportFigure } from '../../contract/readings.ts'
import type { ExportedSensor } from './reading-rows.ts'
import type { Cell } from './table.ts'

/**
 * What a sensor's readings in a step were, or in a part of it. `start`: of the step, ms UTC, or on
 * the wall clock where steps are days. Figures are of good and uncertain readings.
 */
export interface StepPart {
  readonly sensor: number
  readonly start: number
  readonly count: number
  readonly bad: number
  /** Sum of the values; null where it is more than a number can hold. */
  readonly total: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly last: number | string | null
  /** When the last one was, ms UTC. */
  readonly lastAt: number
}

/** Lamps and detectors may send words; what measures has texts where it has no number. */
const isOfTexts = ({ last, minimum }: StepPart) => typeof last === 'string' && minimum === null

/**
 * The parts of one step and sensor put together. Where texts and numbers lie in different ones
 * those count that the sensor is of, as they do within a part.
 */
function joined(one: StepPart, other: StepPart, isText: boolean): StepPart {
  if (isOfTexts(one) !== isOfTexts(other)) return isOfTexts(one) === isText ? one : other
  const [usable, more] = one.count > 0 ? [one, other] : [other, one]
  const sums = { count: one.count + other.count, bad: one.bad + other.bad }
  if (more.count === 0) return { ...usable, ...sums }
  const total = one.total === null || other.total === null ? null : one.total + other.total
  const { last, lastAt } = other.lastAt >= one.lastAt ? other : one
  return {
    ...{ ...one, ...sums, last, lastAt },
    total: total !== null && Number.isFinite(total) ? total : null,
    minimum: combined(Math.min, one.minimum, other.minimum),
    maximum: combined(Math.max, one.maximum, other.maximum),
  }
}

function combined(
  choose: (one: number, other: number) => number,
  one: number | null,
  other: number | null,
): number | null {
  return one === null || other === null ? (one ?? other) : choose(one, other)
}

/** Puts parts of steps together, which come by their time, and gives the rows of whole steps. */
export class StepRows {
  readonly #sensors: readonly ExportedSensor[]
  readonly #timezone: string
  readonly #isDay: boolean
  readonly #types: ReadonlyMap<number, SensorType>
  #start: number | null = null
  #parts = new Map<number, StepPart>()

  constructor(sensors: readonly ExportedSensor[], timezone: string, isDay: boolean) {
    this.#sensors = sensors
    this.#timezone = timezone
    this.#isDay = isDay
    this.#types = new Map(sensors.map(({ id, type }) => [id, type]))
  }

  /** The step that is complete with this part, if any. */
  add(part: StepPart): Step | null {
    const complete = part.start === this.#start ? null : this.end()
    this.#start = part.start
    const before = this.#parts.get(part.sensor)
    const isText = this.#types.get(part.sensor) === 'string'
    this.#parts.set(part.sensor, before ? joined(before, part, isText) : part)
    return complete
  }

  end(): Step | null {
    if (this.#start === null) return null
    const time = this.#isDay ? instantOf(this.#start, this.#timezone) : this.#start
    const parts = this.#parts
    this.#start = null
    this.#parts = new Map()
    return { time, parts }
  }

  /** Time, offset, average, minimum, maximum, last, number of readings and of bad ones. */
  sensorRow({ time, parts }: Step): Cell[] {
    const [part] = parts.values()
    if (!part) return [time, time]
    const figure = (name: ExportFigure) => this.#figure(part, name)
    return [
      ...[time, time, figure('average'), figure('minimum'), figure('maximum'), figure('last')],
      ...[part.count, part.bad],
    ]
  }

  /** Time, offset, and a figure of each sensor. */
  groupRow({ time, parts }: Step, name: ExportFigure): Cell[] {
    const cells = this.#sensors.map(({ id, type }) => {
      const part = parts.get(id)
      if (!part) return null
      return this.#figure(part, !isMeasuring(type) || isOfTexts(part) ? 'last' : name)
    })
    return [time, time, ...cells]
  }

  #figure(part: StepPart, name: ExportFigure): Cell {
    if (part.count === 0) return { value: null, quality: 'bad' }
    if (name !== 'average') return part[name]
    if (!hasAverage(this.#types.get(part.sensor) ?? 'string')) return null
    return part.total === null || typeof part.last === 'string' ? null : part.total / part.count
  }
}

/** A whole step: its first moment, ms UTC, and what each sensor was. */
export interface Step {
  readonly time: number
  readonly parts: ReadonlyMap<number, StepPart>
}
