import type { Kysely, Transaction } from 'kysely'
import type { BaseLogger } from 'pino'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { AlarmRegister } from './alarm-register.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { deleteShelf, writeShelf, writeShelfEnds, type StoredShelf } from './shelves-store.ts'
import type { PointName } from '../evaluation/evaluated-point.ts'

interface Shelving {
  readonly open: OpenAlarms
  readonly register: AlarmRegister
}
type Record = (transaction: Transaction<DB>) => Promise<void>

const withoutRecord: Record = async () => undefined

/** Shows no alarms of these sources for a while; `record` writes the audit. */
export async function beginShelves(
  { open, register }: Shelving,
  shelves: readonly StoredShelf[],
  record: Record = withoutRecord,
): Promise<void> {
  await register.change(
    (changes) => {
      for (const shelf of shelves) {
        const type = shelf.kind === 'shelved' ? 'shelved' : 'taken_out_of_service'
        const { userId, reason: comment, kind } = shelf
        changes.step(shelf, { type: 'hide', reason: kind }, { type, userId, comment })
      }
    },
    async (transaction) => {
      for (const shelf of shelves) await writeShelf(transaction, shelf)
      await record(transaction)
    },
    () => {
      for (const shelf of shelves) open.setShelf(shelf)
    },
  )
}

interface EndsOfShelves extends Shelving {
  readonly sql: Kysely<DB>
  readonly log: Pick<BaseLogger, 'warn'>
}

/** When shelves end, by a clock that is set back: no source is hidden for longer than asked for. */
export class ShelfEnds {
  readonly #services: EndsOfShelves
  /** What is stored says otherwise. */
  #isBehind = false

  constructor(services: EndsOfShelves) {
    this.#services = services
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
    )
  } catch (error) {
    // The next look retries.
    if (!isAnother()) open.setShelf(shelf)
    throw error
  }
}
