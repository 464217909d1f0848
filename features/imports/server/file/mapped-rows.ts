import { toleratedClockLeadMs } from '#kit/model/reading.ts'
import { badValue, unmarkedText } from '#kit/model/bad-text.ts'
import { unguarded } from '#kit/model/spreadsheet-text.ts'
import { qualityCode } from '#kit/model/quality.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { Refusal, RefusedRow } from '../../contract/outcome.ts'
import { dateText } from './date-text.ts'
import { MomentReader } from './moments.ts'
import { RowOrder } from './row-order.ts'
import { nameIn, shown, type Cell, type Row } from './row.ts'
import { isBlank, isEmpty, qualityOf, valueOf, type ValueSensor } from './values.ts'

/** What a row of a file says of one sensor. `sensor`: its place in the list of sensors. */
export interface MappedReading {
  readonly sensor: number
  /** ms UTC */
  readonly time: number
  readonly value: number | string | null
  /** 0 good, 1 uncertain, 2 bad */
  readonly quality: number
}

/** Where a reading is in the file. */
export type Place = Pick<Row, 'sheet' | 'line'>

/** Where the readings and refusals of rows go. */
export interface Sink {
  readonly reading: (reading: MappedReading, place: Place) => void
  readonly refused: (row: RefusedRow) => void
  /** A time was taken for one of the two that the clock shows. */
  readonly twice: () => void
}

export interface MapperOptions {
  readonly mapping: Mapping
  readonly sensors: readonly ValueSensor[]
  /** Of a wide table: the sensor of each column, by its place in the mapping. */
  readonly ofColumns: readonly number[]
  /** Of a long table: the sensor of each name (`nameKey`) that stands for one. */
  readonly ofNames: ReadonlyMap<string, number>
  readonly head: readonly string[]
  readonly is1904: boolean
  /** ms UTC */
  readonly now: number
}

export const nameKey = (device: string, name: string): string => `${device}\t${name}`

/** The names of device and sensor of a row of a long table. */
export function namesOf(row: Row, shape: LongShape): { device: string; name: string } {
  const text = (column: number | null) =>
    column === null ? '' : nameIn(row.cells[column], row.sheet)
  const name = shape.sensorColumn === null ? tableOf(row) : text(shape.sensorColumn)
  return { device: text(shape.deviceColumn), name }
}

const tableOf = ({ sheet, tableSheet }: Row): string => tableSheet ?? sheet ?? ''

type LongShape = Extract<Mapping['shape'], { readonly kind: 'long' }>
type WideShape = Extract<Mapping['shape'], { readonly kind: 'wide' }>

/** Makes readings of rows, or says why not. */
export class RowMapper {
  readonly #options: MapperOptions
  readonly #moments: MomentReader
  /** Of a wide table the rows are under -1. */
  readonly #order = new RowOrder()
  readonly #columns: readonly string[]

