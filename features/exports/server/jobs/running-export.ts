import type { Range } from '#kit/model/time/period.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import { FileProcess } from '../process/file-process.ts'
import { expiredUntil } from './expired-readings.ts'
import { ExportEnd } from './export-failure.ts'
import type { ExportFiles } from './export-files.ts'
import type { ExportServices } from './export-services.ts'
import { nameFirstSensor } from './exports-store.ts'
import type { StoredExport } from './stored-export.ts'
import { makeArchive } from './make-archive.ts'
import { makeFile, type FinishedFile } from './make-file.ts'
import { makeHandover } from './make-handover.ts'
import { makeReport } from './make-report.ts'
import { sensorAnnotations } from './sensor-annotations.ts'
import { openSensors, type OpenSensors } from './open-sensors.ts'
import { retryWhileUnavailable } from '#kit/server/postgres/retry-while-unavailable.ts'
import { retryingReader } from '#kit/server/clickhouse/queries/retrying-reader.ts'

/** Tasks between two checks of how much of the disk is free. */
const tasksBetweenChecks = 20
const fileBytes = 1024 ** 3

/** An export while its file is made. */
export class RunningExport {
  readonly stored: StoredExport
  readonly #services: ExportServices
  readonly #files: ExportFiles
  readonly #stopping = new AbortController()
  #readings = 0
  #tasks = 0
  #process: FileProcess | null = null

  constructor(stored: StoredExport, services: ExportServices, files: ExportFiles) {
    this.stored = stored
    this.#services = services
    this.#files = files
  }

  /** Readings that are in the file. */
  get readings(): number {
    return this.#readings
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Stops what it asks the engine, and the process that writes. */
  stop(): void {
    this.#stopping.abort()
    void this.#process?.end()
  }

  /** Makes the file; rejects when it is stopped or cannot be made. */
  async run(): Promise<FinishedFile> {
    const { request } = this.stored
    const { signal } = this.#stopping
    const open = await retryWhileUnavailable(signal, () => openSensors(this.#services, this.stored))
    await retryWhileUnavailable(signal, () => this.#nameAsInFile(open))
    await this.#assertRoom()
    await this.#services.writer.flush({ sensorIds: request.sensorIds, to: request.to })
    signal.throwIfAborted()
    const file = new FileProcess()
    this.#process = file
    try {
      return await this.#make(file, open)
    } finally {
      await file.end()
    }
  }

  /** A sensor that was renamed while its export waited is called in the list as in the file. */
  async #nameAsInFile({ sensors: [first] }: OpenSensors): Promise<void> {
    const { id, request } = this.stored
    if (!first) return
    const named = { device: first.device, alias: first.sensor.alias }
    const { device, alias } = request.firstSensor
    if (named.device !== device || named.alias !== alias)
      await nameFirstSensor(this.#services.sql, id, named)
  }

  async #make(file: FileProcess, open: OpenSensors): Promise<FinishedFile> {
    const { signal } = this.#stopping
    const { telemetry } = this.#services
    const caller = `export ${this.stored.ownerId}`
    const reader = retryingReader(telemetry.readerFor(caller, signal), signal)
    await this.#assertKept(reader)
    const made = await this.#makeBy(reader, file, open)
    await this.#assertKept(reader)
    return made
  }

  /** What expires while it waits, or is made, would be missing without notice. */
  async #assertKept(reader: PersonalReader): Promise<void> {
    const { request } = this.stored
    const asked = request.kind === 'archive' ? request.readings : request
    if (asked?.kind !== 'readings') return
    if ((await expiredUntil(this.#services, reader, asked.sensorIds, asked)) !== null)
      throw new ExportEnd('expired')
  }

  #makeBy(
    reader: PersonalReader,
    file: FileProcess,
    { sensors, rights }: OpenSensors,
  ): Promise<FinishedFile> {
    const { clock, figures, reports, siteName: site } = this.#services
    const { id, ownerId, request } = this.stored
    const onProgress = (readings: number, bytes: number) => this.#countProgress(readings, bytes)
    const task = { sensors, path: this.#files.growingPath(id), madeAt: clock() }
    if (request.kind === 'handover') {
      const { printHandover } = this.#services
      return makeHandover({ reader, file, printHandover }, { ...task, request, ownerId, rights })
    }
    if (request.kind === 'archive') {
      const places = { files: this.#files, memberPath: this.#files.memberPath(id) }
      return makeArchive({ reader, file, figures, onProgress }, { ...task, ...places, request })
    }
    if (request.kind === 'readings')
      return makeFile({ reader, file, figures, onProgress }, { ...task, request })
    const annotations = (sensorId: number, range: Range) =>
      retryWhileUnavailable(this.#stopping.signal, () =>
        sensorAnnotations(this.#services, sensorId, range),
      )
    const reportServices = { reader, file, reports, annotations, onProgress }
    return makeReport(reportServices, { ...task, request, site })
  }

  #countProgress(readings: number, bytes: number): void {
    this.#readings = readings
    if (bytes > (this.#services.limits?.fileBytes ?? fileBytes)) throw new ExportEnd('too_large')
    this.#tasks += 1
    if (this.#tasks % tasksBetweenChecks === 0)
      this.#assertRoom().catch((failure: Error) => this.#process?.fail(failure))
  }

  async #assertRoom(): Promise<void> {
    if (!(await this.#files.hasRoom())) throw new ExportEnd('disk')
  }
}
