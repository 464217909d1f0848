import { instantOf } from '#kit/model/time/zone.ts'

/** Turns the text of a time column into ms UTC; undefined when it is no time. */
export type TimeReader = (text: string) => number | undefined

const isoDate = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/
const dottedDate = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/
const clock =
  /^(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Reads ISO 8601, `YYYY-MM-DD HH:MM:SS`, `DD.MM.YYYY HH:MM:SS` and seconds or milliseconds since
 * 1970.
 */
export function timeReader(timezone: string): TimeReader {
  const instantAt = instantReader(timezone)
  return (text) => (/^\d{9,13}(\.\d+)?$/.test(text) ? readEpoch(text) : readDate(text, instantAt))
}

/** Up to eleven digits are seconds (until the year 5138), more are milliseconds. */
function readEpoch(text: string): number {
  const number = Number(text)
  return Math.round(number < 100_000_000_000 ? number * 1_000 : number)
}

function readDate(text: string, instantAt: (wall: number) => number): number | undefined {
  const iso = isoDate.exec(text)
  const date = iso ?? dottedDate.exec(text)
  const time = date && clock.exec(text.slice(date[0].length))
  if (!date || !time) return undefined
  const [year, month, day] = (iso ? [date[1], date[2], date[3]] : [date[3], date[2], date[1]]).map(
    Number,
  ) as [number, number, number]
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0', zone] = time
  const wall = Date.UTC(year, month - 1, day, Number(hours), Number(minutes), Number(seconds))
  const back = new Date(wall)
  // Date.UTC carries a 31st of April over into May: such a date is a mistake.
  if (
    back.getUTCMonth() !== month - 1 ||
    back.getUTCDate() !== day ||
    Number(minutes) > 59 ||
    Number(seconds) > 59
  )
    return undefined
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1_000)
  const local = wall + milliseconds
  return zone === undefined ? instantAt(local) : local - namedOffset(zone)
}

function namedOffset(zone: string): number {
  if (/^z$/i.test(zone)) return 0
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

const quarter = 15 * 60_000

/**
 * Returns a function that gives the instant at which the wall clock of the zone showed a time. Rows
 * follow each other closely: within a quarter of an hour without a change of clocks the zone is
 * asked once.
 */
function instantReader(timezone: string): (wall: number) => number {
  const starts = new Map<number, number | null>()
  const startOf = (begin: number): number | null => {
    const from = instantOf(begin, timezone)
    return instantOf(begin + quarter - 1, timezone) === from + quarter - 1 ? from : null
  }
  return (wall) => {
    const begin = Math.floor(wall / quarter) * quarter
    let start = starts.get(begin)
    if (start === undefined) {
      if (starts.size >= 64) starts.clear()
      start = startOf(begin)
      starts.set(begin, start)
    }
    return start === null ? instantOf(wall, timezone) : start + wall - begin
  }
}
