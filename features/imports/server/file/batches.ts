import type { Refusal, RefusedRow } from '../../contract/outcome.ts'
import type { ReadingsBatch } from '../process/messages.ts'
import type { MappedReading, Place, RowMapper, Sink } from './mapped-rows.ts'
import type { OpenRows } from './open-rows.ts'
import type { Row } from './row.ts'

/** A batch ends with the portion of rows in which it reaches one of these. */
const readingsAtOnce = 40_000
const rowsAtOnce = 40_000
const refusalsAtOnce = 5_000

/** The readings of a file in batches. */
export class Batches {
  readonly #source: OpenRows
  readonly #mapper: RowMapper
  readonly #rows: AsyncIterator<readonly Row[]>
  #before: ReadonlySet<string> = new Set()

  constructor(source: OpenRows, mapper: RowMapper) {
    this.#source = source
    this.#mapper = mapper
    this.#rows = source.rows[Symbol.asyncIterator]()
  }

  async next(): Promise<ReadingsBatch> {
    const batch = new Batch(this.#before)
    let isLast = false
    while (!batch.isFull && !isLast) {
      const { value, done } = await this.#rows.next()
      isLast = done === true
      if (done === true) break
      for (const row of value) {
        batch.rows += 1
        this.#mapper.map(row, batch.sink)
      }
    }
    this.#before = batch.seen
    if (isLast) this.#source.close()
    return batch.message(isLast ? 1 : this.#source.share(), isLast)
  }
}

class Batch {
  rows = 0
  readonly seen = new Set<string>()
  readonly #before: ReadonlySet<string>
  readonly #readings: MappedReading[] = []
  readonly #places: Place[] = []
  readonly #refused: RefusedRow[] = []
  readonly #reasons = new Map<Refusal, number>()
  #repeated = 0
  #twice = 0

  /** `before`: the readings of the batch before. */
  constructor(before: ReadonlySet<string>) {
    this.#before = before
  }

  readonly sink: Sink = {
    reading: (reading, place) => {
      const { sensor, time, value, quality } = reading
      const identity = `${sensor} ${time} ${quality} ${typeof value} ${value}`
      if (this.seen.has(identity) || this.#before.has(identity)) this.#repeated += 1
      else {
        this.seen.add(identity)
        this.#readings.push(reading)
        this.#places.push(place)
      }
    },
    refused: (row) => {
      this.#reasons.set(row.reason, (this.#reasons.get(row.reason) ?? 0) + 1)
      this.#refused.push(row)
    },
    twice: () => void (this.#twice += 1),
  }

  get isFull(): boolean {
    return (
      this.#readings.length >= readingsAtOnce ||
      this.rows >= rowsAtOnce ||
      this.#refused.length >= refusalsAtOnce
    )
  }

  message(share: number, isLast: boolean): ReadingsBatch {
    const count = this.#readings.length
    const columns = {
      sensor: new Uint32Array(count),
      time: new Float64Array(count),
      value: new Float64Array(count).fill(Number.NaN),
      quality: new Uint8Array(count),
    }
    const texts = new Map<number, string>()
    for (const [place, { sensor, time, value, quality }] of this.#readings.entries()) {
      columns.sensor[place] = sensor
      columns.time[place] = time
      columns.quality[place] = quality
      if (typeof value === 'string') texts.set(place, value)
      else if (value !== null) columns.value[place] = value
    }
    return {
      line: Uint32Array.from(this.#places, ({ line }) => line),
      sheets:
        (this.#places[0]?.sheet ?? null) === null
          ? null
          : this.#places.map(({ sheet }) => sheet ?? ''),
      ...{ type: 'readings', ...columns, texts, rows: this.rows, repeated: this.#repeated },
      ...{ twice: this.#twice, refused: this.#refused, reasons: this.#reasons, share, isLast },
    }
  }
}
