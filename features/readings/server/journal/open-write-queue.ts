import { join } from 'node:path'
import type { BaseLogger } from 'pino'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { Journal, type JournalOptions } from '#kit/server/journal/journal.ts'
import { planBatch, planUncertainBatch, type ExpiredHours } from './batch.ts'
import { insertBatch } from './batch-insert.ts'
import { SensorCutoffs } from '../retention/sensor-cutoffs.ts'
import { WriteQueue } from './write-queue.ts'
import { PendingSensors } from './pending-sensors.ts'
import { rejectLine } from './rejected-lines.ts'
import { WriteFailures } from './write-failures.ts'
import { StoreFeed, type StoreFeedOptions } from './store-feed.ts'

export interface WriteQueueOptions extends StoreFeedOptions {
  readonly syncIntervalMs: number
  readonly journal?: JournalOptions
}

// Every batch leaves parts behind that have to be merged. One run each at 100,000 readings a
// second, on a machine that varies: with 1 MB 1.16 processors and 54 to 77 ms until an
// acknowledgement (p99), with 6 MB 1.04 and 40 ms.
export const writeQueueDefaults: WriteQueueOptions = {
  gatherMs: 5_000,
  fullBytes: 6 * 1024 * 1024,
  maximumBytes: 8 * 1024 * 1024,
  syncIntervalMs: 2,
}

interface Dependencies {
  readonly telemetry: Telemetry
  readonly logger: BaseLogger
  readonly clock: () => number
  readonly onSynced: (readings: number, takenAt: number) => void
  /** Which readings are of a time of which some are removed already. */
  readonly expiry: ExpiredHours
}

/**
 * Sends to the store what a server that no longer runs has left in the journal under `directory`.
 */
export async function deliverJournal(
  telemetry: Telemetry,
  directory: string,
  logger: BaseLogger,
): Promise<void> {
  const expiry = await SensorCutoffs.open(telemetry)
  const dependencies = { telemetry, logger, expiry, clock: Date.now, onSynced: () => {} }
  for (const name of ['fresh', 'old'] as const)
    await (await openWriteQueue(dependencies, directory, name)).close()
}

/**
 * Opens a journal of readings, in `directory`/`name`, and sends what it holds to the store before
 * anything else. Rejects when the journal cannot be read or the store does not take it. Lines that
 * the store refuses for good are put aside in `directory`/rejected.tsv.
 */
export async function openWriteQueue(
  { telemetry, logger, clock, onSynced, expiry }: Dependencies,
  directory: string,
  name: 'fresh' | 'old',
  options: WriteQueueOptions = writeQueueDefaults,
): Promise<WriteQueue> {
  const onDamage = (path: string, begin: number, end: number) =>
    logger.error(
      { path, begin, bytes: end - begin },
      'the journal is damaged here: readings in it are lost; the file is put aside as .damaged',
    )
  const onCut = (path: string, bytes: number) =>
    logger.warn(
      { path, bytes },
      'the journal ends with what is no whole entry, as a crash leaves it; it is left out',
    )
  const reports = { onDamage, onCut }
  const journal = await Journal.open(join(directory, name), { ...reports, ...options.journal })
  const pending = new PendingSensors()
  const insertion = {
    ...{ telemetry, logger, rejectLine: rejectLine.bind(null, directory) },
    isAwaited: (): boolean => feed.isAwaited,
  }
  const feed = new StoreFeed(
    {
      ...{ journal, logger },
      plan: (extent) => planBatch({ telemetry, expiry }, extent, Date.now()),
      planUncertain: (extent) => planUncertainBatch(extent, expiry),
      insert: (extent, plan, progress) => insertBatch(insertion, extent, plan, progress),
      onBeginAll: () => pending.beginAll(),
      onEndAll: () => pending.endAll(),
    },
    options,
  )
  await feed.recover()
  return new WriteQueue({
    ...{ journal, pending, feed, clock, onSynced },
    failures: new WriteFailures(logger),
    syncIntervalMs: options.syncIntervalMs,
  })
}
