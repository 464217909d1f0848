import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import { z } from 'zod'
import {
  deliveryChannels,
  DeliveryFailureReason,
  DeliveryState,
  type DeliveryChannel,
} from '#kit/model/delivery.ts'
import type { DB, Deliveries } from '#kit/server/postgres-schema.ts'
import { storableText } from '#kit/server/postgres/storable-text.ts'
import type { Delivery, NewDelivery } from './delivery.ts'

type Sql = Kysely<DB> | Transaction<DB>
const Channel = z.enum(deliveryChannels)

/** A delivery as it is looked back at; moments in ms UTC. */
export interface LoggedDelivery {
  readonly id: string
  readonly channel: DeliveryChannel
  readonly source: string
  readonly target: string
  readonly state: DeliveryState
  readonly failure: DeliveryFailureReason | null
  readonly attempts: number
  /** What the other side answered last; empty: nothing yet. */
  readonly detail: string
  readonly createdAt: number
  /** When it is tried next; null: it has ended. */
  readonly nextAt: number | null
  readonly endedAt: number | null
}

export interface StoredDelivery extends NewDelivery {
  readonly id: string
  readonly at: number
  /** It is not tried at all. */
  readonly failure: DeliveryFailureReason | null
}

/** How many wait or are under way. */
export async function countWaiting(sql: Sql): Promise<number> {
  const { count } = await sql
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertDeliveries(
  transaction: Transaction<DB>,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  await transaction
    .insertInto('deliveries')
    .values(
      deliveries.map(({ at, failure, ...each }) => ({
        ...{ id: each.id, channel: each.channel, source: each.source, user_id: each.userId },
        ...{ target: each.target, content: JSON.stringify(each.content), failure },
        state: failure === null ? 'waiting' : 'failed',
        ...{ created_at: new Date(at), next_at: new Date(at) },
        ended_at: failure === null ? null : new Date(at),
      })),
    )
    .execute()
}

/**
 * Begins the delivery of a channel that is due longest, and notes its attempt; null: none is. To
 * one target there is one under way at a time.
 */
export async function beginDue(
  sql: Sql,
  channel: DeliveryChannel,
  at: number,
): Promise<Delivery | null> {
  const now = new Date(at)
  const { rows } = await query<Selectable<Deliveries>>`
    with begun as (
      update deliveries set state = 'sending', attempts = attempts + 1
      where id = (
        select id from deliveries as due
        where channel = ${channel} and state = 'waiting' and next_at <= ${now} and not exists (
          select from deliveries as other where other.state = 'sending'
            and other.channel = due.channel and other.target = due.target)
        order by next_at, created_at, id limit 1 for update skip locked
      ) returning *
    ), noted as (
      insert into delivery_attempts (delivery_id, number, started_at)
      select id, attempts, ${now}::timestamptz from begun
    ) select * from begun`.execute(sql)
  const [row] = rows
  return row
    ? {
        ...{ id: row.id, channel, source: row.source, userId: row.user_id, target: row.target },
        ...{ content: row.content, attempt: row.attempts, createdAt: row.created_at.getTime() },
      }
    : null
}

/** How an attempt ended, and what follows. */
export interface AttemptEnd {
  readonly at: number
  readonly failure: DeliveryFailureReason | null
  readonly detail: string
  /** When it is retried; null: no more. */
  readonly nextAt: number | null
}

/** What was withdrawn while it was under way is not retried. */
export async function endAttempt(
  sql: Kysely<DB>,
  { id, attempt }: Pick<Delivery, 'id' | 'attempt'>,
  { at, failure, detail, nextAt }: AttemptEnd,
): Promise<void> {
  await sql.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('delivery_attempts')
      .set({ ended_at: new Date(at), failure, detail: storableText(detail) })
      .where('delivery_id', '=', id)
      .where('number', '=', attempt)
      .execute()
    const stored = await transaction
      .selectFrom('deliveries')
      .select('failure')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const withdrawn = stored?.failure === 'withdrawn' ? stored.failure : null
    const next = withdrawn === null ? nextAt : null
    const state = failure === null ? 'sent' : next === null ? 'failed' : 'waiting'
    await transaction
      .updateTable('deliveries')
      .set({ state, failure: failure && (withdrawn ?? failure) })
      .set({ ended_at: next === null ? new Date(at) : null })
      .$if(next !== null, (update) => update.set({ next_at: new Date(next ?? at) }))
      .where('id', '=', id)
      .execute()
  })
}

