import type { Kysely } from 'kysely'
import type { Person } from '../accounts.ts'
import type { DB } from '../postgres-schema.ts'
import type {
  AuditErasure,
  PersonalData,
  PersonalRecords,
  PersonalRow,
  PersonalTable,
} from './personal-data.ts'
import { emptyColumns, readRows, removeFromTexts } from './personal-table-store.ts'
import { nameRemover } from './remove-names.ts'

/** Rows of one table, or of the audit, that one export holds. */
const maximumRows = 50_000

/** What all features store about a person. */
export function createPersonalData(
  tables: readonly PersonalTable[],
  audit: AuditErasure,
): PersonalData {
  return {
    read: async (sql, { id }) => {
      const records: PersonalRecords[] = []
      for (const table of tables) {
        const rows = await readRows(sql, table, id, maximumRows + 1)
        records.push(recordsOf(table.table, rows))
      }
      records.push(recordsOf('audit_entries', await audit.read(sql, id, maximumRows + 1)))
      return records.filter(({ rows }) => rows.length > 0)
    },
    erase: async (transaction, origin, person) => {
      const names = await namesOf(transaction, audit, person)
      const remove = nameRemover(names)
      for (const table of tables) {
        await emptyColumns(transaction, table, person.id)
        const isChanged = await removeFromTexts(transaction, table, names, remove)
        if (isChanged) await table.afterRemoval?.(transaction)
      }
      await audit.redact(transaction, origin, person.id, names)
    },
  }
}

const recordsOf = (name: string, rows: readonly PersonalRow[]): PersonalRecords => ({
  ...{ name, rows: rows.slice(0, maximumRows), isCut: rows.length > maximumRows },
})

/**
 * Also those that the person had before, each with its accents within its letters and beside them:
 * a file that was named on another system has them otherwise.
 */
async function namesOf(
  sql: Kysely<DB>,
  audit: AuditErasure,
  { id, name, email }: Person,
): Promise<readonly string[]> {
  const names = new Set([name, email, ...(await audit.namesOf(sql, id))])
  names.delete('')
  const forms = [...names].flatMap((each) => [each, each.normalize('NFC'), each.normalize('NFD')])
  return [...new Set(forms)]
}
