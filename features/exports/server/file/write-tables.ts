import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WriteTables } from '#kit/server/table-files.ts'
import { CsvFile } from './csv-file.ts'
import { XlsxFile } from './xlsx-file.ts'
import { ZoneOffsets } from './zone-offsets.ts'

/** See `WriteTables`; times have no place in such tables. */
export const writeTables: WriteTables = async (tables, format) => {
  const directory = await mkdtemp(join(tmpdir(), 'warroom-tables-'))
  try {
    const path = join(directory, 'file')
    const options = { path, offsets: new ZoneOffsets('UTC'), bad: '' }
    const file = format === 'xlsx' ? new XlsxFile(options) : new CsvFile(options)
    for (const { name, columns, rows } of format === 'xlsx' ? tables : tables.slice(0, 1)) {
      file.table(
        name,
        columns.map((column) => ({ ...column, kind: 'value' as const })),
      )
      for (const row of rows) file.row(row)
      await file.drain()
    }
    await file.end()
    return await readFile(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
