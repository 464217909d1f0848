import type { Figures } from '#features/history/contract/analysis.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { ExportedSensor } from '../file/reading-rows.ts'
import { wordsOf, type Words } from '../file/words.ts'
import { ZoneOffsets } from '../file/zone-offsets.ts'
import type { FileProcess } from '../process/file-process.ts'
import type { WriterRequest } from '../process/messages.ts'
import { readHours, type SensorsRange } from '../reading/pages-store.ts'
import { readPages } from '../reading/read-pages.ts'
import { readSteps } from '../reading/read-steps.ts'
import type { StoredReadings } from './stored-request.ts'
import {
  columnNames,
  exportedSensors,
  groupColumns,
  informationTable,
  layoutOf,
  sensorModeColumns,
  statisticsTable,
  tableNames,
} from './file-tables.ts'

/** A file that is to be made. */
export interface FileTask {
  readonly request: StoredReadings
  /** With the names of their devices. */
  readonly sensors: readonly { readonly sensor: Sensor; readonly device: string }[]
  readonly path: string
  /** ms UTC */
  readonly madeAt: number
}

export interface FileServices {
  readonly reader: PersonalReader
  readonly file: Pick<FileProcess, 'execute'>
  /** What the report of the history screen says of a sensor. */
  readonly figures: (reader: PersonalReader, request: FiguresRequest) => Promise<Figures>
  /** Readings that are in the file, and its bytes; what it throws ends the work. */
  readonly onProgress: (readings: number, bytes: number) => void
}

/** A period of a sensor, ms UTC; nothing is known beyond `now`. */
export interface FiguresRequest {
  readonly sensor: Sensor
  readonly from: number
  readonly to: number
  readonly now: number
}

/** What a finished file has. */
export interface FinishedFile {
  readonly rows: number
  readonly bytes: number
}

/** Writes the whole file; returns when it is on disk. */
export async function makeFile(services: FileServices, task: FileTask): Promise<FinishedFile> {
  return new FileMaker(services, task).make()
}

class FileMaker {
  readonly #services: FileServices
  readonly #task: FileTask
  readonly #words: Words
  readonly #sensors: readonly ExportedSensor[]
  readonly #offsets: ZoneOffsets
  #readings = 0

  constructor(services: FileServices, task: FileTask) {
    this.#services = services
    this.#task = task
    this.#words = wordsOf(task.request.language)
    this.#sensors = exportedSensors(task.sensors)
    this.#offsets = new ZoneOffsets(task.request.timezone)
  }

  async make(): Promise<FinishedFile> {
    const { request, path, madeAt } = this.#task
    const { format, timezone, language } = request
    const isWorkbook = format === 'xlsx'
    await this.#write({ type: 'open', path, format, timezone, language })
    if (isWorkbook)
      await this.#write({ type: 'table', ...informationTable(this.#words, request, madeAt) })
    await (request.mode === 'group' ? this.#writeGroup() : this.#writeSensors(isWorkbook))
    if (isWorkbook)
      await this.#write({
        type: 'table',
        ...statisticsTable(this.#words, this.#statedSensors(), await this.#figures()),
      })
    return this.#write({ type: 'end' })
  }

  async #writeGroup(): Promise<void> {
    const columns = groupColumns(this.#words, columnNames(this.#sensors), this.#task.request)
    await this.#write({ type: 'table', name: this.#words.readings, columns, rows: [] })
    await this.#writeRows(this.#sensors)
  }

  /** A table for each sensor; where the file has but one, all of them in it. */
  async #writeSensors(isWorkbook: boolean): Promise<void> {
    const columns = sensorModeColumns(this.#words, this.#task.request)
    if (!isWorkbook)
      await this.#write({ type: 'table', name: this.#words.readings, columns, rows: [] })
    const names = tableNames(this.#sensors, this.#words)
    for (const [index, sensor] of this.#sensors.entries()) {
      const name = names[index] ?? sensor.alias
      if (isWorkbook) await this.#write({ type: 'table', name, columns, rows: [] })
      await this.#writeRows([sensor])
    }
  }

  async #writeRows(sensors: readonly ExportedSensor[]): Promise<void> {
    const { request } = this.#task
    const { from, to, step } = request
    const { reader } = this.#services
    const range: SensorsRange = { sensors: sensors.map(({ id }) => id), from, to }
    await this.#write({ type: 'layout', layout: layoutOf(request, sensors) })
    const hours = await readHours(reader, range)
    if (step === 'raw')
      await this.#pump(readPages(reader, range, hours), (page) => ({ type: 'readings', page }))
    else {
      const strings = sensors.filter(({ type }) => type === 'string')
      const texts = new Set(strings.map(({ id }) => id))
      const pages = readSteps(reader, { ...range, step, texts }, hours, this.#offsets)
      await this.#pump(pages, ({ parts }) => ({ type: 'steps', parts }))
    }
    await this.#write({ type: 'complete' })
  }

  /** The next page is read while the one before it is written. */
  async #pump<Page extends { readonly count: number }>(
    pages: AsyncIterable<Page>,
    orderOf: (page: Page) => WriterRequest,
  ): Promise<void> {
    let writing: Promise<unknown> = Promise.resolve()
    for await (const page of pages) {
      await writing
      writing = this.#write(orderOf(page), page.count)
      // Awaited with the next page, or never where reading that one fails.
      writing.catch(() => undefined)
    }
    await writing
  }

  async #write(task: WriterRequest, readings = 0): Promise<FinishedFile> {
    const written = await this.#services.file.execute(task)
    this.#readings += readings
    this.#services.onProgress(this.#readings, written.bytes)
    return written
  }

  #statedSensors() {
    return this.#task.sensors.flatMap(({ sensor }, index) => {
      const exported = this.#sensors[index]
      return exported ? [{ sensor, exported }] : []
    })
  }

  async #figures(): Promise<Figures[]> {
    const { request, sensors, madeAt } = this.#task
    const { from, to } = request
    const all: Figures[] = []
    for (const { sensor } of sensors)
      all.push(
        await this.#services.figures(this.#services.reader, { sensor, from, to, now: madeAt }),
      )
    return all
  }
}
