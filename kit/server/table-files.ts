/** A table of a file: numbers and texts under a head. */
export interface FileTable {
  readonly name: string
  readonly columns: readonly {
    readonly header: string
    /** Characters. */ readonly width: number
  }[]
  readonly rows: Iterable<readonly (number | string | null)[]>
}

/**
 * Writes small tables, some thousands of rows in all, into a file and returns its bytes: a workbook
 * of Excel with a sheet for each, or CSV of the first alone. No text becomes a formula.
 */
export type WriteTables = (tables: readonly FileTable[], format: 'csv' | 'xlsx') => Promise<Buffer>
