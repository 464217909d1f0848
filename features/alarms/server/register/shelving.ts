import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { AlarmRegister } from './alarm-register.ts'
import type { OpenAlarms } from './open-alarms.ts'
import { advanceShelves, deleteShelf, writeShelf, type StoredShelf } from './shelves-store.ts'
import type { PointName } from '../evaluation/evaluator.ts'

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

/** After the clock was set back by `byMs` no source is hidden for longer than was asked for. */
export async function shortenShelves(
  { open, register }: Shelving,
  sql: Kysely<DB>,
  byMs: number,
): Promise<void> {
  for (const shelf of [...open.shelves()])
    if (shelf.until !== null) open.setShelf({ ...shelf, until: shelf.until - byMs })
  await register.afterwards(() => advanceShelves(sql, byMs))
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
  try {
    await register.change(
      (changes) => register.endShelf(changes, point, { type, userId }),
      async (transaction) => {
        await deleteShelf(transaction, point)
        await record(transaction)
      },
    )
    return true
  } catch (error) {
    // The next look retries.
    open.setShelf(shelf)
    throw error
  }
}
