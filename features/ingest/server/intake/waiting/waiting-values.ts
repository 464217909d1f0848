import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import type { DocumentValue } from '#kit/server/documents/document-value.ts'
import type { JournalDamage } from '#kit/server/journal/damage.ts'
import { Journal, type Extent, type JournalOptions } from '#kit/server/journal/journal.ts'

/** The database is asked again this soon at first, and this seldom when it stays away. */
const firstPauseMs = 500
const maximumPauseMs = 5_000
/** How long what is being stored holds up the end. */
const lastStoreMs = 1_000
const readBytes = 256 * 1024
const valuesKind = 1

export interface WaitingLimits {
  /** Bytes of all devices, and of one. */
  readonly all: number
  readonly ofDevice: number
}

const usualLimits: WaitingLimits = { all: 64 * 2 ** 20, ofDevice: 4 * 2 ** 20 }

interface Options {
  readonly logger: BaseLogger
  readonly journal?: JournalOptions
  readonly limits?: WaitingLimits
}

/**
 * Adds the sensors of these values and stores them; rejects with an AppError when that may succeed
 * later.
 */
export type StoreWaiting = (deviceId: number, values: readonly DocumentValue[]) => Promise<void>

/** The values of one document, as a frame of the journal has them. */
interface Entry {
  readonly deviceId: number
  readonly values: readonly DocumentValue[]
}

/**
 * Values of sensors that cannot be added while the database is away, on disk until they can: also
 * over restarts. Values of one device are stored in the order in which they came.
 */
export class WaitingValues {
  readonly #journal: Journal
  readonly #limits: WaitingLimits
  readonly #logger: BaseLogger
  readonly #bytes = new Map<number, number>()
  /** Where what waits begins in the journal. */
  #place: number
  /** What is left of the part that was read, which has this end: a device may be held. */
  #begun: { readonly left: Map<number, DocumentValue[]>; readonly end: number } | null = null
  readonly #closing = new AbortController()
  #store: StoreWaiting | null = null
  #running: Promise<void> | null = null

  private constructor(journal: Journal, { logger, limits = usualLimits }: Options) {
    this.#journal = journal
    this.#place = journal.begin
    this.#limits = limits
    this.#logger = logger
  }

  /** Opens what `directory` holds of former runs; it is made where it is missing. */
  static async open(directory: string, options: Options): Promise<WaitingValues> {
    const onDamage = (path: string, begin: number, end: number) =>
      options.logger.error(
        { path, begin, bytes: end - begin },
        'values that waited for their sensors are damaged here; the file is put aside as .damaged',
      )
    const onCut = (path: string, bytes: number) =>
      options.logger.warn(
        { path, bytes },
        'values that waited for their sensors end with what is no whole entry; it is left out',
      )
    const journal = await Journal.open(directory, { onDamage, onCut, ...options.journal })
    return new WaitingValues(journal, options)
  }

  /** Gives what waits to `store`, now and whenever something does. */
  start(store: StoreWaiting): void {
    this.#store = store
    if (this.isHolding) this.#run()
  }

  /** Whether something waits: what comes now waits behind it. */
  get isHolding(): boolean {
    return this.#running !== null || this.waitingBytes > 0
  }

  get waitingBytes(): number {
    return this.#journal.waitingBytes
  }

  get damage(): JournalDamage {
    return this.#journal.damage
  }

  /**
   * Resolves when the values of a document, each with its time, are on disk. Rejects with
   * `store_unavailable` when there is no room, or it is not certain that they are on disk.
   */
  async keep(deviceId: number, values: readonly DocumentValue[]): Promise<void> {
    const payload = Buffer.from(JSON.stringify({ deviceId, values } satisfies Entry))
    const bytes = (this.#bytes.get(deviceId) ?? 0) + payload.length
    if (bytes > this.#limits.ofDevice || this.waitingBytes + payload.length > this.#limits.all)
      throw unavailable('Too many values wait for their sensors; send them again')
    this.#bytes.set(deviceId, bytes)
    try {
      await this.#journal.append([{ kind: valuesKind, count: values.length, payload }])
    } catch (error) {
      // They wait nowhere: left counted, a full disk would use up the device's room for good.
      this.#bytes.set(deviceId, (this.#bytes.get(deviceId) ?? payload.length) - payload.length)
      this.#logger.error({ err: error }, 'values of new sensors could not be written to disk')
      throw unavailable('The values of new sensors could not be stored; send them again')
    }
    this.#run()
  }

  /** What waits stays on disk. A database that does not answer is not waited for. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.race([this.#running, delay(lastStoreMs, undefined, { ref: false })])
    await this.#journal.close()
  }

  #run(): void {
    if (this.#store === null || this.#closing.signal.aborted) return
    this.#running ??= this.#storeAll(this.#store).finally(() => {
      this.#running = null
      // What was kept while the last file was put away found the run still there.
      if (this.waitingBytes > 0) this.#run()
    })
  }

  async #storeAll(store: StoreWaiting): Promise<void> {
    let pauseMs = firstPauseMs
    while (this.waitingBytes > 0 && !this.#closing.signal.aborted) {
      try {
        await this.#storeNext(store)
        pauseMs = firstPauseMs
      } catch (error) {
        const level = pauseMs === firstPauseMs ? 'warn' : 'debug'
        this.#logger[level]({ err: error }, 'values wait for their sensors, which cannot be added')
        await delay(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
        pauseMs = Math.min(2 * pauseMs, maximumPauseMs)
      }
    }
  }

  async #storeNext(store: StoreWaiting): Promise<void> {
    // Read again, it would hold also what has come since, of devices that have no part in it left.
    const { left, end } = (this.#begun ??= await this.#read())
    const failures: unknown[] = []
    for (const [deviceId, values] of left)
      await store(deviceId, values).then(
        () => left.delete(deviceId),
        (error: unknown) => failures.push(error),
      )
    if (failures.length > 0) throw failures[0]
    this.#begun = null
    this.#place = end
    await this.#journal.release(this.#place)
    if (this.waitingBytes > 0) return
    this.#bytes.clear()
    // Its file holds nothing that is needed: the next start should not find it.
    await this.#journal.beginFile()
  }

  async #read() {
    const extent = await this.#journal.read(this.#place, readBytes)
    return extent
      ? { left: valuesByDevice(extent), end: extent.end }
      : { left: new Map<number, DocumentValue[]>(), end: this.#journal.end }
  }
}

function valuesByDevice({ frames }: Extent): Map<number, DocumentValue[]> {
  const byDevice = new Map<number, DocumentValue[]>()
  for (const { payload } of frames) {
    const { deviceId, values } = JSON.parse(payload.toString('utf8')) as Entry
    const others = byDevice.get(deviceId)
    if (others) others.push(...values)
    else byDevice.set(deviceId, [...values])
  }
  return byDevice
}

const unavailable = (message: string) =>
  new AppError('store_unavailable', message, { retryAfterSeconds: 5 })
