import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { HandoverSources } from '#kit/server/handover/handover-sources.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'

interface Sources {
  readonly reader: TelemetryReader
  readonly catalogue: Pick<Catalogue, 'deviceById'>
  readonly outages: HandoverSources['outages']
}

interface Span {
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
}

interface Outage {
  readonly from: number
  readonly until: number
}

/** Longer spans are looked at by the hour, in which an outage of minutes is not seen. */
const partMs = 36 * 3_600_000

/**
 * When nothing came from the device of this sensor, oldest first, to the minute or better. Spans
 * overlap, so that a silence is seen whole that began before the one in which it ends.
 */
export async function outagesWithin(
  { reader, catalogue, outages }: Sources,
  sensor: Sensor,
  { from, to }: Span,
): Promise<readonly Outage[]> {
  const silenceMs = catalogue.deviceById(sensor.deviceId)?.silenceMs ?? 0
  const found: Outage[] = []
  for (let begin = from; begin < to; begin += partMs) {
    const end = Math.min(to, begin + partMs)
    const overlap = begin === from ? 0 : 2 * silenceMs
    const some = await outages(reader, [sensor], { from: begin - overlap, until: end })
    for (const outage of some) add(found, { ...outage, from: Math.max(begin, outage.from) })
  }
  return found
}

/** One that goes on over the end of a span is one. */
function add(found: Outage[], { from, until }: Outage): void {
  if (from >= until) return
  const last = found.at(-1)
  if (last && from <= last.until)
    found[found.length - 1] = { from: last.from, until: Math.max(last.until, until) }
  else found.push({ from, until })
}
