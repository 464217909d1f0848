import type { SensorType } from '#kit/model/sensor.ts'
import { markedText } from '#kit/model/bad-text.ts'
import type { Cell, FlaggedCell } from './table.ts'

/** A sensor as a file names it. */
export interface ExportedSensor {
  readonly id: number
  readonly device: string
  readonly lesiId: string
  readonly key: string
  readonly alias: string
  readonly unit: string
  readonly type: SensorType
}

/** Words of a file that its rows need. */
export interface QualityWords {
  readonly good: string
  readonly uncertain: string
  readonly bad: string
}

export interface TextReading {
  readonly sensor: number
  /** ms UTC */
  readonly time: number
  readonly value: string
  readonly quality: number
}

/** Readings of a span of time, by time; columns side by side. `value` null: none. */
export interface ReadingsPage {
  readonly time: readonly number[]
  readonly sensor: readonly number[]
  readonly value: readonly (number | null)[]
  readonly quality: readonly number[]
  readonly texts: readonly TextReading[]
}

interface Reading {
  readonly sensor: number
  readonly time: number
  readonly cell: number | string | FlaggedCell
}

/** What a value is written as: one that is not good is never a plain number. */
export function cellOf(value: number | string | null, quality: number): Reading['cell'] {
  if (quality === 0 && value !== null) return value
  return { value, quality: quality === 1 && value !== null ? 'uncertain' : 'bad' }
}

/**
 * The readings of a page by time. A value that is stored as text and as number comes once: as text
 * where the sensor is one (`texts` has its id), else as number.
 */
export function* readingsOf(page: ReadingsPage, texts: ReadonlySet<number>): Generator<Reading> {
  const place = (sensor: number, time: number) => `${sensor} ${time}`
  const placesOfTexts = new Set(page.texts.map(({ sensor, time }) => place(sensor, time)))
  const counted = new Set<string>()
  if (page.texts.length > 0)
    for (const [index, time] of page.time.entries())
      counted.add(place(page.sensor[index] ?? 0, time))
  const remaining = page.texts.filter(
    ({ sensor, time }) => texts.has(sensor) || !counted.has(place(sensor, time)),
  )
  let next = 0
  const textsBefore = function* (time: number) {
    for (let text = remaining[next]; text && text.time < time; text = remaining[++next])
      yield { ...text, cell: cellOf(text.value, text.quality) }
  }
  for (const [index, time] of page.time.entries()) {
    if (next < remaining.length) yield* textsBefore(time)
    const sensor = page.sensor[index] ?? 0
    if (placesOfTexts.size > 0 && texts.has(sensor) && placesOfTexts.has(place(sensor, time)))
      continue
    yield {
      ...{ sensor, time },
      cell: cellOf(page.value[index] ?? null, page.quality[index] ?? 2),
    }
  }
  yield* textsBefore(Infinity)
}

/** A row for each reading: time, offset, value, quality. */
export function sensorRow({ time, cell }: Reading, words: QualityWords): Cell[] {
  return [time, time, cell, typeof cell === 'object' ? words[cell.quality] : words.good]
}

/** No column says the quality here. */
function marked(cell: Reading['cell']): Reading['cell'] {
  if (typeof cell === 'string') return markedText(cell)
  if (typeof cell === 'number' || cell.quality === 'bad') return cell
  return typeof cell.value === 'string' ? { ...cell, value: markedText(cell.value) } : cell
}

/**
 * Rows with a column for each sensor: readings of one time share a row, a second one of a sensor at
 * the same time has a further row. The last cell names the sensors that are uncertain there.
 */
export class GroupRows {
  readonly #columns: ReadonlyMap<number, number>
  readonly #names: readonly string[]
  #time: number | null = null
  #row: Cell[] = []
  #uncertain: string[] = []

  constructor(sensors: readonly ExportedSensor[], names: readonly string[]) {
    this.#columns = new Map(sensors.map(({ id }, index) => [id, index]))
    this.#names = names
  }

  /** Readings by time; returns the row that is complete with this one, if any. */
  add({ sensor, time, cell }: Reading): Cell[] | null {
    const column = this.#columns.get(sensor)
    if (column === undefined) return null
    const isTaken = this.#row[column + 2] !== undefined && this.#row[column + 2] !== null
    const complete = time !== this.#time || isTaken ? this.end() : null
    if (this.#time === null) {
      this.#time = time
      this.#row = [time, time, ...this.#names.map(() => null)]
    }
    this.#row[column + 2] = marked(cell)
    if (typeof cell === 'object' && cell.quality === 'uncertain')
      this.#uncertain.push(this.#names[column] ?? '')
    return complete
  }

  /** The row that is not complete yet, if any. */
  end(): Cell[] | null {
    if (this.#time === null) return null
    const row = [...this.#row, this.#uncertain.length > 0 ? this.#uncertain.join(', ') : null]
    this.#time = null
    this.#row = []
    this.#uncertain = []
    return row
  }
}
