import type { Locale } from '#kit/model/locale.ts'
import type { Caller } from '../caller.ts'
import type { TelemetryReader } from '../clickhouse/telemetry.ts'
import type { Printed, PrintedDocument } from './printed-document.ts'

/** Whose handover of which shift. */
export interface HandoverTask {
  readonly caller: Caller
  /** A moment of the shift, ms UTC. */
  readonly at: number
  readonly language: Locale
}

/** What the caller may see of a shift's handover, to be printed; null: the site has no shifts. */
export type PrintHandover = (
  task: HandoverTask,
  reader: TelemetryReader,
) => Promise<{ readonly document: PrintedDocument; readonly printed: Printed } | null>
