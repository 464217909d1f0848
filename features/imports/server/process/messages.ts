import type { Inspection, Mapping } from '../../contract/mapping.ts'
import type { ImportFailure } from '../../contract/routes.ts'
import type { Refusal, RefusedRow } from '../../contract/outcome.ts'
import type { ValueSensor } from '../file/values.ts'

/** How the text of a CSV file is to be read, where a person has chosen it. */
export type CsvForm = {
  readonly [Name in 'encoding' | 'separator' | 'quote' | 'headRows']?: Mapping[Name] | undefined
}

/** What the server requests of the process, one request after another. */
export type ReaderRequest =
  | { readonly type: 'inspect'; readonly path: string; readonly form: CsvForm }
  /** Begins to read the names of a long table. */
  | { readonly type: 'scan'; readonly path: string; readonly mapping: Mapping }
  /** Begins to read readings. */
  | {
      readonly type: 'open'
      readonly path: string
      readonly mapping: Mapping
      readonly sensors: readonly ValueSensor[]
      readonly ofColumns: readonly number[]
      readonly ofNames: ReadonlyMap<string, number>
      readonly now: number
    }
  /** The next names or readings. */
  | { readonly type: 'next' }

/** Names of a long table that have not come before. */
export interface NamesBatch {
  readonly type: 'names'
  readonly names: readonly { readonly device: string; readonly name: string }[]
  readonly share: number
  readonly isLast: boolean
}

/** Readings of a part of the file: columns side by side; no value is NaN. */
export interface ReadingsBatch {
  readonly type: 'readings'
  /** Places in the list of sensors. */
  readonly sensor: Uint32Array
  /** ms UTC */
  readonly time: Float64Array
  readonly value: Float64Array
  /** 0 good, 1 uncertain, 2 bad */
  readonly quality: Uint8Array
  /** Where each stands, from 1; in which sheet, if the file has sheets. */
  readonly line: Uint32Array
  readonly sheets: readonly string[] | null
  /** Values that are texts, by their place. */
  readonly texts: ReadonlyMap<number, string>
  readonly rows: number
  readonly repeated: number
  readonly twice: number
  readonly refused: readonly RefusedRow[]
  readonly reasons: ReadonlyMap<Refusal, number>
  readonly share: number
  readonly isLast: boolean
}

/** The answer to each request, in their order. */
export type Answer =
  | { readonly type: 'inspect'; readonly inspection: Inspection }
  | { readonly type: 'opened' }
  | NamesBatch
  | ReadingsBatch
  | { readonly type: 'failed'; readonly reason: ImportFailure; readonly message: string }
