import { passesGate } from '#kit/model/gate.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { FileProcess } from '../process/file-process.ts'
import { ExportEnd } from './export-failure.ts'
import type { ExportFiles } from './export-files.ts'
import type { ExportServices } from './export-services.ts'
import type { StoredExport } from './exports-store.ts'
import { makeFile, type MadeFile } from './make-file.ts'
import { patientReader } from './patient-reader.ts'

/** Orders between two looks at how much of the disk is free. */
const ordersBetweenLooks = 20
const fileBytes = 1024 ** 3

/** An export while its file is made. */
export class RunningExport {
  readonly stored: StoredExport
  readonly #services: ExportServices
  readonly #files: ExportFiles
  readonly #stopping = new AbortController()
  #readings = 0
  #orders = 0
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
  async run(): Promise<MadeFile> {
    const { telemetry, writer, clock, figures } = this.#services
    const { id, ownerId, request } = this.stored
    const { signal } = this.#stopping
    const sensors = await this.#openSensors()
    await this.#assertRoom()
    await writer.flush({ sensorIds: request.sensorIds, to: request.to })
    signal.throwIfAborted()
    const file = new FileProcess()
    this.#process = file
    try {
      const reader = patientReader(telemetry.readerFor(`export ${ownerId}`, signal), signal)
      return await makeFile(
        { reader, file, figures, onProgress: (readings, bytes) => this.#note(readings, bytes) },
        { request, sensors, path: this.#files.growingPath(id), madeAt: clock() },
      )
    } finally {
      await file.end()
    }
  }

  /** The sensors, as long as the owner may see all of them. */
  async #openSensors(): Promise<{ readonly sensor: Sensor; readonly device: string }[]> {
    const { accounts, sql, catalogue } = this.#services
    const { ownerId, request } = this.stored
    const rights = await accounts.rights(sql, ownerId, request.roles)
    if (!rights || !passesGate(warRoomGate, rights)) throw new ExportEnd('access')
    const caller = { userId: ownerId, roles: rights.roles }
    return request.sensorIds.map((id) => {
      const sensor = catalogue.sensor(id)
      if (!sensor || !catalogue.maySeeSensor(caller, id)) throw new ExportEnd('access')
      const device = catalogue.deviceById(sensor.deviceId)
      return { sensor, device: device?.name ?? sensor.lesiId }
    })
  }

  #note(readings: number, bytes: number): void {
    this.#readings = readings
    if (bytes > (this.#services.limits?.fileBytes ?? fileBytes)) throw new ExportEnd('too_large')
    this.#orders += 1
    if (this.#orders % ordersBetweenLooks === 0)
      this.#assertRoom().catch(() => this.#process?.fail('disk'))
  }

  async #assertRoom(): Promise<void> {
    if (!(await this.#files.hasRoom())) throw new ExportEnd('disk')
  }
}
