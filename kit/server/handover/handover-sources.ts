import type { QualityCode } from '#kit/model/quality.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Shift } from '#kit/model/time/shifts.ts'
import type { AnnotationsOf } from '../annotations-of.ts'
import type { TelemetryReader } from '../clickhouse/telemetry.ts'

interface Span {
  /** ms UTC; `until` exclusive. */
  readonly from: number
  readonly until: number
}

/** What a handover shows of other features, each asked for what its reader may see alone. */
export interface HandoverSources {
  /** The site's, in any order. */
  readonly shifts: () => Promise<readonly Shift[]>
  /** The newest reading of each sensor at or before a moment, by its id. */
  readonly readingsAt: (
    reader: TelemetryReader,
    sensors: readonly Sensor[],
    at: number,
  ) => Promise<
    ReadonlyMap<
      number,
      {
        readonly value: number | string | null
        readonly quality: QualityCode
        readonly time: number
      }
    >
  >
  /** When nothing came from the devices of these sensors for too long; oldest first. */
  readonly outages: (
    reader: TelemetryReader,
    sensors: readonly Sensor[],
    span: Span,
  ) => Promise<readonly (Span & { readonly deviceId: number })[]>
  readonly annotations: AnnotationsOf
}