/** What stays of a source of which all else is withdrawn. */
export interface Kept {
  readonly channel: DeliveryChannel
  /** Of these targets alone, in upper or lower case; null: of all. */
  readonly targets: readonly string[] | null
}

/** Ends what waits of a source; what is under way is marked, and ends with its attempt. */
export async function withdrawDeliveries(
  transaction: Transaction<DB>,
  {
    source,
    kept,
    at,
  }: { readonly source: string; readonly kept: Kept | null; readonly at: number },
): Promise<void> {
  const targets = kept?.targets?.map((target) => target.toLowerCase()) ?? null
  const isKept = kept
    ? query`channel = ${kept.channel}
        and (${targets}::text[] is null or lower(target) = any(${targets}::text[]))`
    : query`false`
  await query`update deliveries set failure = 'withdrawn',
      state = case state when 'waiting' then 'failed' else state end,
      ended_at = case state when 'waiting' then ${new Date(at)}::timestamptz end
    where source = ${source} and state in ('waiting', 'sending') and not (${isKept})`.execute(
    transaction,
  )
}

/** Those that a server left under way when it ended. */
export async function readInterrupted(
  sql: Sql,
): Promise<readonly Pick<Delivery, 'id' | 'attempt'>[]> {
  return sql
    .selectFrom('deliveries')
    .select(['id', 'attempts as attempt'])
    .where('state', '=', 'sending')
    .execute()
}

/** When the next delivery is due, ms UTC; null: none waits. */
export async function nextDue(sql: Sql): Promise<number | null> {
  const row = await sql
    .selectFrom('deliveries')
    .select(({ fn }) => fn.min('next_at').as('at'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}

/** What waits is due earlier by so much, ms. */
export async function advanceDue(sql: Sql, byMs: number): Promise<void> {
  await query`update deliveries set next_at = next_at - ${byMs / 1_000} * interval '1 second'
    where state = 'waiting'`.execute(sql)
}

/** Removes what ended before `before`, and the oldest of more than `maximum`. */
export async function removeEnded(
  sql: Sql,
  { before, maximum }: { readonly before: number; readonly maximum: number },
): Promise<void> {
  await query`delete from deliveries where ended_at is not null and (ended_at < ${new Date(before)}
    or ended_at < (select ended_at from deliveries where ended_at is not null
      order by ended_at desc offset ${maximum} limit 1))`.execute(sql)
}

/** The last deliveries of these sources, the newest first. */
export async function readDeliveries(
  sql: Sql,
  sources: readonly string[],
  maximum: number,
): Promise<readonly LoggedDelivery[]> {
  if (sources.length === 0) return []
  const rows = await sql
    .selectFrom('deliveries')
    .leftJoin('delivery_attempts', (join) =>
      join
        .onRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
        .onRef('delivery_attempts.number', '=', 'deliveries.attempts'),
    )
    .selectAll('deliveries')
    .select('delivery_attempts.detail')
    .where('source', 'in', sources)
    .orderBy('created_at', 'desc')
    .orderBy('deliveries.id')
    .limit(maximum)
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, channel: Channel.parse(row.channel), source: row.source, target: row.target },
    state: DeliveryState.parse(row.state),
    failure: DeliveryFailureReason.nullable().parse(row.failure),
    ...{ attempts: row.attempts, detail: row.detail ?? '', createdAt: row.created_at.getTime() },
    nextAt: row.ended_at === null ? row.next_at.getTime() : null,
    endedAt: row.ended_at?.getTime() ?? null,
  }))
}
