import type { Range } from '#kit/model/time/period.ts'
import { day, zoneOffset } from '#kit/model/time/zone.ts'
import { maximumDateRows, type AlarmAnalysis } from '../../contract/analysis/routes.ts'
import { binMs, type AlarmCounts } from './count-alarms.ts'

const hour = 3_600_000
const hoursOfDay = 24

/** Alarms by local day and hour; a clock that is set back adds what an hour has twice. */
export function hoursOf(
  { bins, binsFrom }: Pick<AlarmCounts, 'bins' | 'binsFrom'>,
  { from, to }: Range,
  timezone: string,
): AlarmAnalysis['hours'] {
  const offsetAt = offsetsOf(timezone)
  const dayAt = (time: number) => Math.floor((time + offsetAt(time)) / day)
  const firstDay = dayAt(from)
  const days = dayAt(to - 1) - firstDay + 1
  const kind = days <= maximumDateRows ? 'dates' : 'weekdays'
  const rowOf = (localDay: number) => (kind === 'dates' ? localDay - firstDay : weekdayOf(localDay))
  const rows = Array.from({ length: kind === 'dates' ? days : 7 }, (_, row) => ({
    day: kind === 'dates' ? dateOf(firstDay + row) : String(row + 1),
    cells: Array.from({ length: hoursOfDay }, (): number | null => null),
  }))
  for (const [index, count] of bins.entries()) {
    const start = binsFrom + index * binMs
    const at = Math.max(start, from)
    if (at >= Math.min(start + binMs, to)) continue
    const local = at + offsetAt(at)
    const cells = rows[rowOf(Math.floor(local / day))]?.cells
    const cell = Math.floor((((local % day) + day) % day) / hour)
    if (cells) cells[cell] = (cells[cell] ?? 0) + count
  }
  return { kind, rows }
}

/** 0 Monday to 6 Sunday; day 0 of the epoch was a Thursday. */
const weekdayOf = (localDay: number) => (((localDay + 3) % 7) + 7) % 7
const dateOf = (localDay: number) => new Date(localDay * day).toISOString().slice(0, 10)

/** Offsets of a zone, asked for once a day, and each quarter of an hour where they change. */
function offsetsOf(timezone: string): (time: number) => number {
  const quarter = hour / 4
  const known = new Map<number, number>()
  const at = (time: number) => {
    const offset = known.get(time) ?? zoneOffset(time, timezone)
    known.set(time, offset)
    return offset
  }
  return (time) => {
    const start = Math.floor(time / day) * day
    const offset = at(start)
    return at(start + day) === offset ? offset : at(Math.floor(time / quarter) * quarter)
  }
}
