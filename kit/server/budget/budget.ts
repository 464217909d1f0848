import { budgetKinds, limitsOf, transientKinds, type BudgetKind, type KindLimits } from './kinds.ts'

/** Why there is no room: the source holds its share, or all sources together hold what there is. */
export type Excess = 'share' | 'total'

/** Bytes that wait, until they are released. */
export interface Reservation {
  readonly bytes: number
  /**
   * Counts `bytes` from now on. With an excess nothing changes. Fewer bytes always fit; once
   * released, nothing is counted.
   */
  resize(bytes: number): Excess | null
  /** Gives all bytes back. Once is enough; again does nothing. */
  release(): void
}

/** What waits of one kind now, and how often there was no room since the start. */
export interface KindUsage extends KindLimits {
  readonly kind: BudgetKind
  readonly bytes: number
  /** Sources that hold any. */
  readonly sources: number
  readonly refused: Readonly<Record<Excess, number>>
}

/**
 * Counts the bytes of everything that waits in memory, for each source and in all. It holds no
 * memory of a source that holds nothing. What it counts is what callers state: they include what a
 * thing costs besides its content.
 */
export class Budget {
  readonly totalBytes: number
  readonly #accounts: ReadonlyMap<BudgetKind, Account>

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes
    this.#accounts = new Map(
      budgetKinds.map((kind) => [kind, new Account(limitsOf(kind, totalBytes))]),
    )
  }

  /** Room for `bytes` of `source`, whose share it is taken from; or why there is none. */
  reserve(kind: BudgetKind, source: string, bytes: number): Reservation | Excess {
    const account = this.#account(kind)
    assertBytes(bytes)
    return account.change(source, bytes) ?? new Held(account, source, bytes)
  }

  /** The bytes that one source, and all together, may hold. */
  limits(kind: BudgetKind): KindLimits {
    return this.#account(kind).limits
  }

  usage(): readonly KindUsage[] {
    return budgetKinds.map((kind) => ({ kind, ...this.#account(kind).usage() }))
  }

  /** Bytes of all sources that somebody waits for, and that go with the answer. */
  waitingBytes(): number {
    return transientKinds.reduce((sum, kind) => sum + this.#account(kind).usage().bytes, 0)
  }

  #account(kind: BudgetKind): Account {
    const account = this.#accounts.get(kind)
    if (!account) throw new RangeError(`${kind} is not a kind of the budget`)
    return account
  }
}

/** A budget of one source, which may hold all of its `bytes`, of whatever kind they are. */
export function budgetOfOne(bytes: number): Pick<Budget, 'reserve'> {
  const account = new Account({ part: bytes, share: bytes })
  return {
    reserve: (_kind, source, wanted) => {
      assertBytes(wanted)
      return account.change(source, wanted) ?? new Held(account, source, wanted)
    },
  }
}

function assertBytes(bytes: number): void {
  if (!Number.isSafeInteger(bytes) || bytes < 0)
    throw new RangeError(`${bytes} is not a number of bytes`)
}

/** The bytes of one kind. */
class Account {
  readonly limits: KindLimits
  readonly #bySource = new Map<string, number>()
  readonly #refused = { share: 0, total: 0 }
  #bytes = 0

  constructor(limits: KindLimits) {
    this.limits = limits
  }

  /** Counts `difference` more bytes of the source; or says why not, and changes nothing. */
  change(source: string, difference: number): Excess | null {
    const held = (this.#bySource.get(source) ?? 0) + difference
    const excess = this.#excess(held, this.#bytes + difference)
    if (excess !== null) {
      this.#refused[excess] += 1
      return excess
    }
    this.#bytes += difference
    if (held === 0) this.#bySource.delete(source)
    else this.#bySource.set(source, held)
    return null
  }

  usage(): Omit<KindUsage, 'kind'> {
    return {
      ...this.limits,
      bytes: this.#bytes,
      sources: this.#bySource.size,
      refused: { ...this.#refused },
    }
  }

  #excess(ofSource: number, ofAll: number): Excess | null {
    if (ofSource > this.limits.share) return 'share'
    return ofAll > this.limits.part ? 'total' : null
  }
}

class Held implements Reservation {
  readonly #account: Account
  readonly #source: string
  #bytes: number
  #released = false

  constructor(account: Account, source: string, bytes: number) {
    this.#account = account
    this.#source = source
    this.#bytes = bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  resize(bytes: number): Excess | null {
    if (this.#released) return null
    assertBytes(bytes)
    const excess = this.#account.change(this.#source, bytes - this.#bytes)
    if (excess === null) this.#bytes = bytes
    return excess
  }

  release(): void {
    this.#account.change(this.#source, -this.#bytes)
    this.#released = true
    this.#bytes = 0
  }
}
