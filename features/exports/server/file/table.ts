/** A value that is not simply good; `value` null: the sensor reported that it has none. */
export interface FlaggedCell {
  readonly value: number | string | null
  readonly quality: 'uncertain' | 'bad'
}

/** What one cell holds; in columns of times ms UTC. */
export type Cell = number | string | null | FlaggedCell

/**
 * `time`: an instant, written on the wall clock of the zone. `offset`: the offset from UTC at that
 * instant, which distinguishes the two hours that a clock shows twice; left out where the time
 * has it. `value`: numbers and texts.
 */
export interface Column {
  readonly header: string
  readonly kind: 'time' | 'offset' | 'value'
  /** Characters. */
  readonly width: number
}

/** A file of tables, written one after another. */
export interface TableFile {
  /** Begins a table; the one before it is complete. */
  table(name: string, columns: readonly Column[]): void
  row(cells: readonly Cell[]): void
  /** Resolves when little of what was written waits in memory. */
  drain(): Promise<void>
  /** Bytes that have left for the disk. */
  readonly bytes: number
  /** Completes the file on disk; how many bytes it has. */
  end(): Promise<number>
}

/** Instead of a number that looks good. */
export function badText({ value }: FlaggedCell, word: string): string {
  return value === null ? word : `${word} (${value})`
}
