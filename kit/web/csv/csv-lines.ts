import { parse } from 'csv-parse/browser/esm/sync'
import { z } from 'zod'

/** A line of a file, from 1 for the heads of the columns, and its cells. */
export interface CsvLine {
  readonly number: number
  readonly cells: readonly string[]
}

const Parsed = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }),
)

/** The lines of a file, whichever of comma, semicolon and tab parts them. Throws for no CSV. */
export function linesOf(text: string): readonly CsvLine[] {
  const [head = ''] = text.split(/\r?\n/, 1)
  const delimiter = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ','
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, info: true }
  return Parsed.parse(parse(text, { ...options, delimiter })).map(({ record, info }) => ({
    number: info.lines,
    cells: record,
  }))
}
