import type { Locale } from '#kit/model/locale.ts'
import type { ExportFigure } from '../../contract/readings.ts'
import type { ExportedSensor } from '../file/reading-rows.ts'
import type { StepPart } from '../file/step-rows.ts'
import type { ReportedSensor } from '../../contract/report/section.ts'
import type { DrawnDocument } from '../file/pdf/draw-document.ts'
import type { ReportOptions } from '../file/pdf/report-file.ts'
import type { Cell, Column } from '../file/table.ts'
import type { RawPage } from '../reading/read-pages.ts'

/** How readings or steps become the rows of a table. */
export interface Layout {
  readonly mode: 'sensor' | 'group'
  /** In group mode its columns, in sensor mode the only one of the table or all of them. */
  readonly sensors: readonly ExportedSensor[]
  /** In group mode how the columns are called. */
  readonly names: readonly string[]
  readonly steps: null | { readonly isDay: boolean; readonly figure: ExportFigure }
  /** Each row begins with the names of its sensor: one table holds several. */
  readonly namesSensor: boolean
}

/** What the server requests of the process, one request after another. */
export type WriterRequest =
  | {
      readonly type: 'open'
      readonly path: string
      readonly format: 'xlsx' | 'csv'
      readonly timezone: string
      readonly language: Locale
    }
  | {
      readonly type: 'table'
      readonly name: string
      readonly columns: readonly Column[]
      readonly rows: readonly (readonly Cell[])[]
    }
  /** How the pages that follow become rows of the present table. */
  | { readonly type: 'layout'; readonly layout: Layout }
  | { readonly type: 'readings'; readonly page: RawPage }
  | { readonly type: 'steps'; readonly parts: readonly StepPart[] }
  /** Completes the rows of the present layout. */
  | { readonly type: 'complete' }
  /** Writes a PDF at once. */
  | { readonly type: 'document'; readonly options: DrawnDocument }
  /** Begins the PDF of a report. */
  | { readonly type: 'open-report'; readonly options: ReportOptions }
  | { readonly type: 'section'; readonly reported: ReportedSensor; readonly device: string }
  /** Begins a ZIP; requests about a file of its own may be between. */
  | { readonly type: 'open-archive'; readonly path: string }
  /** Puts a file into the ZIP; answered when it has been read. */
  | { readonly type: 'entry'; readonly path: string; readonly name: string }
  | { readonly type: 'end-archive' }
  /** Completes the file. */
  | { readonly type: 'end' }

/**
 * The answer to each request, in their order. `rows` of readings and steps so far; of a report its
 * pages, when it is complete.
 */
export type Answer =
  | { readonly type: 'done'; readonly bytes: number; readonly rows: number }
  | { readonly type: 'failed'; readonly reason: 'disk' | 'defect'; readonly message: string }
