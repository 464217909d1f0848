import { randomUuid } from '../browser/random-uuid.ts'

/** A write whose answer did not come: nobody can say here whether it was made. */
interface LostWrite {
  readonly address: string
  readonly body: string | undefined
  readonly key: string
  readonly at: number
}

/** The server gives an answer again for so long. */
const lifetimeMs = 10 * 60_000

/** The last write, where its answer was lost. */
let lost: LostWrite | null = null

/** One attempt at a write. */
export interface WriteAttempt {
  /** Its `Idempotency-Key`, that of the attempt before where the answer to this was lost. */
  readonly key: string
  /** There was no answer. */
  readonly unanswered: () => void
}

/**
 * An attempt at a write: one that says the same as the last write, whose answer was lost, has its
 * key, so that the server makes it once.
 */
export function writeAttempt(
  method: string,
  url: string,
  body: string | undefined,
  now: () => number = () => performance.now(),
): WriteAttempt {
  const address = `${method} ${url}`
  const before = lost?.address === address && lost.body === body ? lost : null
  const isRepeated = before !== null && now() - before.at < lifetimeMs
  const { key, at } = isRepeated ? before : { key: randomUuid(), at: now() }
  lost = null
  return { key, unanswered: () => void (lost = { address, body, key, at }) }
}

/**
 * Something else is written: what was added may be removed by it, and adding the same is another
 * write from then on.
 */
export function endLostWrite(): void {
  lost = null
}
