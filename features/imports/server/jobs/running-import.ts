import { passesGate } from '#kit/model/gate.ts'
import { importGate } from '#kit/model/permission.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { retryingReader } from '#kit/server/clickhouse/queries/retrying-reader.ts'
import { withRetries } from '#kit/server/process/with-retries.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import { lateFlags } from '#kit/server/readings/late-readings.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { NamedSensor, Outcome, RefusedRow } from '../../contract/outcome.ts'
import { maximumImportReadings } from '../../contract/routes.ts'
import { shown } from '../file/row.ts'
import type { ReadingsBatch } from '../process/messages.ts'
import { ReaderProcess } from '../process/reader-process.ts'
import { mayImportTo, SensorFinder } from './find-sensors.ts'
import { ImportEnd } from './import-end.ts'
import type { ImportFiles } from './import-files.ts'
import type { ImportServices } from './import-services.ts'
import { readRoles, type Plan, type StoredImport } from './imports-store.ts'
import { OutcomeCounts } from './outcome-counts.ts'
import { completePlan } from './plan.ts'
import { writeCheckpoint, writePlan } from './progress-store.ts'
import { readingsOf, withNumbersOfTexts } from './readings-of.ts'

const isTransient = (error: unknown): boolean =>
  isTransientFailure(error) || (error instanceof AppError && error.code === 'store_unavailable')
/** For some minutes: whoever imports has time. */
const attempts = { isTransient, maximumAttempts: 60, pauseMs: 2_000 }

interface Viewer {
  readonly userId: number
  readonly roles: readonly string[]
}

/** A dry run or an import while it reads its file. */
export class RunningImport {
  readonly stored: StoredImport
  readonly #services: ImportServices
  readonly #files: ImportFiles
  readonly #stopping = new AbortController()
  #process: ReaderProcess | null = null
  #share = 0
  #reason: ImportEnd | null = null

  constructor(stored: StoredImport, services: ImportServices, files: ImportFiles) {
    this.stored = stored
    this.#services = services
    this.#files = files
  }

  /** How much of the file has been read, 0 to 1. */
  get share(): number {
    return this.#share
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted && this.#reason === null
  }

  /** Stops the process that reads and what is written; with a reason it has failed by that. */
  stop(reason: ImportEnd | null = null): void {
    this.#reason ??= reason
    this.#stopping.abort()
    void this.#process?.end()
  }

  /** Reads the file to its end; rejects when it is stopped or cannot be read. */
  async run(): Promise<Outcome> {
    const process = new ReaderProcess()
    this.#process = process
    try {
      return await this.#run(process)
    } catch (error) {
      throw this.#reason ?? error
    } finally {
      await process.end()
    }
  }

  async #run(process: ReaderProcess): Promise<Outcome> {
    const { id, mapping, task, plan, startedAt } = this.stored
    if (!mapping || !plan) throw new Error(`the import ${id} has no mapping`)
    const viewer = await this.#viewer()
    const path = this.#files.path(id)
    const isNamed = task === 'check' && mapping.shape.kind === 'long'
    const known = isNamed
      ? await this.#findNames(process, path, mapping, plan, viewer)
      : { plan, names: this.stored.outcome?.names ?? [] }
    const sensors = this.#sensorsOf(known.plan, viewer)
    await process.ask(
      {
        ...{ type: 'open', path, mapping, now: startedAt ?? this.#services.clock() },
        sensors: sensors.map(({ type, isNew }) => ({ type, isNew })),
        ofColumns: known.plan.ofColumns,
        ofNames: new Map(known.plan.ofNames),
      },
      'opened',
    )
    return this.#read(process, sensors, known)
  }

  /** The owner with the rights of this moment. */
  async #viewer(): Promise<Viewer> {
    const { accounts, sql } = this.#services
    const { id, ownerId } = this.stored
    const roles = await this.#retried(() => readRoles(sql, id))
    const rights = roles && (await this.#retried(() => accounts.rights(sql, ownerId, roles)))
    if (!rights || !passesGate(importGate, rights)) throw new ImportEnd('access')
    return { userId: ownerId, roles: rights.roles }
  }

  /** The sensors, as long as the owner may import to all of them. */
  #sensorsOf({ sensorIds }: Plan, viewer: Viewer): readonly Sensor[] {
    return sensorIds.map((id): Sensor => {
      const sensor = this.#services.catalogue.sensor(id)
      if (!sensor) throw new ImportEnd('deleted')
      if (!mayImportTo(this.#services.catalogue, viewer, sensor.deviceId))
        throw new ImportEnd('access')
      return sensor
    })
  }

  async #findNames(
    process: ReaderProcess,
    path: string,
    mapping: Mapping,
    plan: Plan,
    viewer: Viewer,
  ): Promise<KnownNames> {
    const { catalogue, sql } = this.#services
    await process.ask({ type: 'scan', path, mapping }, 'opened')
    const names: { readonly device: string; readonly name: string }[] = []
    for (let isLast = false; !isLast;) {
      const batch = await process.ask({ type: 'next' }, 'names')
      names.push(...batch.names)
      this.#share = batch.share / 2
      isLast = batch.isLast
    }
    const known = {
      find: new SensorFinder(catalogue, viewer),
      sensor: (id: number) => catalogue.sensor(id),
    }
    const isSheet = mapping.shape.kind === 'long' && mapping.shape.sensorColumn === null
    const found = completePlan(plan, names, known, isSheet)
    await this.#retried(() => writePlan(sql, this.stored.id, found.plan))
    return found
  }

