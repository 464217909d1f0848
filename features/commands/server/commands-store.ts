import { sql as query, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { CommandTarget } from '#kit/model/device-command.ts'
import { CommandValue } from '#kit/model/device-command.ts'
import type { AuditOrigin } from '#kit/server/audit.ts'
import type { Commands, DB } from '#kit/server/postgres-schema.ts'
import { commandOutcomes, type CommandOutcomeName } from '../contract/routes.ts'

/** A command as it is stored. */
export interface StoredCommand {
  readonly id: string
  readonly deviceId: number
  /** Null: the account is gone. */
  readonly userId: number | null
  readonly sender: string
  readonly protocol: string
  readonly target: Pick<CommandTarget, 'id' | 'name' | 'unit'>
  readonly value: CommandValue
  readonly previous: CommandValue | null
  /** ms UTC */
  readonly sentAt: number
  readonly deadline: number
  readonly address: string
  readonly requestId: string
  readonly outcome: CommandOutcomeName | null
  readonly reason: string | null
  readonly endedAt: number | null
}

/** The newest commands of a device that are stored. */
const storedOfDevice = 1_000
const minuteMs = 60_000

/** Stores a command; false when there is one with its id, or one to its target is under way. */
export async function insertCommand(
  transaction: Transaction<DB>,
  { target, ...command }: StoredCommand,
): Promise<boolean> {
  const { endedAt, previous } = command
  const row = await transaction
    .insertInto('commands')
    .values({
      ...{ id: command.id, device_id: command.deviceId, user_id: command.userId },
      ...{ user_name: command.sender, protocol: command.protocol, unit: target.unit },
      ...{ target_id: target.id, target_name: target.name, value: JSON.stringify(command.value) },
      previous: previous === null ? null : JSON.stringify(previous),
      ...{ sent_at: new Date(command.sentAt), deadline: new Date(command.deadline) },
      ...{ address: command.address, request_id: command.requestId },
      ...{ outcome: command.outcome, reason: command.reason },
      ended_at: endedAt === null ? null : new Date(endedAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes what a device has beyond the newest that are stored; never what is under way. */
export async function removeOldCommands(
  transaction: Transaction<DB>,
  deviceId: number,
): Promise<void> {
  await query`
    delete from commands where outcome is not null and id in (
      select id from commands where device_id = ${deviceId}
      order by sent_at desc, id offset ${storedOfDevice})`.execute(transaction)
}

/** Writes how a command ended, once; null when it has ended already, or is gone. */
export async function endCommand(
  transaction: Transaction<DB>,
  id: string,
  end: {
    readonly outcome: CommandOutcomeName
    readonly reason: string | null
    readonly at: number
  },
): Promise<StoredCommand | null> {
  const row = await transaction
    .updateTable('commands')
    .set({ outcome: end.outcome, reason: end.reason, ended_at: new Date(end.at) })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? toCommand(row) : null
}

export async function readCommand(sql: Kysely<DB>, id: string): Promise<StoredCommand | null> {
  const row = await sql.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toCommand(row) : null
}

/** Ids of the commands that have no outcome and whose deadline was before, ms UTC. */
export async function readInProgress(
  sql: Kysely<DB>,
  before = Infinity,
): Promise<readonly string[]> {
  const rows = await sql
    .selectFrom('commands')
    .select('id')
    .where('outcome', 'is', null)
    .$if(before < Infinity, (query) => query.where('deadline', '<', new Date(before)))
    .orderBy('sent_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** A page of the commands of a device, newest first, and how many there are. */
export async function readHistory(
  sql: Kysely<DB>,
  deviceId: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly commands: readonly StoredCommand[]; readonly total: number }> {
  const ofDevice = sql.selectFrom('commands').where('device_id', '=', deviceId)
  const [rows, { total }] = await Promise.all([
    ofDevice
      .selectAll()
      .orderBy('sent_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    ofDevice.select(query<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { commands: rows.map(toCommand), total }
}

/** Until the transaction ends nobody else counts commands of this person. */
export async function lockCounts(transaction: Transaction<DB>, userId: number): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('commands'), ${userId})`.execute(transaction)
}

/** Commands of the last minute to the device, and of the person to any. */
export async function countRecent(
  transaction: Transaction<DB>,
  { deviceId, userId, now }: { readonly deviceId: number; readonly userId: number; now: number },
): Promise<{ readonly ofDevice: number; readonly ofPerson: number }> {
  const [from, until] = [new Date(now - minuteMs), new Date(now + minuteMs)]
  const { rows } = await query<{ ofDevice: number; ofPerson: number }>`
    select count(*) filter (where device_id = ${deviceId})::integer as "ofDevice",
      count(*) filter (where user_id = ${userId})::integer as "ofPerson"
    from commands
    where (device_id = ${deviceId} or user_id = ${userId})
      and sent_at > ${from} and sent_at < ${until}`.execute(transaction)
  return rows[0] ?? { ofDevice: 0, ofPerson: 0 }
}

/** The person's call that sent a command, for the audit of its outcome. */
export const originOfCommand = ({ userId, address, requestId }: StoredCommand): AuditOrigin => ({
  actorId: userId,
  ...{ address, requestId },
})

function toCommand(row: Selectable<Commands>): StoredCommand {
  return {
    ...{ id: row.id, deviceId: row.device_id, userId: row.user_id, sender: row.user_name },
    ...{ protocol: row.protocol, address: row.address, requestId: row.request_id },
    target: { id: row.target_id, name: row.target_name, unit: row.unit },
    value: CommandValue.parse(row.value),
    previous: row.previous === null ? null : CommandValue.parse(row.previous),
    ...{ sentAt: row.sent_at.getTime(), deadline: row.deadline.getTime() },
    outcome: commandOutcomes.find((outcome) => outcome === row.outcome) ?? null,
    ...{ reason: row.reason, endedAt: row.ended_at?.getTime() ?? null },
  }
}
