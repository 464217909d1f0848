import { unguarded } from '#kit/model/spreadsheet-text.ts'
import { maximumColumns } from '../../contract/mapping.ts'

/** A defect of the file, if no other reason is given. */
export const unreadable = (error: unknown): FileRefusal =>
  error instanceof FileRefusal
    ? error
    : new FileRefusal('not_readable', error instanceof Error ? error.message : String(error))
/** What a cell of a workbook has in the place of a value. */
export interface CellFault {
  readonly fault: 'cell_error' | 'formula' | 'rounded'
  readonly text: string
}

/** Text as it is in a file; a number only in a workbook. Null: empty. */
export type Cell = string | number | CellFault | null

/** A row of a table. */
export interface Row {
  /** Of a workbook. */
  readonly sheet: string | null
  /** The sheet in which its table began, where that had no room for all of it. */
  readonly tableSheet?: string
  /** Where it begins in the file or the sheet, from 1. */
  readonly line: number
  readonly cells: readonly Cell[]
  /** Which of its cells are shown as dates; absent: none, or not known. */
  readonly dates?: ReadonlySet<number>
  /** It cannot be read: its one cell is its text. */
  readonly isBroken?: true
}

/**
 * Rows in a portion, whatever bytes of the file are there: who goes on with an import where it was
 * counts on the same ones.
 */
export const portionRows = 500

/** The rows of a file, in portions, in their order. */
export interface RowSource {
  readonly rows: AsyncIterable<readonly Row[]>
  /** How much of the file has been read, 0 to 1. */
  readonly share: () => number
  close(): void
}

/** Why a file cannot be read as a whole. */
export class FileRefusal extends Error {
  readonly failure:
    | ('not_readable' | 'encrypted' | 'too_large' | 'too_many_columns')
    | ('dangerous' | 'empty')
  constructor(failure: FileRefusal['failure'], message: string) {
    super(message)
    this.name = 'FileRefusal'
    this.failure = failure
  }
}

/** Throws `FileRefusal` where a value stands behind the last column that is read. */
export function refuseBehindColumns(cells: Iterable<Cell>): void {
  for (const cell of cells)
    if (cell !== null && (typeof cell !== 'string' || cell.trim() !== ''))
      throw new FileRefusal('too_many_columns', `more than ${maximumColumns} columns`)
}

/** A text without what the database takes in none: zeros and half characters. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

const nameLength = 400

/** A name in a cell; in CSV without the apostrophe that is before what looks like a formula. */
export function nameIn(cell: Cell | undefined, sheet: string | null): string {
  const text = typeof cell === 'object' && cell !== null ? cell.text : String(cell ?? '')
  const name = storable(text.slice(0, nameLength)).trim()
  return sheet === null ? unguarded(name) : name
}

const shownLength = 120

/** A cell as people see it, shortened. */
export function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'object' ? cell.text : String(cell)
  return storable(text.length > shownLength ? `${text.slice(0, shownLength)}…` : text)
}
