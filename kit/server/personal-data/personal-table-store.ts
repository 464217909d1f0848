import { sql as query, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../postgres-schema.ts'
import type { PersonalRow, PersonalTable } from './personal-data.ts'
import { removeAt, withoutNames } from './remove-at.ts'
import type { NameRemover } from './remove-names.ts'

const or = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? query`false` : query.join([...conditions], query` or `)

const ofPerson = ({ people }: PersonalTable, personId: number) =>
  or(Object.keys(people).map((column) => query`${query.ref(column)} = ${personId}`))

/** Rows that have the id of the person, without what never leaves the server. */
export async function readRows(
  sql: Kysely<DB>,
  table: PersonalTable,
  personId: number,
  limit: number,
): Promise<PersonalRow[]> {
  const { rows } = await query<PersonalRow>`
    select * from ${query.table(table.table)} where ${ofPerson(table, personId)}
    limit ${limit}`.execute(sql)
  const withheld = new Set(table.withheld)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !withheld.has(column))),
  )
}

/** Empties what rows of the person name the person by. */
export async function emptyColumns(
  transaction: Transaction<DB>,
  table: PersonalTable,
  personId: number,
): Promise<void> {
  if (!table.emptied?.length) return
  const emptied = table.emptied.map((column) => query`${query.ref(column)} = ''`)
  await query`update ${query.table(table.table)} set ${query.join(emptied)}
    where ${ofPerson(table, personId)}`.execute(transaction)
}

/** Takes names from free texts of all rows, and from those in their JSON; whether any had one. */
export async function removeFromTexts(
  transaction: Transaction<DB>,
  { table, texts = [], documents = {} }: PersonalTable,
  names: readonly string[],
  remove: NameRemover,
): Promise<boolean> {
  let isChanged = false
  for (const column of texts)
    for (const { place, text } of await readNaming(transaction, table, column, names)) {
      isChanged = true
      const left = withoutNames(text, remove)
      await query`update ${query.table(table)} set ${query.ref(column)} = ${left}
        where ctid = ${place}::tid`.execute(transaction)
    }
  const written = [...new Set(names.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]))]
  for (const [column, paths] of Object.entries(documents))
    for (const { place, text } of await readNaming(transaction, table, column, written)) {
      isChanged = true
      const document = JSON.stringify(removeAt(JSON.parse(text), paths, remove))
      await query`update ${query.table(table)} set ${query.ref(column)} = ${document}::jsonb
        where ctid = ${place}::tid`.execute(transaction)
    }
  return isChanged
}

/** Rows whose column holds one of the names, by their place in the table. */
async function readNaming(
  transaction: Transaction<DB>,
  table: string,
  column: string,
  names: readonly string[],
): Promise<readonly { readonly place: string; readonly text: string }[]> {
  const found = names.map(
    (name) => query`position(lower(${name}::text) in lower(${query.ref(column)}::text)) > 0`,
  )
  const { rows } = await query<{ place: string; text: string }>`
    select ctid::text as place, ${query.ref(column)}::text as text from ${query.table(table)}
    where ${or(found)} for update`.execute(transaction)
  return rows
}
