import type { Problem } from '#kit/server/documents/document-value.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#kit/model/calls/errors.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Intake, Outcome } from '../intake/intake.ts'
import type { BatchProblems } from './batch-problems.ts'
import type { DeviceDocument } from './document-groups.ts'

/** Documents of one request that are on their way to the disk at once. */
const maximumOpen = 8

interface Dependencies {
  readonly intake: Intake
  /** How the request came. */
  readonly source: string
  /** The device for which `sender` may send, or why it may not. */
  readonly deviceOf: (
    sender: CatalogueDevice,
    lesiId: string,
  ) => Promise<CatalogueDevice | { readonly reason: string }>
  /** What the sender is answered when a document met a defect of the server. */
  readonly defectOf: (error: unknown, lesiId: string) => Problem
}

/**
 * Takes the documents of one request that `sender` may send, and resolves when all of them are on
 * disk: with how many readings were stored. What never can be is added to `problems`. Rejects when
 * the request should be sent again, after all that was begun has ended.
 */
export async function takeBatch(
  { intake, source, deviceOf, defectOf }: Dependencies,
  sender: CatalogueDevice,
  documents: Iterable<DeviceDocument>,
  problems: BatchProblems,
): Promise<number> {
  const open = new Set<Promise<void>>()
  let stored = 0
  let failure: Error | undefined
  const fail = (error: Error) => void (failure ??= error)
  const end = (outcome: Outcome) => {
    stored += outcome.stored
    for (const { field, reason } of outcome.refused) problems.add(field, reason)
  }
  for (const document of documents) {
    const { lesiId } = document
    const device = lesiId === null ? sender : await deviceOf(sender, lesiId).catch(fail)
    if (!device) break
    if ('reason' in device) {
      for (const { path } of document.values) problems.add(path, device.reason)
      continue
    }
    // The first document is refused while the device has too much waiting; those behind it wait
    // for their turn, so that a request is not stored by halves.
    const whenFull = stored === 0 && open.size === 0 ? 'refuse' : 'wait'
    const understood = { ...document, sender: sender.lesiId }
    const work: Promise<void> = intake
      .take(device, understood, whenFull, source)
      .catch((error: unknown): Outcome => {
        if (error instanceof AppError) throw error
        return { stored: 0, refused: [defectOf(error, device.lesiId)] }
      })
      .then(end, fail)
      .finally(() => open.delete(work))
    open.add(work)
    if (open.size >= maximumOpen) await Promise.race(open)
    if (failure !== undefined) break
    // Others have their turn between the documents of a long request.
    await nextTurn()
  }
  await Promise.all(open)
  if (failure !== undefined) throw failure
  return stored
}
