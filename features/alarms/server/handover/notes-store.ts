import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface NoteRow {
  readonly id: number
  readonly shiftFrom: Date
  readonly text: string
  readonly authorId: number | null
  readonly createdAt: Date
}

const selectNotes = (sql: Kysely<DB>) =>
  sql
    .selectFrom('handover_notes')
    .select(['id', 'shift_from as shiftFrom', 'text', 'author_id as authorId'])
    .select('created_at as createdAt')

/** Of the shift that begins then, oldest first. */
export function readNotes(sql: Kysely<DB>, shiftFrom: Date): Promise<NoteRow[]> {
  return selectNotes(sql).where('shift_from', '=', shiftFrom).orderBy('id').execute()
}

/** The note, which nobody else removes until the transaction ends. */
export function lockNote(transaction: Transaction<DB>, id: number): Promise<NoteRow | undefined> {
  return selectNotes(transaction).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** How many the shift has; nobody else adds one until the transaction ends. */
export async function countNotes(transaction: Transaction<DB>, shiftFrom: Date): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtext('handover notes'))`.execute(transaction)
  const { count } = await transaction
    .selectFrom('handover_notes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('shift_from', '=', shiftFrom)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Its id. */
export async function insertNote(
  transaction: Transaction<DB>,
  note: Omit<NoteRow, 'id'>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('handover_notes')
    .values({
      ...{ shift_from: note.shiftFrom, text: note.text, author_id: note.authorId },
      created_at: note.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteNote(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('handover_notes').where('id', '=', id).execute()
}
