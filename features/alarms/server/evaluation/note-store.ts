import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Evaluator } from './evaluator.ts'

const State = z.object({
  /** Sensor id, and until when its readings were evaluated, ms UTC. */
  sensors: z.array(z.tuple([z.int(), z.number()])),
  /** Point, and since when a delay was under way. */
  pending: z.array(z.tuple([z.string(), z.number()])),
})
/** How far readings were evaluated at a moment when all that came of it was stored. */
export type EvaluationNote = z.infer<typeof State> & { readonly notedAt: number }

/** How far readings are evaluated now. */
export function stateOf(
  evaluator: Pick<Evaluator, 'evaluatedTimes' | 'points'>,
): z.infer<typeof State> {
  return {
    sensors: [...evaluator.evaluatedTimes()].map(([id, last]) => [id, last]),
    pending: [...evaluator.points].flatMap(([key, { point }]) =>
      point.pendingSince === null ? [] : [[key, point.pendingSince]],
    ),
  }
}

export async function readNote(sql: Kysely<DB>): Promise<EvaluationNote | null> {
  const row = await sql
    .selectFrom('alarm_evaluation')
    .select(['noted_at as notedAt', 'state'])
    .executeTakeFirst()
  return row ? { ...State.parse(row.state), notedAt: row.notedAt.getTime() } : null
}

export async function writeNote(
  sql: Kysely<DB>,
  { notedAt, ...state }: EvaluationNote,
): Promise<void> {
  const columns = { noted_at: new Date(notedAt), state: JSON.stringify(state) }
  await sql
    .insertInto('alarm_evaluation')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}
