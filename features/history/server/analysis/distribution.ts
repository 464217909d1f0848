import { staleAfterIntervals } from '#kit/model/sensor.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import type { Bin, Distribution } from '../../contract/analysis.ts'
import { readHeldSums, type HeldSum } from '../held-store.ts'
import type { SensorRange } from '../history-store.ts'
import type { FiguresRequest } from '../numeric-figures.ts'
import { figuresOf } from '../reports/figures.ts'
import { readValueBefore } from '../value-before-store.ts'
import { binEdges, type Spread } from './bin-edges.ts'
import { readBinCounts } from './distribution-store.ts'

/** How often, and for how long, a sensor had which values. */
export async function distributionOf(
  reader: PersonalReader,
  request: Parameters<typeof figuresOf>[1],
): Promise<Distribution> {
  const { sensor, from } = request
  const { statistics, timeWeighted } = await figuresOf(reader, request)
  const { count, badCount, source, minimum, maximum, lowerQuartile, upperQuartile } = statistics
  const none = { count, badCount, source, bins: null }
  if (source !== 'raw') return { ...none, reason: 'expired' }
  if (minimum === null || maximum === null) return { ...none, reason: 'empty' }
  const spread: Spread = {
    ...{ count, minimum, maximum, decimals: sensor.decimals },
    lowerQuartile: lowerQuartile ?? minimum,
    upperQuartile: upperQuartile ?? maximum,
  }
  const heldMs = timeWeighted?.heldMs ?? staleAfterIntervals * sensor.intervalMs
  const usableMs = timeWeighted?.usableMs ?? 0
  const bins = await binsOf(reader, request, { spread, heldMs })
  const isWhole = bins.reduce((sum, bin) => sum + bin.heldMs, 0) >= usableMs
  const before = isWhole ? null : await readValueBefore(reader, { sensorId: sensor.id, from })
  if (before === null) return { count, badCount, source, bins, reason: null }
  // At the beginning a value counts that no reading of the range has.
  const ends = { minimum: Math.min(minimum, before), maximum: Math.max(maximum, before) }
  const all = await binsOf(reader, request, { spread: { ...spread, ...ends }, heldMs })
  return { count, badCount, source, bins: all, reason: null }
}

async function binsOf(
  reader: PersonalReader,
  { sensor, from, to, now }: FiguresRequest,
  { spread, heldMs }: { readonly spread: Spread; readonly heldMs: number },
): Promise<Bin[]> {
  const edges = binEdges(spread)
  const range: SensorRange = { sensorId: sensor.id, from, to }
  const end = Math.min(to, now)
  const rows = Number.MAX_SAFE_INTEGER
  const [counts, held] = await Promise.all([
    readBinCounts(reader.lengthy, range, edges),
    end > from
      ? readHeldSums(reader.lengthy, { ...range, to: end, heldMs, rows }, sumsOf(edges))
      : undefined,
  ])
  return edges.slice(1).map((upper, index): Bin => {
    const lower = edges[index] ?? 0
    return { from: lower, to: upper, count: counts[index] ?? 0, heldMs: held?.[`bin${index}`] ?? 0 }
  })
}

/** The time of each bin; the last one holds its upper edge too. */
function sumsOf(edges: readonly number[]): Readonly<Record<string, HeldSum>> {
  return Object.fromEntries(
    edges.slice(1).map((upper, index) => {
      const isLast = index === edges.length - 2
      const lower = numberOf(edges[index] ?? 0)
      const when = `quality < 2 AND value >= ${lower}
        AND value ${isLast ? '<=' : '<'} ${numberOf(upper)}`
      return [`bin${index}`, { times: '1', when }]
    }),
  )
}

/** A number in a statement, exactly as it is. */
const numberOf = (value: number) => `toFloat64('${value}')`
