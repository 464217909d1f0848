import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { AuditAction } from '#kit/model/audit.ts'
import type { AuditMany, AuditOrigin, AuditRecord } from '#kit/server/audit.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { insertEntries, type EntryOfSum } from './audit-store.ts'
import {
  addToSum,
  countSums,
  openSums,
  takeEndedSums,
  type Counted,
  type EndedSum,
  type SumScope,
} from './sums-store.ts'

/** A sum becomes an entry this long after it was opened. */
const periodMs = 60_000

/** What anybody can cause without an account, as often as they like. */
const floods: ReadonlySet<AuditAction> = new Set(['session.sign-in-failed'])
/**
 * Subjects of one address, and of all, that have entries and sums of their own within a period; the
 * others are counted together.
 */
const subjectsOfAddress = 5
const subjects = 30
const addresses = 30

/** Where names of what a sum stands for are listed in its entry. */
const sampleField: Partial<Record<AuditAction, string>> = {
  'session.sign-in-failed': 'accounts',
  'device.add-sensors': 'sensors',
  'device.propose-sensors': 'sensors',
}

/** Whether entries like this one are summed up when there are many. */
export const isFlood = (action: AuditAction): boolean => floods.has(action)

/**
 * Inserts the first of its kind (action, subject, address, reason) as an entry, and counts those
 * that follow within the period. With too many subjects those that are new are counted by address,
 * and with too many addresses all together: the entries of a minute are bounded, the counts are
 * right.
 */
export async function recordFlood(
  transaction: Transaction<DB>,
  origin: AuditOrigin,
  record: AuditRecord,
  insert: () => Promise<void>,
): Promise<void> {
  const subject = counted('subject', origin, record, 1)
  if (await addToSum(transaction, subject)) return
  const open = await countSums(transaction, record.action, 'subject', origin.address)
  if (open.all < subjects && open.ofAddress < subjectsOfAddress) {
    const added = await openSums(transaction, [{ ...subject, amount: 0 }], periodMs)
    if (added.has(subject.key)) await insert()
    return
  }
  const anonymous = { ...record, entityId: '', entityName: '' }
  const ofAddress = counted('address', origin, anonymous, 1, [record.entityName])
  if (await addToSum(transaction, ofAddress)) return
  const room =
    (await countSums(transaction, record.action, 'address', origin.address)).all < addresses
  const overall = counted('all', { ...origin, address: 'several' }, anonymous, 1, [
    record.entityName,
  ])
  await openSums(transaction, [room ? ofAddress : overall], periodMs)
}

/** Counts changes that come in numbers; each subject's become one entry when the period ends. */
export const recordMany: AuditMany = async (transaction, origin, records) => {
  if (records.length === 0) return
  const sums = records.map(({ names, ...record }) =>
    counted('subject', origin, record, names.length, names),
  )
  await openSums(transaction, sums, periodMs)
}

function counted(
  scope: SumScope,
  origin: AuditOrigin,
  record: AuditRecord,
  amount: number,
  samples: readonly string[] = [],
): Counted {
  const parts = [
    scope,
    record.action,
    record.entityId,
    record.entityName.toLowerCase(),
    origin.address,
  ]
  // Who tries unknown names is not counted apart for each reason: a reason is the same as long as
  // the subject is.
  if (scope === 'subject') parts.push(JSON.stringify(record.after ?? {}))
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64')
  return { scope, key, record, origin, samples, amount }
}

const sumsPerTransaction = 200

/** Writes an entry for every sum whose period has ended. Returns how many were written. */
export async function writeEndedSums(sql: Kysely<DB>): Promise<number> {
  let written = 0
  for (;;) {
    const batch = await sql.transaction().execute(async (transaction) => {
      const ended = await takeEndedSums(transaction, sumsPerTransaction)
      const entries = ended.filter(({ count }) => count > 0).map(entryOf)
      if (entries.length > 0) await insertEntries(transaction, entries)
      return { taken: ended.length, written: entries.length }
    })
    written += batch.written
    if (batch.taken < sumsPerTransaction) return written
  }
}

function entryOf(sum: EndedSum): EntryOfSum {
  const {
    action,
    entity,
    entity_id,
    entity_name,
    address,
    request_id,
    count,
    first_time,
    last_time,
  } = sum
  const field = sampleField[action as AuditAction]
  const samples = sum.samples as readonly string[]
  const after = {
    ...(sum.after as object),
    ...(field !== undefined && samples.length > 0 ? { [field]: samples } : {}),
  }
  const moment = last_time ?? new Date()
  return {
    ...{ action, entity, entity_id, entity_name, address, request_id, count },
    ...{ after: JSON.stringify(after), first_time: first_time ?? moment, time: moment },
  }
}
