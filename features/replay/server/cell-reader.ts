import type { Info } from 'csv-parse'
import { maximumTextLength } from '#kit/model/limits.ts'
import type { Recording } from './recording.ts'

export interface Row {
  readonly line: number
  /** ms UTC, as recorded. */
  readonly time: number
  readonly values: Readonly<Record<string, number | string>>
  readonly readings: number
  /** How much of the file has been read up to this row, from 0 to 1. */
  readonly share: number
}

/** What could not be read, and where; the row or cell is left out. */
export type OnProblem = (line: number, what: 'row' | 'cell', reason: string) => void

export const missing = new Set(['', 'nan', 'null', 'na', 'n/a', '-', 'none'])

/** A row longer than this is a quotation mark that was never closed. */
export const maximumRecordLength = 1_000_000

export class CellReader {
  readonly #recording: Recording
  readonly #onProblem: OnProblem
  /** Whether a column holds numbers, by its first cell that is not empty. */
  readonly #numeric: (boolean | undefined)[] = []
  readonly #decimalComma: boolean

  constructor(recording: Recording, onProblem: OnProblem) {
    this.#recording = recording
    this.#onProblem = onProblem
    this.#decimalComma = recording.separator !== ','
  }

  read(record: readonly string[], { lines, bytes }: Info): Row | undefined {
    const { keys, readTime, timeColumn, size } = this.#recording
    if (record.length !== keys.length) {
      this.#onProblem(lines, 'row', `has ${record.length} columns instead of ${keys.length}`)
      return undefined
    }
    const written = record[keys.indexOf(null)] ?? ''
    const time = readTime(written)
    if (time === undefined) {
      this.#onProblem(lines, 'row', `"${written.slice(0, 40)}" in ${timeColumn} is not a time`)
      return undefined
    }
    const values: Record<string, number | string> = {}
    let readings = 0
    keys.forEach((key, place) => {
      const value = key === null ? undefined : this.#cell(record[place] ?? '', place, key, lines)
      if (key === null || value === undefined) return
      values[key] = value
      readings++
    })
    return {
      line: lines,
      time,
      values,
      readings,
      share: size === 0 ? 1 : Math.min(1, bytes / size),
    }
  }

  #cell(text: string, place: number, key: string, line: number): number | string | undefined {
    if (missing.has(text.toLowerCase())) return undefined
    const number = this.#number(text)
    this.#numeric[place] ??= number !== undefined
    if (this.#numeric[place]) {
      if (number === undefined)
        this.#onProblem(line, 'cell', `"${text.slice(0, 40)}" in ${key} is not a number`)
      return number
    }
    if (text.length <= maximumTextLength) return text
    this.#onProblem(
      line,
      'cell',
      `the text in ${key} has more than ${maximumTextLength} characters`,
    )
    return undefined
  }

  #number(text: string): number | undefined {
    const plain = this.#decimalComma && /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined
    const number = Number(plain)
    return Number.isFinite(number) ? number : undefined
  }
}