  async #read(
    process: ReaderProcess,
    sensors: readonly Sensor[],
    { plan, names }: KnownNames,
  ): Promise<Outcome> {
    const { id, ownerId, task, batches: counted, outcome, refusedBytes } = this.stored
    const { catalogue, telemetry } = this.#services
    const { signal } = this.#stopping
    const before = task === 'import' && counted > 0 ? outcome : null
    const counts = new OutcomeCounts(sensors, catalogue, names, before)
    await this.#files.cutRefused(id, before ? refusedBytes : 0)
    const reader = retryingReader(telemetry.readerFor(`import ${ownerId}`, signal), signal)
    const isSecondPass = this.#share > 0
    for (let number = 1, isLast = false; !isLast; number++) {
      const batch = await process.ask({ type: 'next' }, 'readings')
      isLast = batch.isLast
      this.#share = isSecondPass ? 0.5 + batch.share / 2 : batch.share
      await this.#take(batch, { number, counted, sensors, counts, reader, plan })
      if (counts.readings > maximumImportReadings) throw new ImportEnd('too_large')
    }
    return counts.outcome
  }

  /** Counts a batch and, if it is imported, stores what is new of it. */
  async #take(batch: ReadingsBatch, { number, counted, ...at }: ReadBatch): Promise<void> {
    // Counted before the server ended, and stored but for the last one.
    if (number < counted) return
    const { signal } = this.#stopping
    const readings = readingsOf(batch, at.sensors)
    const { late } = this.#services
    const flags = await this.#retried(() => late.classify(readings, at.reader.lengthy))
    // A long file takes hours: whoever lost a device meanwhile adds nothing more to it.
    this.#sensorsOf(at.plan, await this.#viewer())
    if (number > counted) await this.#count(batch, readings, flags, { number, ...at })
    if (this.stored.task !== 'import') return
    const isFresh = (index: number) =>
      ((flags[index] ?? 0) & (lateFlags.stored | lateFlags.expired)) === 0
    const fresh = readings.filter((_, index) => isFresh(index))
    const written = withNumbersOfTexts(fresh, (sensorId) =>
      this.#services.catalogue.sensor(sensorId),
    )
    await this.#retried(() => late.store(written, signal))
  }

  #retried<Result>(work: () => Promise<Result>): Promise<Result> {
    return withRetries(work, { ...attempts, signal: this.#stopping.signal })
  }

  async #count(
    batch: ReadingsBatch,
    readings: ReturnType<typeof readingsOf>,
    flags: Uint8Array,
    { number, counts, sensors }: Omit<ReadBatch, 'counted' | 'reader' | 'plan'>,
  ): Promise<void> {
    const { id, task } = this.stored
    const expired: RefusedRow[] = []
    for (const [index, { sensorId, value }] of readings.entries())
      if (((flags[index] ?? 0) & lateFlags.expired) > 0)
        expired.push({
          ...{ sheet: batch.sheets?.[index] ?? null, line: batch.line[index] ?? 0 },
          column: sensors.find(({ id: each }) => each === sensorId)?.alias ?? null,
          ...{ reason: 'expired', text: shown(value) },
        })
    counts.addBatch(batch)
    counts.addFlags(readings, batch.sensor, flags)
    if (expired.length > 0) counts.addRefused('expired', expired)
    const refusedBytes = await this.#files.addRefused(id, [...batch.refused, ...expired])
    if (!(await this.#files.hasRoom())) throw new ImportEnd('disk')
    const { outcome } = counts
    if (task !== 'import') return
    // Before it is stored: what is found stored after a crash was counted as new.
    const isThere = await this.#retried(() =>
      writeCheckpoint(this.#services.sql, id, { outcome, batches: number, refusedBytes }),
    )
    if (!isThere) throw new ImportEnd('access')
  }
}

/** Which sensors the names of a file stand for. */
interface KnownNames {
  readonly plan: Plan
  readonly names: readonly NamedSensor[]
}

interface ReadBatch {
  readonly number: number
  readonly plan: Plan
  /** Batches that were counted before the server ended. */
  readonly counted: number
  readonly sensors: readonly Sensor[]
  readonly counts: OutcomeCounts
  readonly reader: PersonalReader
}
