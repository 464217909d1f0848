import type { Kysely, Transaction } from 'kysely'
import type { BaseLogger } from 'pino'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { AlarmRegister } from './alarm-register.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { deleteShelf, writeShelf, writeShelfEnds, type StoredShelf } from './shelves-store.ts'
import type { PointName } from '../evaluation/evaluated-point.ts'
import { isOwnLimit } from '../rules/planned-rule.ts'
import type { RuleSet } from '../rules/rule-set.ts'

interface Shelving {
  readonly open: OpenAlarms
  readonly register: AlarmRegister
}
type Record = (transaction: Transaction<DB>) => Promise<void>

const withoutRecord: Record = async () => undefined

/**
 * Shows no alarms of these sources for a while; `record` writes the audit. What is out of service
 * by then stays so: a shelf in its place would bring the source back. One until its alarm has
 * passed does not begin behind that: it would hide the next one. The shelves that began.
 */
export async function beginShelves(
  { open, register }: Shelving,
  shelves: readonly StoredShelf[],
  record: (
    transaction: Transaction<DB>,
    begun: readonly StoredShelf[],
  ) => Promise<void> = withoutRecord,
): Promise<readonly StoredShelf[]> {
  const begun: StoredShelf[] = []
  await register.change(
    (changes) => {
      for (const shelf of shelves) {
        if (shelf.kind === 'shelved' && open.shelfOf(shelf)?.kind === 'out_of_service') continue
        if (shelf.isOneShot && changes.of(shelf)?.returnedAt !== null) continue
        begun.push(shelf)
        const type = shelf.kind === 'shelved' ? 'shelved' : 'taken_out_of_service'
        const { userId, reason: comment, kind } = shelf
        changes.step(shelf, { type: 'hide', reason: kind }, { type, userId, comment })
      }
    },
    async (transaction) => {
      for (const shelf of begun) await writeShelf(transaction, shelf)
      await record(transaction, begun)
    },
    () => {
      for (const shelf of begun) open.setShelf(shelf)
      return begun.map(({ deviceId }) => deviceId)
    },
  )
  return begun
}

interface EndsOfShelves extends Shelving {
  readonly sql: Kysely<DB>
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * Ends shelves: when their time is over, by a clock that may be set back, so that no source is
 * hidden for longer than asked for, and when their rule is gone.
 */
export class ShelfEnds {
  readonly #services: EndsOfShelves
  /** What is stored says otherwise. */
  #isBehind = false

  constructor(services: EndsOfShelves) {
    this.#services = services
  }

  /** Ends those whose time is over now, ms UTC. */
  endDue(now: number): void {
    for (const shelf of [...this.#services.open.shelves()])
      if (shelf.until !== null && shelf.until <= now) this.#end(shelf)
  }

  /** Ends those of rules that were removed: there is nothing that they could hide. */
  endWithoutRule({ stored }: Pick<RuleSet, 'stored'>): void {
    const ids = new Set(stored.map(({ id }) => String(id)))
    for (const shelf of [...this.#services.open.shelves()])
      if (!isOwnLimit(shelf.origin) && !ids.has(shelf.origin)) this.#end(shelf)
  }

  /** A failure is logged, and the next look retries it. */
  #end(shelf: StoredShelf): void {
    endShelf(this.#services, shelf, null).catch((error: unknown) =>
      this.#services.log.warn({ err: error }, 'a shelf could not be ended; trying again'),
    )
  }

  /** Counts at once; `store` stores it. */
  shorten(byMs: number): void {
    const { open } = this.#services
    for (const shelf of [...open.shelves()])
      if (shelf.until !== null) open.setShelf({ ...shelf, until: shelf.until - byMs })
    this.#isBehind = true
  }

  /** Stores what is not stored yet; a failure is logged, and the next call retries it. */
  async store(): Promise<void> {
    const { register, log } = this.#services
    if (!this.#isBehind) return
    this.#isBehind = false
    try {
      await register.afterwards(() => this.#store())
    } catch (error) {
      this.#isBehind = true
      log.warn({ err: error }, 'when shelves end could not be stored; trying again')
    }
  }

  async #store(): Promise<void> {
    const { sql, open } = this.#services
    const shelves = [...open.shelves()].filter(({ until }) => until !== null)
    await sql.transaction().execute((transaction) => writeShelfEnds(transaction, shelves))
  }
}

/** Shows the alarms of a source again; whether it had been hidden. */
export async function endShelf(
  { open, register }: Shelving,
  point: PointName,
  userId: number | null,
  record: Record = withoutRecord,
): Promise<boolean> {
  const shelf = open.shelfOf(point)
  if (!shelf) return false
  open.removeShelf(point)
  const type = shelf.kind === 'shelved' ? 'unshelved' : 'returned_to_service'
  // Somebody may shelve it again meanwhile.
  const isAnother = () => (open.shelfOf(point) ?? shelf).at !== shelf.at
  try {
    return await register.change(
      (changes) => {
        if (isAnother()) return false
        open.removeShelf(point)
        register.endShelf(changes, point, { type, userId })
        return true
      },
      async (transaction, isEnded) => {
        if (!isEnded) return
        await deleteShelf(transaction, point)
        await record(transaction)
      },
      (isEnded) => (isEnded ? [point.deviceId] : []),
    )
  } catch (error) {
    // The next look retries.
    if (!isAnother()) open.setShelf(shelf)
    throw error
  }
}
