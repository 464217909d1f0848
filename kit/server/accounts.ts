import type { Kysely, Transaction } from 'kysely'
import type { Locale } from '#kit/model/locale.ts'
import type { Rights } from '#kit/model/gate.ts'
import type { AuditOrigin } from './audit.ts'
import type { Caller } from './caller.ts'
import type { DB } from './postgres-schema.ts'

/** A person with an account, as other features name them. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** What articles can be about; it comes with the permission to write them. */
export interface Product {
  readonly key: string
  readonly name: string
}

/**
 * The people of this installation, for features that name them or tie something to them. What is
 * stored about people is read and written by `features/accounts` alone. Everything is read through
 * `sql`, which may be the transaction of a change.
 */
export interface Accounts {
  /** Null when there is nobody with this id. */
  person(sql: Kysely<DB>, id: number): Promise<Person | null>
  /** The people with these ids, by id; ids that nobody has are missing. */
  people(sql: Kysely<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, Person>>
  /**
   * Ids of the people who have these e-mail addresses, in upper or lower case, by the address as it
   * was given. Addresses that nobody has are missing.
   */
  idsByEmail(sql: Kysely<DB>, emails: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Ids of the people in whose name this text occurs, in upper or lower case. */
  idsByName(sql: Kysely<DB>, text: string): Promise<readonly number[]>
  /**
   * What a person may do now in those of these roles that the person has; what was given directly
   * counts where these are all. Null for an account that is disabled or has none of them, and for
   * nobody.
   */
  rights(sql: Kysely<DB>, id: number, roles: readonly string[]): Promise<Rights | null>
  /** Ids of the people whose accounts are disabled. */
  disabledIds(sql: Kysely<DB>): Promise<readonly number[]>
  /** Ids of the people who have one of these roles; disabled accounts are missing. */
  idsWithRoles(sql: Kysely<DB>, roles: readonly string[]): Promise<readonly number[]>
  /** The language that a person has chosen; null: none. */
  language(sql: Kysely<DB>, id: number): Promise<Locale | null>
  /** Products that have articles of their own, by name. */
  products(sql: Kysely<DB>): Promise<readonly Product[]>
  /** Every role, by name. */
  roleNames(sql: Kysely<DB>): Promise<readonly string[]>
}

/**
 * Gives what a person has made and others use to somebody else, in the transaction that removes the
 * account. What it returns is called after that.
 */
export type TakeOver = (
  transaction: Transaction<DB>,
  origin: AuditOrigin,
  leaving: { readonly person: Person; readonly newOwner: Person },
) => Promise<() => void>

/** Follows the new name of a role in what a feature has stored, in the transaction that renames. */
export type FollowRoleName = (
  transaction: Transaction<DB>,
  from: string,
  to: string,
) => Promise<void>

/** Who is signed in, for what outlives a request. */
export interface Sessions {
  /**
   * The caller behind a session, with the rights of this moment; null when the session may not be
   * used any more. Read at most 3 s ago; what the bus events `sessionsEnded` and `rightsChanged`
   * announce counts at once.
   */
  callerOfSession(sessionId: string): Promise<Caller | null>
  /**
   * The same as the store has it at this moment, read through `sql`, which may be the transaction
   * of a change that has waited.
   */
  readCaller(sql: Kysely<DB>, sessionId: string): Promise<Caller | null>
}