  constructor(options: MapperOptions) {
    this.#options = options
    const { mapping, is1904, now } = options
    this.#columns = columnNames(options.head)
    this.#moments = new MomentReader({
      ...{ timezone: mapping.timezone, repeatedHour: mapping.repeatedHour, is1904 },
      ...{ format: mapping.time.format, latest: now + toleratedClockLeadMs },
    })
  }

  map(row: Row, sink: Sink): void {
    const { shape } = this.#options.mapping
    const behind = this.#behindHead(row)
    if (row.isBroken) this.#refuse(row, sink, null, 'unreadable_row')
    else if (behind >= 0) this.#refuse(row, sink, behind, 'more_cells')
    else if (shape.kind === 'wide') this.#mapWide(row, shape, sink)
    else this.#mapLong(row, shape, sink)
  }

  /** The first cell of CSV behind the columns that the head names; -1: there is none. */
  #behindHead({ sheet, cells }: Row): number {
    const columns = this.#options.head.length
    if (sheet !== null || columns === 0) return -1
    return cells.findIndex((cell, column) => column >= columns && !isBlank(cell))
  }

  #mapWide(row: Row, shape: WideShape, sink: Sink): void {
    const isVoid = shape.columns.every(({ column }) => isBlank(row.cells[column]))
    if (isVoid && this.#hasNoTime(row)) return
    const time = this.#time(row, -1, sink)
    if (time === null) return
    const uncertain =
      shape.uncertainColumn === null ? null : this.#uncertain(row, shape.uncertainColumn)
    for (const [place, { column }] of shape.columns.entries()) {
      const cell = row.cells[column]
      const sensor = this.#options.ofColumns[place] ?? 0
      if (isEmpty(cell) || this.#saysNothing(cell, sensor)) continue
      const isUncertain = uncertain?.has(this.#options.head[column] ?? '') ?? false
      const quality = isUncertain ? qualityCode.uncertain : qualityCode.good
      this.#add(row, { column, cell, sensor, time, quality }, sink)
    }
  }

  #mapLong(row: Row, shape: LongShape, sink: Sink): void {
    const { device, name } = namesOf(row, shape)
    if (this.#hasNoTime(row) && isBlank(row.cells[shape.valueColumn])) return
    const refuse = (reason: Refusal, column: number | null) =>
      void this.#refuse(row, sink, column, reason)
    if (name === '') return refuse('no_name', shape.sensorColumn)
    const sensor = this.#options.ofNames.get(nameKey(device, name))
    if (sensor === undefined) return refuse('unknown_name', shape.sensorColumn)
    const quality = this.#quality(row, shape)
    if (quality === undefined) return refuse('unknown_quality', shape.qualityColumn)
    const time = this.#time(row, sensor, sink)
    if (time === null) return
    const column = shape.valueColumn
    this.#add(row, { column, cell: row.cells[column] ?? null, sensor, time, quality }, sink)
  }

  #quality({ cells }: Row, { qualityColumn }: LongShape): number | undefined {
    const cell = qualityColumn === null ? null : cells[qualityColumn]
    return isBlank(cell) ? qualityCode.good : qualityOf(shown(cell))
  }

  #hasNoTime({ cells }: Row): boolean {
    return isBlank(cells[this.#options.mapping.time.column])
  }

  /** The instant of a row; null where it was refused. */
  #time(row: Row, sensor: number, sink: Sink): number | null {
    const { column, clockColumn, offsetColumn } = this.#options.mapping.time
    const cell = row.cells[column]
    if (isEmpty(cell) || isBlank(cell)) return this.#refuse(row, sink, column, 'no_time')
    const clock = clockColumn === null ? null : (row.cells[clockColumn] ?? null)
    const offset = offsetColumn === null ? null : shown(row.cells[offsetColumn]).trim()
    if (typeof cell === 'object' || (clock !== null && typeof clock === 'object'))
      return this.#refuse(row, sink, column, 'unreadable_time')
    const read = this.#moments.read(cell, clock, offset, this.#order.before(sensor))
    if ('reason' in read) return this.#refuse(row, sink, column, read.reason)
    this.#order.add(sensor, read.time)
    if (read.isTwice) sink.twice()
    return read.time
  }

  #add(
    row: Row,
    at: { column: number; cell: Cell; sensor: number; time: number; quality: number },
    sink: Sink,
  ): void {
    const { column, cell, sensor, time, quality } = at
    const refuse = (reason: Refusal) => void this.#refuse(row, sink, column, reason)
    if (cell !== null && typeof cell === 'object') return refuse(cell.fault)
    if (isDate(row, column)) return refuse('date')
    const mayBeBad = typeof cell === 'string' && this.#mayBeBad(quality, sensor)
    const bad = mayBeBad ? badValue(cell) : null
    if (bad && bad.value === null)
      return sink.reading({ sensor, time, value: null, quality: qualityCode.bad }, row)
    const cellValue = bad?.value ?? (mayBeBad ? unmarkedText(cell) : cell)
    const definition = this.#options.sensors[sensor]
    if (!definition) return refuse('unknown_name')
    if (this.#saysNothing(cellValue, sensor)) {
      if (quality === qualityCode.bad)
        return sink.reading({ sensor, time, value: null, quality }, row)
      if (definition.type !== 'string' || cell === null) return refuse('not_a_number')
    }
    const { decimal, sheet } = this.#options.mapping
    const form = { decimal: bad ? ('.' as const) : decimal, isGuarded: sheet === null }
    const read = valueOf(cellValue ?? '', definition, form)
    if ('reason' in read) return refuse(read.reason)
    const storedQuality = bad ? qualityCode.bad : quality
    sink.reading({ sensor, time, value: read.value, quality: storedQuality }, row)
  }

  /**
   * Whether a cell is empty: also one of blanks, with which programs fill their columns. A text of
   * blanks is one of a sensor of texts, or of a lamp or detector in a table as exports make them.
   */
  #saysNothing(cell: Cell | undefined, sensor: number): boolean {
    if (isEmpty(cell)) return true
    const type = this.#options.sensors[sensor]?.type
    const isState = type === 'lamp' || type === 'detector'
    return isBlank(cell) && type !== 'string' && !(isState && this.#saysQuality)
  }

  get #saysQuality(): boolean {
    const { shape } = this.#options.mapping
    return (shape.kind === 'long' ? shape.qualityColumn : shape.uncertainColumn) !== null
  }

  /**
   * Whether a text may stand for a bad value: where a column says the quality, if it is bad. Where
   * none does, in a table that an export made, which names what is uncertain; in those of others a
   * sensor of texts may well say that something is bad.
   */
  #mayBeBad(quality: number, sensor: number): boolean {
    const { shape } = this.#options.mapping
    if (shape.kind === 'long' && shape.qualityColumn !== null) return quality === qualityCode.bad
    const isExport = shape.kind === 'wide' && shape.uncertainColumn !== null
    return isExport || this.#options.sensors[sensor]?.type !== 'string'
  }

  /** Heads of columns that are named in a cell, parted by commas, of which they may have some. */
  #uncertain(row: Row, column: number): ReadonlySet<string> {
    const heads = this.#options.head.toSorted((one, other) => other.length - one.length)
    const found = new Set<string>()
    const cell = row.cells[column]
    let text = typeof cell === 'string' ? cell : ''
    if (row.sheet === null) text = unguarded(text)
    while (text !== '') {
      const head = heads.find(
        (each) => each !== '' && (text === each || text.startsWith(`${each}, `)),
      )
      if (head === undefined) break
      found.add(head)
      text = text.slice(head.length + 2)
    }
    return found
  }

  #refuse(row: Row, sink: Sink, column: number | null, reason: Refusal): null {
    sink.refused({
      ...{ sheet: row.sheet, line: row.line, reason },
      column: column === null ? null : (this.#columns[column] ?? String(column + 1)),
      text: this.#shown(row, row.isBroken ? 0 : column),
    })
    return null
  }

  #shown(row: Row, column: number | null): string {
    if (column === null) return ''
    const cell = row.cells[column]
    const isNumber = typeof cell === 'number'
    return isNumber && isDate(row, column) ? dateText(cell, this.#options.is1904) : shown(cell)
  }
}

const isDate = ({ dates }: Row, column: number): boolean => dates?.has(column) ?? false

/** Names of columns: with the number where others are called so, too. */
function columnNames(head: readonly string[]): readonly string[] {
  const counts = Map.groupBy(head, (name) => name)
  return head.map((name, column) => {
    if (name === '') return String(column + 1)
    return (counts.get(name)?.length ?? 0) > 1 ? `${name} (${column + 1})` : name
  })
}
