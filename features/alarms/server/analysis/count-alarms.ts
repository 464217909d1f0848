import type { Range } from '#kit/model/time/period.ts'
import { nextSlice } from '#kit/server/process/slices.ts'
import { chatterMs, rateWindowMs } from '../../contract/analysis/guidance.ts'
import { hiddenFlag, priorityBits, type AlarmColumns } from './alarm-columns.ts'

/** Alarms are counted in bins of this length: windows of ten minutes and hours of any zone fit. */
export const binMs = 300_000
/** Alarms between two moments at which others have their turn. */
const atOnce = 100_000

/** What was counted of a period; arrays by source have the places of `AlarmColumns.sources`. */
export interface AlarmCounts {
  count: number
  hidden: number
  journal: number
  /** Of priority 1, 2 and 3. */
  readonly priorities: Uint32Array
  readonly bySource: Uint32Array
  /** Three for each source: of priority 1, 2 and 3. */
  readonly bySourceAndPriority: Uint32Array
  /** Start of the first bin, ms UTC: a multiple of the windows of the rate. */
  readonly binsFrom: number
  readonly bins: Uint32Array
  /** How long each took to be acknowledged, ms; the first `acknowledged` ones. */
  readonly delays: Float64Array
  acknowledged: number
  /** Sources that chatter, with the most alarms that they had in less than a minute. */
  readonly chattering: Map<number, number>
}

/** Counts the alarms of a period whose sources are seen (not 0). Others have turns meanwhile. */
export async function countAlarms(
  columns: AlarmColumns,
  { from, to }: Range,
  isSeen: Uint8Array,
): Promise<AlarmCounts> {
  const first = columns.from(from)
  const end = columns.from(to)
  const counted = emptyCount({ from, to }, columns.sources.length, end - first)
  const chatter = new ChatterWatch(columns.sources.length)
  for (let start = first; start < end; start += atOnce) {
    countSome(columns, [start, Math.min(end, start + atOnce)], isSeen, counted, chatter)
    if (start + atOnce < end) await nextSlice()
  }
  for (const [source, times] of timesOf(columns, [first, end], chatter.sources))
    counted.chattering.set(source, maximumWithin(times, chatterMs))
  return counted
}

function emptyCount({ from, to }: Range, sources: number, alarms: number): AlarmCounts {
  const binsFrom = Math.floor(from / rateWindowMs) * rateWindowMs
  const binsTo = Math.ceil(to / rateWindowMs) * rateWindowMs
  return {
    ...{ count: 0, hidden: 0, journal: 0, acknowledged: 0 },
    ...{ priorities: new Uint32Array(3), bySource: new Uint32Array(sources) },
    bySourceAndPriority: new Uint32Array(3 * sources),
    ...{ binsFrom, bins: new Uint32Array((binsTo - binsFrom) / binMs) },
    ...{ delays: new Float64Array(alarms), chattering: new Map() },
  }
}

function countSome(
  { raisedAt, acknowledgedAt, source: sources, flags }: AlarmColumns,
  [start, end]: readonly [number, number],
  isSeen: Uint8Array,
  counted: AlarmCounts,
  chatter: ChatterWatch,
): void {
  const { priorities, bySource, bySourceAndPriority, bins, binsFrom, delays } = counted
  for (let place = start; place < end; place++) {
    const source = sources[place] ?? 0
    if (isSeen[source] !== 1) continue
    const flag = flags[place] ?? 0
    const priority = flag & priorityBits
    if (priority === 0) counted.journal++
    else if ((flag & hiddenFlag) !== 0) counted.hidden++
    else {
      const at = raisedAt[place] ?? 0
      counted.count++
      increase(priorities, priority - 1)
      increase(bySource, source)
      increase(bySourceAndPriority, 3 * source + priority - 1)
      increase(bins, Math.floor((at - binsFrom) / binMs))
      const delay = (acknowledgedAt[place] ?? 0) - at
      if (!Number.isNaN(delay)) delays[counted.acknowledged++] = Math.max(0, delay)
      chatter.take(source, at)
    }
  }
}

function increase(counts: Uint32Array, place: number): void {
  counts[place] = (counts[place] ?? 0) + 1
}

/** Finds the sources of which a third alarm came within the time of chattering. */
class ChatterWatch {
  readonly sources = new Set<number>()
  /** When each came last, and the time before. */
  readonly #last: Float64Array
  readonly #before: Float64Array

  constructor(sources: number) {
    this.#last = new Float64Array(sources).fill(-Infinity)
    this.#before = new Float64Array(sources).fill(-Infinity)
  }

  take(source: number, at: number): void {
    if (at - (this.#before[source] ?? 0) < chatterMs) this.sources.add(source)
    this.#before[source] = this.#last[source] ?? 0
    this.#last[source] = at
  }
}

/** When the alarms of these sources came, those that people were shown. */
function timesOf(
  { raisedAt, source: sources, flags }: AlarmColumns,
  [first, end]: readonly [number, number],
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, readonly number[]> {
  const times = new Map([...wanted].map((source) => [source, [] as number[]]))
  if (times.size === 0) return times
  for (let place = first; place < end; place++) {
    const flag = flags[place] ?? 0
    if (flag < hiddenFlag && flag > 0) times.get(sources[place] ?? -1)?.push(raisedAt[place] ?? 0)
  }
  return times
}

/** The most of these times, in their order, that lie less than `ms` apart. */
function maximumWithin(times: readonly number[], ms: number): number {
  let maximum = 0
  let first = 0
  for (const [place, time] of times.entries()) {
    while (time - (times[first] ?? time) >= ms) first++
    maximum = Math.max(maximum, place - first + 1)
  }
  return maximum
}
