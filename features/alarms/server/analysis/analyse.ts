import type { Range } from '#kit/model/time/period.ts'
import { instantOf, localOf } from '#kit/model/time/zone.ts'
import { guidance, rateWindowMs } from '../../contract/analysis/guidance.ts'
import type { AlarmAnalysis } from '../../contract/analysis/routes.ts'
import type { AlarmColumns, AlarmSource } from './alarm-columns.ts'
import { binMs, countAlarms, type AlarmCounts } from './count-alarms.ts'
import { groupAlarms, type Grouping, type SourceGroup } from './group-alarms.ts'
import { hoursOf } from './hours-map.ts'
import { medianOf } from './median.ts'

export interface AnalysisRequest extends Range {
  readonly operators: number
  readonly timezone: string
  readonly isSeen: (source: AlarmSource) => boolean
}

/** The figures of an analysis, and its groups whole. */
export interface CountedAnalysis extends Pick<
  AlarmAnalysis,
  | 'count'
  | 'before'
  | 'earlier'
  | 'recordedFrom'
  | 'hidden'
  | 'journal'
  | 'priorities'
  | 'medianToAcknowledgeMs'
  | 'acknowledged'
  | 'rate'
  | 'hours'
> {
  readonly groups: Readonly<Record<Grouping, readonly SourceGroup[]>>
  /** The most alarms first. */
  readonly chattering: readonly { readonly source: SourceGroup; readonly maximumInMinute: number }[]
}

/** Counts the alarms of a period and of the one before, which is as long by the wall clock. */
export async function analyse(
  columns: AlarmColumns,
  { from, to, operators, timezone, isSeen }: AnalysisRequest,
): Promise<CountedAnalysis> {
  const { sources } = columns
  const seen = Uint8Array.from(sources, (source) => (isSeen(source) ? 1 : 0))
  const range = { from, to }
  const earlier = rangeBefore(range, timezone)
  const present = await countAlarms(columns, range, seen)
  const before = await countAlarms(columns, earlier, seen)
  const recordedFrom = firstSeen(columns, seen)
  const grouped = (grouping: Grouping) => groupAlarms(sources, present, before, grouping)
  return {
    ...{ count: present.count, earlier, recordedFrom },
    before: recordedFrom !== null && recordedFrom < from ? before.count : null,
    ...{ hidden: present.hidden, journal: present.journal },
    priorities: [0, 1, 2].map((at) => ({
      count: present.priorities[at] ?? 0,
      before: before.priorities[at] ?? 0,
    })),
    medianToAcknowledgeMs: medianOf(present.delays, present.acknowledged),
    acknowledged: present.acknowledged,
    rate: rateOf(present, range, operators),
    hours: hoursOf(present, range, timezone),
    groups: {
      ...{ sources: grouped('sources'), sensors: grouped('sensors') },
      ...{ rules: grouped('rules'), devices: grouped('devices') },
    },
    chattering: chatteringOf(sources, present, before),
  }
}

/** The period right before, as long by the wall clock; ms UTC. */
function rangeBefore({ from, to }: Range, timezone: string): Range {
  const length = localOf(to, timezone) - localOf(from, timezone)
  const start = Math.round(instantOf(localOf(from, timezone) - length, timezone))
  return { from: Math.max(0, Math.min(start, from - 1)), to: from }
}

function firstSeen({ source, raisedAt, length }: AlarmColumns, seen: Uint8Array): number | null {
  for (let place = 0; place < length; place++)
    if (seen[source[place] ?? 0] === 1) return raisedAt[place] ?? null
  return null
}

function rateOf(
  { count, bins, binsFrom }: AlarmCounts,
  { from, to }: Range,
  operators: number,
): AlarmAnalysis['rate'] {
  const step = rateWindowMs / binMs
  const windows = bins.length / step
  let floods = 0
  let busiest: AlarmAnalysis['rate']['busiest'] = null
  for (let window = 0; window < windows; window++) {
    const alarms = (bins[window * step] ?? 0) + (bins[window * step + 1] ?? 0)
    if (alarms / operators >= guidance.floodFrom) floods++
    if (alarms > (busiest?.count ?? 0))
      busiest = { at: binsFrom + window * rateWindowMs, count: alarms }
  }
  return {
    operators,
    mean: (count * rateWindowMs) / (to - from) / operators,
    busiest,
    windows,
    floods,
  }
}

function chatteringOf(sources: readonly AlarmSource[], present: AlarmCounts, before: AlarmCounts) {
  return [...present.chattering]
    .flatMap(([index, maximumInMinute]) => {
      const source = sources[index]
      if (!source) return []
      const priorities = [0, 1, 2].map((at) => present.bySourceAndPriority[3 * index + at] ?? 0)
      const counts = { count: present.bySource[index] ?? 0, before: before.bySource[index] ?? 0 }
      return [{ source: { source, ...counts, priorities }, maximumInMinute }]
    })
    .toSorted((one, other) => other.source.count - one.source.count)
}
