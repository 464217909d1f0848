import { setTimeout as delay } from 'node:timers/promises'
import type { SimulatedDevice } from '../contract/simulation.ts'
import { BackfillDocuments, blocksOf, type BackfillBlock, type BackfillPart } from './backfill.ts'
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
  signal,
}: SenderOptions): Promise<number> {
  const documents = new BackfillDocuments(devices)
  const blocks = blocksOf(range)
  const progress = new Progress(blocks, range.to)
  const underWay = new Set<Promise<void>>()
  let reported = 0
  for (const block of blocks) {
    for (const part of documents.partsOf(block)) {
      if (!(await ready(linkOf(part.device), signal))) continue
      const sending = sendPart(linkOf(part.device), part, block, progress).finally(() =>
        underWay.delete(sending),
      )
      underWay.add(sending)
      if (underWay.size >= maximumUnacknowledged) await Promise.race(underWay)
      signal.throwIfAborted()
      if (Date.now() - reported < progressIntervalMs) continue
      reported = Date.now()
      onProgress(progress.current())
    }
    progress.wasSent(block)
  }
  await Promise.all(underWay)
  onProgress(progress.current())
  return progress.readings
}

async function sendPart(
  link: BackfillLink,
  part: BackfillPart,
  block: BackfillBlock,
  progress: Progress,
): Promise<void> {
  progress.begins(block)
  let acknowledged = await link.send(part.payload)
  // Dropped on the way: once more when the device is back, unless it is refused for good.
  while (!acknowledged && (await ready(link, AbortSignal.timeout(60_000)).catch(() => false)))
    acknowledged = await link.send(part.payload)
  progress.ends(block, acknowledged ? part.readings : 0)
}

/** Waits until the device is connected; false when it is refused. */
async function ready(link: BackfillLink, signal: AbortSignal): Promise<boolean> {
  while (!link.connected && !link.refused) await delay(50, undefined, { signal })
  return link.connected
}

/** Which blocks are stored whole, counted from the newest. */
class Progress {
  readonly #blocks: readonly BackfillBlock[]
  readonly #open = new Map<BackfillBlock, number>()
  readonly #to: number
  #stored = 0
  readings = 0

  constructor(blocks: readonly BackfillBlock[], to: number) {
    this.#blocks = blocks
    this.#to = to
    // Every block is open by one until its last part has been handed over.
    for (const block of blocks) this.#open.set(block, 1)
  }

  begins(block: BackfillBlock): void {
    this.#open.set(block, (this.#open.get(block) ?? 0) + 1)
  }

  wasSent(block: BackfillBlock): void {
    this.ends(block, 0)
  }

  ends(block: BackfillBlock, readings: number): void {
    this.readings += readings
    this.#open.set(block, (this.#open.get(block) ?? 1) - 1)
    for (
      let next = this.#blocks[this.#stored];
      next && this.#open.get(next) === 0;
      next = this.#blocks[this.#stored]
    )
      this.#stored++
  }

  current(): BackfillProgress {
    return {
      done: this.#stored,
      total: this.#blocks.length,
      readings: this.readings,
      remainingTo: this.#blocks[this.#stored - 1]?.from ?? this.#to,
    }
  }
}
