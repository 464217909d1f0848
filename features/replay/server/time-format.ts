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
  const offsetOf = zoneOffset(timezone)
  return (text) => (/^\d{9,13}(\.\d+)?$/.test(text) ? readEpoch(text) : readDate(text, offsetOf))
}

/** Up to eleven digits are seconds (until the year 5138), more are milliseconds. */
function readEpoch(text: string): number {
  const number = Number(text)
  return Math.round(number < 100_000_000_000 ? number * 1_000 : number)
}

function readDate(text: string, offsetOf: (utc: number) => number): number | undefined {
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
  return wall + milliseconds - (zone === undefined ? wallOffset(wall, offsetOf) : namedOffset(zone))
}

function namedOffset(zone: string): number {
  if (/^z$/i.test(zone)) return 0
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/**
 * What a wall clock is ahead of UTC. In the hour that a clock change repeats, the first of the two
 * is taken.
 */
function wallOffset(wall: number, offsetOf: (utc: number) => number): number {
  const before = offsetOf(wall - 86_400_000)
  return offsetOf(wall - before) === before ? before : offsetOf(wall - offsetOf(wall))
}

function zoneOffset(timezone: string): (utc: number) => number {
  if (timezone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // Zones change at whole quarters of an hour, and rows follow each other closely: two quarters are
  // asked for in turn.
  const known = new Map<number, number>()
  return (utc) => {
    const quarter = Math.floor(utc / 900_000)
    const cached = known.get(quarter)
    if (cached !== undefined) return cached
    if (known.size >= 64) known.clear()
    const parts = Object.fromEntries(
      format.formatToParts(quarter * 900_000).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter * 900_000
    known.set(quarter, offset)
    return offset
  }
}
