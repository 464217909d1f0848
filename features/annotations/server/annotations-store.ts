import { sql as query, type Kysely } from 'kysely'
import type { AnnotationsOf } from '#kit/server/annotations-of.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface AnnotationRow {
  readonly id: number
  readonly sensorId: number
  readonly from: Date
  readonly to: Date
  readonly text: string
  readonly version: number
  readonly authorId: number | null
  readonly createdAt: Date
  readonly changedBy: number | null
  readonly changedAt: Date | null
}

/** What an annotation says, and when. */
export interface AnnotationContent {
  readonly from: Date
  readonly to: Date
  readonly text: string
}

const rows = (sql: Kysely<DB>) =>
  sql
    .selectFrom('annotations')
    .select(['id', 'sensor_id as sensorId', 'begins_at as from', 'ends_at as to', 'text'])
    .select(['version', 'author_id as authorId', 'created_at as createdAt'])
    .select(['changed_by as changedBy', 'changed_at as changedAt'])

/** Those of these sensors that lie within a span of time, or reach into it; newest first. */
export function findAnnotations(
  sql: Kysely<DB>,
  sensorIds: readonly number[],
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<AnnotationRow[]> {
  return rows(sql)
    .where('sensor_id', '=', query<number>`any(${sensorIds}::integer[])`)
    .where('begins_at', '<=', to)
    .where('ends_at', '>=', from)
    .orderBy('begins_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The same as other features ask for it. */
export const annotationsOf =
  (sql: Kysely<DB>): AnnotationsOf =>
  (sensorIds, { from, until }, limit) =>
    findAnnotations(sql, sensorIds, { from: new Date(from), to: new Date(until - 1) }, limit)

/** The annotation, which nobody else changes until the transaction ends. */
export function lockAnnotation(sql: Kysely<DB>, id: number): Promise<AnnotationRow | undefined> {
  return rows(sql).where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Whether the sensor is there; it stays, and nobody else adds an annotation of it, until the
 * transaction ends.
 */
export async function lockSensor(sql: Kysely<DB>, sensorId: number): Promise<boolean> {
  const found = await sql
    .selectFrom('sensors')
    .select('id')
    .where('id', '=', sensorId)
    .forKeyShare()
    .executeTakeFirst()
  await query`select pg_advisory_xact_lock(hashtext('annotations'), ${sensorId}::integer)`.execute(
    sql,
  )
  return found !== undefined
}

export async function countAnnotations(sql: Kysely<DB>, sensorId: number): Promise<number> {
  const { count } = await sql
    .selectFrom('annotations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('sensor_id', '=', sensorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewAnnotation extends AnnotationContent {
  readonly sensorId: number
  readonly authorId: number
  readonly createdAt: Date
}

/** Its id. */
export async function insertAnnotation(sql: Kysely<DB>, added: NewAnnotation): Promise<number> {
  const { id } = await sql
    .insertInto('annotations')
    .values({
      ...{ sensor_id: added.sensorId, begins_at: added.from, ends_at: added.to },
      ...{ text: added.text, author_id: added.authorId, created_at: added.createdAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeAnnotation(
  sql: Kysely<DB>,
  id: number,
  { from, to, text }: AnnotationContent,
  change: { readonly by: number; readonly at: Date },
): Promise<void> {
  await sql
    .updateTable('annotations')
    .set(({ eb }) => ({
      ...{ begins_at: from, ends_at: to, text, changed_by: change.by, changed_at: change.at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteAnnotation(sql: Kysely<DB>, id: number): Promise<void> {
  await sql.deleteFrom('annotations').where('id', '=', id).execute()
}
