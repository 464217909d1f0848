import { setTimeout as delay } from 'node:timers/promises'
import type { SimulatedDevice } from '../contract/simulation.ts'
import {
  BackfillDocuments,
  intervalsOf,
  type BackfillInterval,
  type BackfillPart,
} from './backfill.ts'
import type { BackfillProgress, BackfillRange } from './messages.ts'

/** Maximum number of messages that are under way at once. */
const maximumUnacknowledged = 16
const progressIntervalMs = 250

/** What the back-fill needs of a device's connection. */
interface BackfillLink {
  readonly connected: boolean
  readonly refused: boolean
  send(document: string): Promise<boolean>
}

interface SenderOptions {
  readonly devices: readonly SimulatedDevice[]
  readonly linkOf: (device: SimulatedDevice) => BackfillLink
  readonly range: BackfillRange
  readonly onProgress: (progress: BackfillProgress) => void
  /** Resolves when the next part may be sent. */
  readonly admission: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Sends the history of the range, newest first, at the pace of the acknowledgements. A device that
 * the broker refuses is left out. Resolves with the number of readings that were acknowledged;
 * rejects when `signal` aborts.
 */
export async function sendBackfill({
  devices,
  linkOf,
  range,
  onProgress,
  admission,
  signal,
}: SenderOptions): Promise<number> {
  const documents = new BackfillDocuments(devices)
  const intervals = intervalsOf(range)
  const progress = new Progress(intervals, range.to)
  const inProgress = new Set<Promise<void>>()
  let reported = 0
  for (const interval of intervals) {
    for (const part of documents.partsOf(interval)) {
      await admission()
      if (!(await ready(linkOf(part.device), signal))) continue
      const sending = sendPart(linkOf(part.device), part, interval, progress).finally(() =>
        inProgress.delete(sending),
      )
      inProgress.add(sending)
      if (inProgress.size >= maximumUnacknowledged) await Promise.race(inProgress)
      signal.throwIfAborted()
      if (Date.now() - reported < progressIntervalMs) continue
      reported = Date.now()
      onProgress(progress.current())
    }
    progress.wasSent(interval)
  }
  await Promise.all(inProgress)
  onProgress(progress.current())
  return progress.readings
}

async function sendPart(
  link: BackfillLink,
  part: BackfillPart,
  interval: BackfillInterval,
  progress: Progress,
): Promise<void> {
  progress.begins(interval)
  let acknowledged = await link.send(part.payload)
  // Dropped on the way: once more when the device is back, unless it is refused for good.
  while (!acknowledged && (await ready(link, AbortSignal.timeout(60_000)).catch(() => false)))
    acknowledged = await link.send(part.payload)
  progress.ends(interval, acknowledged ? part.readings : 0)
}

/** Waits until the device is connected; false when it is refused. */
async function ready(link: BackfillLink, signal: AbortSignal): Promise<boolean> {
  while (!link.connected && !link.refused) await delay(50, undefined, { signal })
  return link.connected
}

/** Which intervals are stored whole, counted from the newest. */
class Progress {
  readonly #intervals: readonly BackfillInterval[]
  readonly #open = new Map<BackfillInterval, number>()
  readonly #to: number
  #stored = 0
  readings = 0

  constructor(intervals: readonly BackfillInterval[], to: number) {
    this.#intervals = intervals
    this.#to = to
    // Every interval is open by one until its last part has been handed over.
    for (const interval of intervals) this.#open.set(interval, 1)
  }

  begins(interval: BackfillInterval): void {
    this.#open.set(interval, (this.#open.get(interval) ?? 0) + 1)
  }

  wasSent(interval: BackfillInterval): void {
    this.ends(interval, 0)
  }

  ends(interval: BackfillInterval, readings: number): void {
    this.readings += readings
    this.#open.set(interval, (this.#open.get(interval) ?? 1) - 1)
    for (
      let next = this.#intervals[this.#stored];
      next && this.#open.get(next) === 0;
      next = this.#intervals[this.#stored]
    )
      this.#stored++
  }

  current(): BackfillProgress {
    return {
      done: this.#stored,
      total: this.#intervals.length,
      readings: this.readings,
      remainingTo: this.#intervals[this.#stored - 1]?.from ?? this.#to,
    }
  }
}
