import type { Kysely } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Accounts } from '#kit/server/accounts.ts'
import type { AnnotationsOf } from '#kit/server/annotations-of.ts'
import type { Audit } from '#kit/server/audit.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { PrintHandover } from '#kit/server/handover/printed-handover.ts'
import type { ReadingCopies } from '#kit/server/readings/reading-copies.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import type { FileServices } from './make-file.ts'
import type { ReportServices } from './make-report.ts'

/** What exports need of the server. */
export interface ExportServices {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'rights' | 'person' | 'people' | 'idsByEmail'>
  readonly catalogue: Catalogue
  readonly telemetry: Telemetry
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  /** What is stored of which readings. */
  readonly retained: RetainedReadings
  readonly clock: Clock
  readonly audit: Audit
  readonly log: BaseLogger
  /** Whoever deletes readings for good asks it. */
  readonly copies: Pick<ReadingCopies, 'add'>
  /** Where files lie; made if needed. */
  readonly directory: string
  /** The site's zone and name. */
  readonly timezone: string
  readonly siteName: string
  readonly figures: FileServices['figures']
  readonly reports: ReportServices['reports']
  readonly annotations: AnnotationsOf
  readonly printHandover: PrintHandover
  /** Limits of what one file and all of them together take on disk, bytes. */
  readonly limits?: { readonly fileBytes: number; readonly totalBytes: number }
}
