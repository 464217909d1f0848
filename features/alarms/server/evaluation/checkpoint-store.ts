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
export type EvaluationCheckpoint = z.infer<typeof State> & { readonly recordedAt: number }

/**
 * How far readings are evaluated now. What of a sensor cannot be stored since some moment (ms UTC)
 * is left to the next start.
 */
export function stateOf(
  evaluator: Pick<Evaluator, 'evaluatedTimes' | 'points'>,
  unstored: ReadonlyMap<number, number>,
): z.infer<typeof State> {
  return {
    sensors: [...evaluator.evaluatedTimes()].map(([id, last]) => [
      id,
      Math.min(last, (unstored.get(id) ?? Infinity) - 1),
    ]),
    pending: [...evaluator.points].flatMap(([key, { point }]) =>
      point.pendingSince === null ? [] : [[key, point.pendingSince]],
    ),
  }
}

export async function readCheckpoint(sql: Kysely<DB>): Promise<EvaluationCheckpoint | null> {
  const row = await sql
    .selectFrom('alarm_evaluation')
    .select(['recorded_at as recordedAt', 'state'])
    .executeTakeFirst()
  return row ? { ...State.parse(row.state), recordedAt: row.recordedAt.getTime() } : null
}

export async function writeCheckpoint(
  sql: Kysely<DB>,
  { recordedAt, ...state }: EvaluationCheckpoint,
): Promise<void> {
  const columns = { recorded_at: new Date(recordedAt), state: JSON.stringify(state) }
  await sql
    .insertInto('alarm_evaluation')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}
