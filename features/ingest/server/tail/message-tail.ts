import { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { Refusal } from '../../contract/routes.ts'
import { maximumTailLines, type TailKind, type TailLine } from '../../contract/tail.ts'
import { Watch, type WatchedLine } from './watch.ts'

/** A page that has not asked for this long is gone. */
const unaskedMs = 15_000
const maximumWatches = 20
const listedReadings = 8
const rawLength = 1_000
/** What the lines of a watch take at most. */
const watchBytes = maximumTailLines * 4 * 1024

interface Services {
  readonly catalogue: Catalogue
  readonly budget: Budget
  readonly clock: Clock
}

export interface TailQuestion {
  readonly watch: string
  readonly after: number
  readonly find: string
  readonly kind: TailKind
}

/** What the tail shows of a document that gave readings. */
export interface UnderstoodMessage {
  readonly device: CatalogueDevice
  readonly source: string
  readonly message: Uint8Array | null
  readonly readings: readonly Reading[]
}

/**
 * Messages of devices as they come, for engineers who watch. While nobody does it costs nothing; a
 * watch holds a bounded number of lines, and counts those beyond.
 */
export class MessageTail {
  readonly #services: Services
  readonly #watches = new Map<string, Watch>()
  /** Ids begin at the time of the start: a page that is open over a restart gets greater ones. */
  #lastId: number

  constructor(services: Services) {
    this.#services = services
    this.#lastId = services.clock()
  }

  /** Whether anybody would see a line. */
  get isWatched(): boolean {
    if (this.#watches.size === 0) return false
    this.#endUnasked()
    return this.#watches.size > 0
  }

  addUnderstood(understood: UnderstoodMessage): void {
    if (!this.isWatched) return
    const { device, source, readings } = understood
    let keys: string | undefined
    const text = () =>
      `${device.lesiId} ${source} ${(keys ??= this.#keysOf(readings))}`.toLowerCase()
    this.#add({
      deviceId: device.id,
      isRefused: false,
      text,
      line: () => this.#understoodLine(understood),
    })
  }

  addRefused(refusal: Refusal): void {
    if (!this.isWatched) return
    const { time, source, lesiId, field, reason, excerpt } = refusal
    const device = lesiId === null ? undefined : this.#services.catalogue.device(lesiId)
    this.#add({
      deviceId: device?.id ?? null,
      isRefused: true,
      text: () => `${lesiId ?? ''} ${source} ${field} ${reason}`.toLowerCase(),
      line: () => ({
        kind: 'refused',
        ...{ id: ++this.#lastId, time, source, lesiId, field, reason, raw: excerpt },
      }),
    })
  }

  /**
   * What a watch has gathered since it was read last; a new one begins now. Throws
   * `too_many_requests` when too many watch already.
   */
  read(caller: Caller, { watch: name, ...question }: TailQuestion) {
    this.#endUnasked()
    const id = `${caller.sessionId} ${name}`
    const watch = this.#watches.get(id) ?? this.#begin(id, caller)
    const visible = this.#services.catalogue.visibleDeviceIds(caller)
    return watch.read(question, visible, this.#services.clock())
  }

  #begin(id: string, { sessionId }: Caller): Watch {
    const held = this.#services.budget.reserve('reply', sessionId, watchBytes)
    if (this.#watches.size >= maximumWatches || typeof held === 'string') {
      if (typeof held !== 'string') held.release()
      throw new AppError('too_many_requests', 'Too many pages watch messages', {
        retryAfterSeconds: unaskedMs / 1000,
      })
    }
    const watch = new Watch(held, this.#services.clock())
    this.#watches.set(id, watch)
    return watch
  }

  #add(line: WatchedLine): void {
    const now = this.#services.clock()
    for (const watch of this.#watches.values()) watch.add(line, now)
  }

  #endUnasked(): void {
    const now = this.#services.clock()
    for (const [id, watch] of this.#watches)
      if (now - watch.readAt > unaskedMs || now < watch.readAt) {
        watch.end()
        this.#watches.delete(id)
      }
  }

  #keysOf(readings: readonly Reading[]): string {
    const keys = new Set(readings.map(({ sensorId }) => this.#sensor(sensorId)?.key ?? ''))
    return [...keys].join(' ')
  }

  #sensor(sensorId: number) {
    return this.#services.catalogue.sensor(sensorId)
  }

  #understoodLine({ device, source, message, readings }: UnderstoodMessage): TailLine {
    return {
      kind: 'understood',
      ...{ id: ++this.#lastId, time: this.#services.clock(), lesiId: device.lesiId },
      ...{ source: source.slice(0, 300), raw: startOf(message), readingCount: readings.length },
      readings: readings.slice(0, listedReadings).map(({ sensorId, value, quality }) => {
        const { key = '', unit = '' } = this.#sensor(sensorId) ?? {}
        const short = typeof value === 'string' ? value.slice(0, 200) : value
        return { sensorId, key, value: short, unit, quality }
      }),
    }
  }
}

/** A slice of the bytes would hold all of them in memory, and may end within a character. */
function startOf(message: Uint8Array | null): string {
  if (message === null) return ''
  const text = Buffer.from(message.subarray(0, rawLength)).toString('utf8')
  return message.length > rawLength ? `${text.replace(/\ufffd+$/, '')}…` : text
}
