import type { Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { beginningOf, type NewAlarm, type StoredAlarm } from './alarm-row.ts'
import { insertAlarms, readAlarmsOf, readWhenRaised } from './alarms-store.ts'

/** An alarm that has begun. */
export interface BegunAlarm {
  alarm: NewAlarm
  /**
   * When the server noticed that, ms UTC: what was stored before is another alarm. Null: it may be
   * the same, which is evaluated again.
   */
  readonly takenAt: number | null
}

interface Inserted {
  /** Ids by beginnings. */
  readonly ids: ReadonlyMap<string, number>
  /** Those that were stored already, as they are there. */
  readonly stored: readonly StoredAlarm[]
}

/**
 * Stores alarms that have begun, each once. One of before may have begun at the same moment, and
 * have ended: of a rule that is switched on again, or has its former limit again, after a start.
 * The new one begins a moment later.
 */
export async function insertBegun(
  transaction: Transaction<DB>,
  begun: readonly BegunAlarm[],
): Promise<Inserted> {
  const ids = new Map<string, number>()
  const stored: StoredAlarm[] = []
  for (let left = begun; left.length > 0;) {
    const alarms = left.map(({ alarm }) => alarm)
    for (const [beginning, id] of await insertAlarms(transaction, alarms)) ids.set(beginning, id)
    const present = await presentOf(transaction, left, ids)
    stored.push(...present.same)
    for (const each of present.others) each.alarm = aMomentLater(each.alarm)
    left = present.others
  }
  return { ids, stored }
}

/** Of those that were not inserted: what is stored of the same, and which are others. */
async function presentOf(
  transaction: Transaction<DB>,
  begun: readonly BegunAlarm[],
  ids: ReadonlyMap<string, number>,
) {
  const existing = begun.filter(({ alarm }) => !ids.has(beginningOf(alarm)))
  const found = await readAlarmsOf(
    transaction,
    existing.map(({ alarm }) => alarm),
  )
  const byBeginning = new Map(found.map((alarm) => [beginningOf(alarm), alarm]))
  const ended = found.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id)
  const raisedAt = await readWhenRaised(transaction, ended)
  const isOther = ({ alarm, takenAt }: BegunAlarm) => {
    const former = byBeginning.get(beginningOf(alarm))
    return former !== undefined && (raisedAt.get(former.id) ?? Infinity) < (takenAt ?? -Infinity)
  }
  const others = existing.filter(isOther)
  for (const { alarm } of others) byBeginning.delete(beginningOf(alarm))
  return { others, same: [...byBeginning.values()] }
}

function aMomentLater(alarm: NewAlarm): NewAlarm {
  const since = alarm.since + 1
  const returnedAt = alarm.returnedAt === null ? null : Math.max(since, alarm.returnedAt)
  return { ...alarm, since, raisedAt: Math.max(since, alarm.raisedAt), returnedAt }
}
