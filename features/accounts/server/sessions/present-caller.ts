import type { Transaction } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import type { Gate } from '#kit/model/permission.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { holdUser } from '../users/users-store.ts'
import { readCaller } from './sessions-store.ts'

/** What a caller must still pass when a change has its turn. */
export interface Passage {
  readonly gate: Gate
  /** ms UTC. */
  readonly now: number
}

/**
 * The caller with the rights of this moment: a call that has waited for others, or hashed a
 * password, may have come with more. Nobody removes the caller until the transaction ends. 401 when
 * the account or the session is gone, 403 when the gate has closed.
 */
export async function presentCaller(
  transaction: Transaction<DB>,
  { userId, sessionId }: Caller,
  { gate, now }: Passage,
): Promise<Caller> {
  if (!(await holdUser(transaction, userId)))
    throw new AppError('unauthenticated', 'Your account was removed')
  const caller = await readCaller(transaction, sessionId, now)
  if (!caller) throw new AppError('unauthenticated', 'The session has ended')
  if (!passesGate(gate, caller))
    throw new AppError('forbidden', 'Your role does not allow this any more')
  return caller
}
