import { flushCompileCache } from 'node:module'
import type { DrawnDocument } from '../file/pdf/draw-document.ts'
import type { ReportFile, ReportOptions } from '../file/pdf/report-file.ts'
import { ArchiveFile } from '../file/archive-file.ts'
import { CsvFile } from '../file/csv-file.ts'
import { GroupRows, readingsOf, sensorRow, type ReadingsPage } from '../file/reading-rows.ts'
import { sensorCells } from '../file/sensor-columns.ts'
import { StepRows, type Step, type StepPart } from '../file/step-rows.ts'
import type { Cell, TableFile } from '../file/table.ts'
import { wordsOf, type Words } from '../file/words.ts'
import { XlsxFile } from '../file/xlsx-file.ts'
import { ZoneOffsets } from '../file/zone-offsets.ts'
import type { RawPage } from '../reading/read-pages.ts'
import type { Answer, Layout, WriterRequest } from './messages.ts'

/** What makes a PDF is large: files of readings do without it, and it is compiled once. */
async function loaded<Module>(loading: Promise<Module>): Promise<Module> {
  const module = await loading
  flushCompileCache()
  return module
}

async function drawn(options: DrawnDocument): Promise<Answer> {
  const { drawDocument } = await loaded(import('../file/pdf/draw-document.ts'))
  const { bytes, pages } = await drawDocument(options)
  return { type: 'done', bytes, rows: pages }
}

/** Rows after which is asked whether the file keeps up. */
const drainRows = 2_000

/** Executes the requests about one file. */
export class FileWriter {
  #file: TableFile | null = null
  #report: ReportFile | null = null
  #archive: ArchiveFile | null = null
  #words: Words = wordsOf('en')
  #timezone = 'UTC'
  #layout: LayoutRows | null = null
  #rows = 0

  /** Requests come one after another. */
  async execute(request: WriterRequest): Promise<Answer> {
    if (request.type === 'document') return drawn(request.options)
    if (request.type === 'open-report') await this.#openReport(request.options)
    if (this.#report) return this.#writeReport(this.#report, request)
    if (
      request.type === 'open-archive' ||
      request.type === 'entry' ||
      request.type === 'end-archive'
    )
      return this.#archiveInto(request)
    if (request.type === 'open') this.#open(request)
    else if (request.type === 'end')
      return { type: 'done', bytes: await this.#opened().end(), rows: this.#rows }
    else if (request.type === 'table') {
      this.#opened().table(request.name, request.columns)
      for (const row of request.rows) this.#opened().row(row)
    } else if (request.type === 'layout')
      this.#layout = new LayoutRows(request.layout, this.#words, this.#timezone)
    else if (request.type === 'readings')
      await this.#write(this.#layoutRows().readings(parsed(request.page)))
    else if (request.type === 'steps') await this.#write(this.#layoutRows().steps(request.parts))
    else if (request.type === 'complete') await this.#write(this.#layoutRows().rest())
    await this.#opened().drain()
    return { type: 'done', bytes: this.#opened().bytes, rows: this.#rows }
  }

  #open({
    path,
    format,
    timezone,
    language,
  }: Extract<WriterRequest, { readonly type: 'open' }>): void {
    this.#words = wordsOf(language)
    this.#timezone = timezone
    const options = { path, offsets: new ZoneOffsets(timezone), bad: this.#words.bad }
    this.#file = format === 'xlsx' ? new XlsxFile(options) : new CsvFile(options)
  }

  async #openReport(options: ReportOptions): Promise<void> {
    const { ReportFile } = await loaded(import('../file/pdf/report-file.ts'))
    this.#report = new ReportFile(options)
  }

  async #writeReport(report: ReportFile, request: WriterRequest): Promise<Answer> {
    if (request.type === 'section') report.add(request.reported, request.device)
    if (request.type !== 'end') return { type: 'done', bytes: 0, rows: 0 }
    const { bytes, pages } = await report.end()
    return { type: 'done', bytes, rows: pages }
  }

  async #archiveInto(
    request: Extract<WriterRequest, { readonly type: 'open-archive' | 'entry' | 'end-archive' }>,
  ): Promise<Answer> {
    if (request.type === 'open-archive') this.#archive = new ArchiveFile(request.path)
    if (!this.#archive) throw new Error('no archive is open')
    if (request.type === 'entry') await this.#archive.add(request.path, request.name)
    if (request.type === 'end-archive') await this.#archive.end()
    return { type: 'done', bytes: this.#archive.bytes, rows: 0 }
  }

  #opened(): TableFile {
    if (!this.#file) throw new Error('no file is open')
    return this.#file
  }

  #layoutRows(): LayoutRows {
    if (!this.#layout) throw new Error('no layout is chosen')
    return this.#layout
  }

  async #write(rows: Iterable<readonly Cell[]>): Promise<void> {
    const file = this.#opened()
    for (const row of rows) {
      file.row(row)
      this.#rows += 1
      if (this.#rows % drainRows === 0) await file.drain()
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
    this.#first = layout.namesSensor && sensor ? sensorCells(sensor) : []
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
