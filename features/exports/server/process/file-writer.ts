import type { DrawnDocument } from '../file/pdf/draw-document.ts'
import type { ReportFile, ReportOptions } from '../file/pdf/report-file.ts'
import { ArchiveFile } from '../file/archive-file.ts'
import { CsvFile } from '../file/csv-file.ts'
import { GroupRows, readingsOf, sensorRow, type ReadingsPage } from '../file/reading-rows.ts'
import { StepRows, type Step, type StepPart } from '../file/step-rows.ts'
import type { Cell, TableFile } from '../file/table.ts'
import { wordsOf, type Words } from '../file/words.ts'
import { XlsxFile } from '../file/xlsx-file.ts'
import { ZoneOffsets } from '../file/zone-offsets.ts'
import type { RawPage } from '../reading/read-pages.ts'
import type { Answer, Layout, Order } from './messages.ts'

async function drawn(options: DrawnDocument): Promise<Answer> {
  const { drawDocument } = await import('../file/pdf/draw-document.ts')
  const { bytes, pages } = await drawDocument(options)
  return { type: 'done', bytes, rows: pages }
}

/** Rows after which is asked whether the file keeps up. */
const settleRows = 2_000

/** Carries out the orders of one file. */
export class FileWriter {
  #file: TableFile | null = null
  #report: ReportFile | null = null
  #archive: ArchiveFile | null = null
  #words: Words = wordsOf('en')
  #timezone = 'UTC'
  #layout: LayoutRows | null = null
  #rows = 0

  /** Orders are given one after another. */
  async carryOut(order: Order): Promise<Answer> {
    if (order.type === 'document') return drawn(order.options)
    if (order.type === 'open-report') await this.#openReport(order.options)
    if (this.#report) return this.#writeReport(this.#report, order)
    if (order.type === 'open-archive' || order.type === 'entry' || order.type === 'end-archive')
      return this.#archiveInto(order)
    if (order.type === 'open') this.#open(order)
    else if (order.type === 'end')
      return { type: 'done', bytes: await this.#opened().end(), rows: this.#rows }
    else if (order.type === 'table') {
      this.#opened().table(order.name, order.columns)
      for (const row of order.rows) this.#opened().row(row)
    } else if (order.type === 'layout')
      this.#layout = new LayoutRows(order.layout, this.#words, this.#timezone)
    else if (order.type === 'readings')
      await this.#write(this.#laidOut().readings(parsed(order.page)))
    else if (order.type === 'steps') await this.#write(this.#laidOut().steps(order.parts))
    else if (order.type === 'complete') await this.#write(this.#laidOut().rest())
    await this.#opened().settle()
    return { type: 'done', bytes: this.#opened().bytes, rows: this.#rows }
  }

  #open({ path, format, timezone, language }: Extract<Order, { readonly type: 'open' }>): void {
    this.#words = wordsOf(language)
    this.#timezone = timezone
    const options = { path, offsets: new ZoneOffsets(timezone), bad: this.#words.bad }
    this.#file = format === 'xlsx' ? new XlsxFile(options) : new CsvFile(options)
  }

  /** What makes a PDF is large: files of readings do without it. */
  async #openReport(options: ReportOptions): Promise<void> {
    const { ReportFile } = await import('../file/pdf/report-file.ts')
    this.#report = new ReportFile(options)
  }

  async #writeReport(report: ReportFile, order: Order): Promise<Answer> {
    if (order.type === 'section') report.add(order.report, order.device)
    if (order.type !== 'end') return { type: 'done', bytes: 0, rows: 0 }
    const { bytes, pages } = await report.end()
    return { type: 'done', bytes, rows: pages }
  }

  async #archiveInto(
    order: Extract<Order, { readonly type: 'open-archive' | 'entry' | 'end-archive' }>,
  ): Promise<Answer> {
    if (order.type === 'open-archive') this.#archive = new ArchiveFile(order.path)
    if (!this.#archive) throw new Error('no archive is open')
    if (order.type === 'entry') await this.#archive.add(order.path, order.name)
    if (order.type === 'end-archive') await this.#archive.end()
    return { type: 'done', bytes: this.#archive.bytes, rows: 0 }
  }

  #opened(): TableFile {
    if (!this.#file) throw new Error('no file is open')
    return this.#file
  }

  #laidOut(): LayoutRows {
    if (!this.#layout) throw new Error('no layout is chosen')
    return this.#layout
  }

  async #write(rows: Iterable<readonly Cell[]>): Promise<void> {
    const file = this.#opened()
    for (const row of rows) {
      file.row(row)
      this.#rows += 1
      if (this.#rows % settleRows === 0) await file.settle()
    }
  }
}

/** Rows of a table from pages of readings or steps. */
class LayoutRows {
  readonly #layout: Layout
  readonly #words: Words
  readonly #group: GroupRows
  readonly #steps: StepRows
  readonly #texts: ReadonlySet<number>
  readonly #first: readonly Cell[]

  constructor(layout: Layout, words: Words, timezone: string) {
    const { sensors, names, steps } = layout
    this.#layout = layout
    this.#words = words
    this.#group = new GroupRows(sensors, names)
    this.#steps = new StepRows(sensors, timezone, steps?.isDay ?? false)
    const texts = sensors.filter(({ type }) => type === 'string')
    this.#texts = new Set(texts.map(({ id }) => id))
    const [sensor] = sensors
    this.#first =
      layout.namesSensor && sensor ? [sensor.device, sensor.alias, sensor.key, sensor.unit] : []
  }

  *readings(page: ReadingsPage): Generator<readonly Cell[]> {
    const isGroup = this.#layout.mode === 'group'
    for (const reading of readingsOf(page, this.#texts)) {
      const row = isGroup ? this.#group.add(reading) : sensorRow(reading, this.#words)
      if (row) yield this.#named(row)
    }
  }

  *steps(parts: readonly StepPart[]): Generator<readonly Cell[]> {
    for (const part of parts) {
      const step = this.#steps.add(part)
      if (step) yield this.#stepRow(step)
    }
  }

  *rest(): Generator<readonly Cell[]> {
    const step = this.#steps.end()
    if (step) yield this.#stepRow(step)
    const row = this.#group.end()
    if (row) yield row
  }

  #stepRow(step: Step): readonly Cell[] {
    const { mode, steps } = this.#layout
    return mode === 'group'
      ? this.#steps.groupRow(step, steps?.figure ?? 'average')
      : this.#named(this.#steps.sensorRow(step))
  }

  #named(row: readonly Cell[]): readonly Cell[] {
    return this.#first.length === 0 ? row : [...this.#first, ...row]
  }
}

function parsed({ time, sensor, value, quality, texts }: RawPage): ReadingsPage {
  const array = <Item>(json: Uint8Array) => JSON.parse(Buffer.from(json).toString()) as Item[]
  return {
    ...{ time: array<number>(time), sensor: array<number>(sensor) },
    ...{ value: array<number | null>(value), quality: array<number>(quality), texts },
  }
}
