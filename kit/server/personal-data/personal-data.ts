import type { Kysely, Transaction } from 'kysely'
import type { Person } from '../accounts.ts'
import type { AuditOrigin } from '../audit.ts'
import type { DB } from '../postgres-schema.ts'

/** One table in which something is stored with the id, or with the name, of a person. */
export interface PersonalTable {
  readonly table: keyof DB
  /**
   * Columns with the id of a person, and what the database does with a row when the account goes:
   * it goes too, or it stays without the id. A test compares this with the foreign keys.
   */
  readonly people: Readonly<Record<string, 'goes' | 'stays'>>
  /** Columns of such rows that are emptied: names, addresses. */
  readonly emptied?: readonly string[]
  /** Free texts, from which names are taken wherever they stand, whoever wrote them. */
  readonly texts?: readonly string[]
  /**
   * The same in columns of JSON: the paths of the free texts in each (`removeAt`). All else in it,
   * such as choices and identifiers, stays as the feature has stored it.
   */
  readonly documents?: Readonly<Record<string, readonly string[]>>
  /** Called once names were taken: for what is made of the texts, as what they are found by. */
  readonly afterRemoval?: (transaction: Transaction<DB>) => Promise<void>
  /** Columns that never leave the server: secrets and hashes of them. */
  readonly withheld?: readonly string[]
}

/** A row as it is exported: by columns; bytes stay bytes. */
export type PersonalRow = Readonly<Record<string, unknown>>

/** What one source holds about a person. */
export interface PersonalRecords {
  /** How its file in the export is called, without extension. */
  readonly name: string
  readonly rows: readonly PersonalRow[]
  /** There is more than one export holds. */
  readonly isCut: boolean
}

/** Everything that is stored about a person, read and taken away. */
export interface PersonalData {
  /** By source; sources that hold nothing are left out. */
  readonly read: (sql: Kysely<DB>, person: Person) => Promise<readonly PersonalRecords[]>
  /**
   * Takes the person's names and addresses from everything that stays when the account goes, and
   * writes the one entry of the audit that says so. The account itself is removed by the caller, in
   * the same transaction: both become true, or neither.
   */
  readonly erase: (
    transaction: Transaction<DB>,
    origin: AuditOrigin,
    person: Person,
  ) => Promise<void>
}

/** What the audit does for it: its entries are chained, so it alone changes them. */
export interface AuditErasure {
  readonly read: (
    sql: Kysely<DB>,
    personId: number,
    limit: number,
  ) => Promise<readonly PersonalRow[]>
  /** All names and e-mail addresses by which entries call the person, former ones too. */
  readonly namesOf: (sql: Kysely<DB>, personId: number) => Promise<readonly string[]>
  /** Takes names from the entries, and records that in an entry of its own. */
  readonly redact: (
    transaction: Transaction<DB>,
    origin: AuditOrigin,
    personId: number,
    names: readonly string[],
  ) => Promise<void>
}
