import { pixelColumn, type DrawnRange } from '#kit/model/numbers/pixel-column.ts'
import { numberArrayJson } from '#kit/server/clickhouse/native/json.ts'
import type { ColumnArrays, ColumnName, FlaggedArrays } from '../history-store.ts'
import type { RawReadings } from '../raw-store.ts'

/** Readings by column, oldest first: time in ms UTC, quality 0 good, 1 uncertain, 2 bad. */
export interface ReadingColumns {
  readonly quality: Float64Array
  readonly time: Float64Array
  readonly value: Float64Array
}

/** The same with those of one time in the order of their values, those without a value last. */
export function inOrder({ quality, time, value }: ReadingColumns): ReadingColumns {
  const at = (numbers: Float64Array, index: number) => numbers[index] ?? 0
  const byValue = (one: number, other: number) => inOrderOfValues(at(value, one), at(value, other))
  const order = Uint32Array.from(time.keys())
  // Few have the time of others: to sort all of them would hold up everybody for longer.
  for (let first = 0, end = 1; first < time.length; first = end++) {
    while (end < time.length && time[end] === time[first]) end++
    if (end - first > 1) order.subarray(first, end).sort(byValue)
  }
  const inNewOrder = (numbers: Float64Array) =>
    Float64Array.from(order, (index) => at(numbers, index))
  return { quality: inNewOrder(quality), time: inNewOrder(time), value: inNewOrder(value) }
}

/** As the engine orders numbers: what is none comes last. */
function inOrderOfValues(one: number, other: number): number {
  if (one < other) return -1
  return one > other ? 1 : Number(Number.isNaN(one)) - Number(Number.isNaN(other))
}

/** Readings one by one, as `readRaw` has them. */
export const rawArrays = ({ quality, time, value }: ReadingColumns): RawReadings['arrays'] => ({
  quality: numberArrayJson(quality, true),
  time: numberArrayJson(time, true),
  value: numberArrayJson(value, false),
})

/** Rows of an answer, by column. */
class Rows<Name extends string> {
  readonly #numbers: Readonly<Record<Name, number[]>>

  constructor(names: readonly Name[]) {
    const entries = names.map((name) => [name, []] as const)
    this.#numbers = Object.fromEntries(entries) as unknown as Record<Name, number[]>
  }

  add(row: Readonly<Record<Name, number>>): void {
    for (const name in this.#numbers) this.#numbers[name].push(row[name])
  }

  json(values: ReadonlySet<string>): ColumnArrays<Name> {
    const entries = Object.entries<number[]>(this.#numbers).map(([name, numbers]) => [
      name,
      numberArrayJson(Float64Array.from(numbers), !values.has(name)),
    ])
    return Object.fromEntries(entries) as ColumnArrays<Name>
  }
}

type Column = Record<ColumnName, number>
type Flagged = Record<keyof FlaggedArrays, number>

const ofValues: ReadonlySet<string> = new Set(['first', 'minimum', 'maximum', 'last'])

/** M4: one column for each pixel that holds usable readings, as `readColumns` has them. */
export function columnArrays(
  { quality, time, value }: ReadingColumns,
  drawn: DrawnRange,
): ColumnArrays<ColumnName> {
  const names = [...['firstTime', 'lastTime', 'first', 'minimum'], ...['maximum', 'last', 'count']]
  const rows = new Rows(names as ColumnName[])
  let column: Column | undefined
  let pixel = -1
  for (let index = 0; index < time.length; index++) {
    if (quality[index] === 2) continue
    const [at, number] = [time[index] ?? 0, value[index] ?? 0]
    if (column && pixelColumn(at, drawn) === pixel) {
      ;[column.lastTime, column.last, column.count] = [at, number, column.count + 1]
      if (number < column.minimum) column.minimum = number
      if (number > column.maximum) column.maximum = number
      continue
    }
    if (column) rows.add(column)
    pixel = pixelColumn(at, drawn)
    column = {
      ...{ firstTime: at, lastTime: at, first: number, last: number, count: 1 },
      ...{ minimum: number, maximum: number },
    }
  }
  if (column) rows.add(column)
  return rows.json(ofValues)
}

/** Where these columns hold bad and uncertain readings, as `readFlagged` says it. */
export function flaggedArrays({ quality, time }: ReadingColumns, drawn: DrawnRange): FlaggedArrays {
  const rows = new Rows<keyof FlaggedArrays>(['quality', 'firstTime', 'lastTime', 'count'])
  /** Of the pixel: uncertain ones, and bad ones. */
  let found: [Flagged?, Flagged?] = []
  let pixel = -1
  const end = () => found.forEach((each) => each && rows.add(each))
  for (let index = 0; index < time.length; index++) {
    const [at, flag] = [time[index] ?? 0, quality[index] ?? 0]
    if (flag === 0) continue
    const next = pixelColumn(at, drawn)
    if (next !== pixel) {
      end()
      found = []
      pixel = next
    }
    const place = flag === 1 ? 0 : 1
    const each = (found[place] ??= { quality: flag, firstTime: at, lastTime: at, count: 0 })
    each.lastTime = at
    each.count += 1
  }
  end()
  return rows.json(new Set())
}
