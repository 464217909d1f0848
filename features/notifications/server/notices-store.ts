import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

type Sql = Kysely<DB> | Transaction<DB>

/** Rows of one statement: far below the parameters that one may have. */
const rowsAtOnce = 1_000
const retentionDays = 90

/** Writes the first place from which alarms are looked at, where there is none. */
export async function insertCursor(sql: Sql, event: number): Promise<void> {
  await sql
    .insertInto('notification_cursor')
    .values({ id: 1, event: String(event) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Up to which event alarms were looked at; nobody else looks until the transaction ends. */
export async function lockCursor(transaction: Transaction<DB>): Promise<number> {
  const { event } = await transaction
    .selectFrom('notification_cursor')
    .select('event')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Number(event)
}

export async function setCursor(transaction: Transaction<DB>, event: number): Promise<void> {
  await transaction
    .updateTable('notification_cursor')
    .set({ event: String(event) })
    .execute()
}

/** An alarm that is to leave by a route; ms UTC. */
export interface Notice {
  readonly routeId: number
  readonly alarmId: number
  readonly dueAt: number
}

/** Stores notices; an alarm that has one of the same route already has no second one. */
export async function insertNotices(
  transaction: Transaction<DB>,
  notices: readonly Notice[],
): Promise<void> {
  for (let start = 0; start < notices.length; start += rowsAtOnce)
    await transaction
      .insertInto('notification_notices')
      .values(
        notices.slice(start, start + rowsAtOnce).map(({ routeId, alarmId, dueAt }) => ({
          ...{ route_id: routeId, alarm_id: String(alarmId), due_at: new Date(dueAt) },
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Takes notices away again: these alarms may come by the route anew. */
export async function removeNotices(
  transaction: Transaction<DB>,
  routeId: number,
  alarmIds: readonly number[],
): Promise<void> {
  if (alarmIds.length === 0) return
  await transaction
    .deleteFrom('notification_notices')
    .where('route_id', '=', routeId)
    .where('alarm_id', '=', query<string>`any(${alarmIds.map(String)}::bigint[])`)
    .execute()
}

/** What is due of a route, also for people of it, waits until `next`. */
export async function putOffDue(
  transaction: Transaction<DB>,
  routeId: number,
  { at, next }: { readonly at: number; readonly next: number },
): Promise<void> {
  const isDue = query<boolean>`route_id = ${routeId}::integer and due_at <= ${new Date(at)}`
  const later = { due_at: new Date(next) }
  await transaction
    .updateTable('notification_notices')
    .set(later)
    .where(isDue)
    .where('ended_at', 'is', null)
    .execute()
  await transaction.updateTable('notification_held').set(later).where(isDue).execute()
}

const isOf = (routeIds: readonly number[]) =>
  query<boolean>`route_id = any(${[...routeIds]}::integer[])`

/** Ends all notices of these routes that are due, and returns them: alarms by route. */
export async function takeDue(
  transaction: Transaction<DB>,
  routeIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await transaction
    .updateTable('notification_notices')
    .set({ ended_at: new Date(at) })
    .where('ended_at', 'is', null)
    .where('due_at', '<=', new Date(at))
    .where(isOf(routeIds))
    .returning(['route_id', 'alarm_id'])
    .execute()
  const byRoute = new Map<number, number[]>()
  for (const { route_id: routeId, alarm_id: alarmId } of rows) {
    const alarmIds = byRoute.get(routeId) ?? []
    alarmIds.push(Number(alarmId))
    byRoute.set(routeId, alarmIds)
  }
  return byRoute
}

/** When the next notice is due, also of those that are held, ms UTC; null: none waits. */
export async function nextNotice(sql: Sql): Promise<number | null> {
  const { rows } = await query<{ at: Date | null }>`
    select least(
      (select min(due_at) from notification_notices where ended_at is null),
      (select min(due_at) from notification_held)) as at`.execute(sql)
  return rows[0]?.at?.getTime() ?? null
}

/** When notices of each route that wait are due, ms UTC, the earliest first. */
export async function readNoticeTimes(
  transaction: Transaction<DB>,
): Promise<readonly Omit<Notice, 'alarmId'>[]> {
  const rows = await transaction
    .selectFrom('notification_notices')
    .select(['route_id', 'due_at'])
    .distinct()
    .where('ended_at', 'is', null)
    .orderBy('due_at')
    .execute()
  return rows.map((row) => ({ routeId: row.route_id, dueAt: row.due_at.getTime() }))
}

/** Notices of a route that wait and are due at one moment are due at another one. */
export async function setNoticeTime(
  transaction: Transaction<DB>,
  { routeId, dueAt }: Omit<Notice, 'alarmId'>,
  next: number,
): Promise<void> {
  await transaction
    .updateTable('notification_notices')
    .set({ due_at: new Date(next) })
    .where('route_id', '=', routeId)
    .where('due_at', '=', new Date(dueAt))
    .where('ended_at', 'is', null)
    .execute()
}

/** An alarm that waits for the end of a person's quiet hours; ms UTC. */
export interface HeldNotice extends Notice {
  readonly userId: number
}

export async function insertHeld(
  transaction: Transaction<DB>,
  held: readonly HeldNotice[],
): Promise<void> {
  for (let start = 0; start < held.length; start += rowsAtOnce)
    await transaction
      .insertInto('notification_held')
      .values(
        held.slice(start, start + rowsAtOnce).map(({ routeId, userId, alarmId, dueAt }) => ({
          ...{ route_id: routeId, user_id: userId, alarm_id: String(alarmId) },
          due_at: new Date(dueAt),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Takes all that was held until now of these routes: alarms of one person by one route. */
export async function takeHeld(
  transaction: Transaction<DB>,
  routeIds: readonly number[],
  at: number,
): Promise<
  readonly { readonly routeId: number; readonly userId: number; readonly alarmIds: number[] }[]
> {
  const rows = await transaction
    .deleteFrom('notification_held')
    .where('due_at', '<=', new Date(at))
    .where(isOf(routeIds))
    .returning(['route_id', 'user_id', 'alarm_id'])
    .execute()
  const groups = Map.groupBy(rows, (row) => `${row.route_id} ${row.user_id}`)
  return [...groups.values()].map((group) => ({
    ...{ routeId: group[0]?.route_id ?? 0, userId: group[0]?.user_id ?? 0 },
    alarmIds: group.map((row) => Number(row.alarm_id)),
  }))
}

/** What is held for a person is looked at again at once. */
export async function recallHeld(
  transaction: Transaction<DB>,
  userId: number,
  at: number,
): Promise<void> {
  await transaction
    .updateTable('notification_held')
    .set({ due_at: new Date(at) })
    .where('user_id', '=', userId)
    .execute()
}

type HeldNoticeTime = Pick<HeldNotice, 'userId' | 'dueAt'>

/** When what is held for each person is due, ms UTC, the earliest first. */
export async function readHeldTimes(
  transaction: Transaction<DB>,
): Promise<readonly HeldNoticeTime[]> {
  const rows = await transaction
    .selectFrom('notification_held')
    .select(['user_id', 'due_at'])
    .distinct()
    .orderBy('due_at')
    .execute()
  return rows.map((row) => ({ userId: row.user_id, dueAt: row.due_at.getTime() }))
}

/** What is held for a person until one moment is held until another one. */
export async function setHeldTime(
  transaction: Transaction<DB>,
  { userId, dueAt }: HeldNoticeTime,
  next: number,
): Promise<void> {
  await transaction
    .updateTable('notification_held')
    .set({ due_at: new Date(next) })
    .where('user_id', '=', userId)
    .where('due_at', '=', new Date(dueAt))
    .execute()
}

/** Removes what ended long ago. */
export async function removeOldNotices(sql: Sql, at: number): Promise<void> {
  const before = new Date(at - retentionDays * 86_400_000)
  await query`delete from notification_notices where ended_at < ${before}`.execute(sql)
}
