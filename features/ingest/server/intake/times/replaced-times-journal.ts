import type { BaseLogger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import type { JournalDamage } from '#kit/server/journal/damage.ts'
import type { Frame } from '#kit/server/journal/frame.ts'
import { Journal, type JournalOptions } from '#kit/server/journal/journal.ts'
import {
  ReplacedTimes,
  type AllReplacedTimes,
  type ReplacedTime,
  type ReplacedTimeLimits,
  type ReplacedTimeStore,
} from './replaced-times.ts'

const timesKind = 1
const readBytes = 1024 * 1024
/** What a device sends again, it sends within this time. */
const repeatedWithinMs = 30 * 24 * 3_600_000

interface Options {
  readonly logger: BaseLogger
  /** ms UTC: older times are not looked at any more. */
  readonly now: number
  readonly journal?: JournalOptions
  readonly limits?: ReplacedTimeLimits
  /** Beyond this, and twice what is needed, everything that is needed is written again. */
  readonly spareBytes?: number
}

/** Replaced times on disk, found again by the next start. */
export interface StoredReplacedTimes {
  readonly times: ReplacedTimes
  readonly damage: JournalDamage
  close(): Promise<void>
}

/** Opens what `directory` holds of former runs; it is made where it is missing. */
export async function openReplacedTimes(
  directory: string,
  { logger, now, journal: options, limits, spareBytes = 4 * 1024 * 1024 }: Options,
): Promise<StoredReplacedTimes> {
  const onDamage = (path: string, begin: number, end: number) =>
    logger.error(
      { path, begin, bytes: end - begin },
      'times of receipt are damaged here: what devices with a clock ahead send again may be ' +
        'stored twice; the file is put aside as .damaged',
    )
  const segments = { segmentBytes: spareBytes, releasedSegmentBytes: spareBytes }
  const journal = await Journal.open(directory, { ...segments, onDamage, ...options })
  const stored = await readAll(journal, now - repeatedWithinMs)
  const store = new TimesInJournal(journal, spareBytes, logger)
  return {
    times: new ReplacedTimes(store, stored, limits),
    damage: journal.damage,
    close: () => journal.close(),
  }
}

async function readAll(journal: Journal, from: number): Promise<readonly ReplacedTime[]> {
  const found: ReplacedTime[] = []
  for (let place = journal.begin; ;) {
    const extent = await journal.read(place, readBytes)
    if (extent === null) return found
    for (const { payload } of extent.frames) {
      const times = JSON.parse(payload.toString('utf8')) as readonly ReplacedTime[]
      for (const each of times) if (each[2] >= from) found.push(each)
    }
    place = extent.end
  }
}

/** One call of `append` at a time. */
class TimesInJournal implements ReplacedTimeStore {
  readonly #journal: Journal
  readonly #spareBytes: number
  readonly #logger: BaseLogger
  /** What everything that is needed took when it was written last. */
  #neededBytes = 0

  constructor(journal: Journal, spareBytes: number, logger: BaseLogger) {
    this.#journal = journal
    this.#spareBytes = spareBytes
    this.#logger = logger
  }

  async append(times: readonly ReplacedTime[], all: AllReplacedTimes): Promise<void> {
    try {
      await this.#append(times, all)
    } catch (error) {
      this.#logger.error({ err: error }, 'times of receipt could not be stored')
      const message = 'The times of the readings could not be stored; send them again'
      throw new AppError('store_unavailable', message, { retryAfterSeconds: 5 })
    }
  }

  async #append(times: readonly ReplacedTime[], all: AllReplacedTimes): Promise<void> {
    if (times.length > 0) await this.#journal.append([frameOf(times)])
    if (this.#journal.waitingBytes > this.#spareBytes + 2 * this.#neededBytes)
      await this.#rewrite(all)
  }

  /** What was recorded before is in `all`, or is needed no more. */
  async #rewrite(all: AllReplacedTimes): Promise<void> {
    const begin = this.#journal.end
    // A device that notes a time meanwhile comes to the end of the map: without the list it would
    // be met again and again.
    for (const deviceId of [...all.keys()]) {
      const times = [...(all.get(deviceId) ?? [])].map(([identity, time]): ReplacedTime => [
        deviceId,
        identity,
        time,
      ])
      if (times.length > 0) await this.#journal.append([frameOf(times)])
    }
    this.#neededBytes = this.#journal.end - begin
    await this.#journal.release(begin)
  }
}

const frameOf = (times: readonly ReplacedTime[]): Frame => ({
  kind: timesKind,
  count: times.length,
  payload: Buffer.from(JSON.stringify(times)),
})
