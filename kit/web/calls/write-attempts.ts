import { randomUuid } from '../browser/random-uuid.ts'

/** A write whose answer did not come: nobody can say here whether it was made. */
interface LostWrite {
  readonly body: string | undefined
  readonly key: string
  readonly at: number
}

/** The server gives an answer again for so long. */
const lifetimeMs = 10 * 60_000
const maximumLost = 20

const lost = new Map<string, LostWrite>()

/** One attempt at a write. */
export interface WriteAttempt {
  /** Its `Idempotency-Key`, that of the attempt before where the answer to this was lost. */
  readonly key: string
  /** There was an answer, whatever it says. */
  readonly answered: () => void
  /** There was none. */
  readonly unanswered: () => void
}

/**
 * An attempt at a write: one that says the same as the last one to this address, whose answer was
 * lost, has its key, so that the server makes it once.
 */
export function writeAttempt(
  method: string,
  url: string,
  body: string | undefined,
  now: () => number = () => performance.now(),
): WriteAttempt {
  const address = `${method} ${url}`
  const before = lost.get(address)
  const isSame = before?.body === body && before !== undefined && now() - before.at < lifetimeMs
  const key = isSame ? before.key : randomUuid()
  return {
    key,
    answered: () => {
      if (lost.get(address)?.key === key) lost.delete(address)
    },
    unanswered: () => {
      lost.delete(address)
      lost.set(address, { body, key, at: isSame ? before.at : now() })
      const [oldest] = lost.keys()
      if (lost.size > maximumLost && oldest !== undefined) lost.delete(oldest)
    },
  }
}
