import type { TimeFormat } from '../../contract/mapping.ts'
import { isClockAlone } from '../file/date-text.ts'
import { offsetOf, writtenClock, writtenTime } from '../file/moments.ts'
import { isEmpty, numberIn, qualityOf } from '../file/values.ts'
import type { Cell, Row } from '../file/row.ts'

/** What the cells of one column look like. */
export interface ColumnProfile {
  readonly filled: number
  readonly times: TimeGuess | null
  readonly isClock: boolean
  readonly isOffset: boolean
  readonly isQuality: boolean
  readonly isNumber: boolean
  /** Numbers with a comma where others have a point. */
  readonly commas: number
  readonly points: number
}

/** How the times of a column are written; `format` null: 03/04 could be either. */
export interface TimeGuess {
  readonly format: TimeFormat | null
  readonly hasOffsets: boolean
  readonly isDateOnly: boolean
  readonly hasShortYears: boolean
}

const mostly = 0.9
/** Some of the first times of a recording may be broken. */
const isMost = (count: number, all: number) => count * 2 > all
const seconds = { minimum: 100_000_000, maximum: 4_102_444_800 }

export function profileColumn(rows: readonly Row[], column: number): ColumnProfile {
  const cells = rows.map(({ cells: all }) => all[column]).filter((cell) => !isEmpty(cell))
  const dates = rows.filter(({ dates: some }) => some?.has(column)).length
  const texts = cells.filter((cell): cell is string => typeof cell === 'string')
  const clocks = cells.filter((cell) => typeof cell === 'number' && isClockAlone(cell)).length
  const share = (is: (text: string) => boolean) =>
    texts.length > 0 && texts.length >= cells.length * mostly
      ? texts.filter((text) => is(text.trim())).length >= texts.length * mostly
      : false
  const numbers = cells.filter(isNumeric).length
  const hasClocks = isMost(dates, cells.length) && clocks >= cells.length * mostly
  return {
    filled: cells.length,
    times: hasClocks ? null : timesOf(cells, dates),
    isClock:
      hasClocks || share((text) => /^\d{1,2}:\d{2}/.test(text) && isRead(writtenClock(text))),
    isOffset: share((text) => /^[+-]\d{2}:?\d{2}$/.test(text) && offsetOf(text) !== null),
    isQuality: share((text) => qualityOf(text) !== undefined && !/^\d$/.test(text)),
    isNumber: cells.length > 0 && numbers >= cells.length * mostly && dates === 0,
    commas: texts.filter((text) => /^\s*[+-]?\d+,\d+\s*$/.test(text)).length,
    points: texts.filter((text) => /^\s*[+-]?\d*\.\d+\s*$/.test(text)).length,
  }
}

const isNumeric = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'string' && (isNumberText(cell, '.') || isNumberText(cell, ',')))

/** What is no number that can be stored is one all the same. */
function isNumberText(text: string, decimal: '.' | ','): boolean {
  const read = numberIn(text, decimal)
  return 'value' in read || read.reason !== 'not_a_number'
}

const isRead = (time: ReturnType<typeof writtenTime>) => time !== null && time !== 'leap_second'

function timesOf(cells: readonly (Cell | undefined)[], dates: number): TimeGuess | null {
  const plain = { hasOffsets: false, isDateOnly: false, hasShortYears: false }
  if (cells.length === 0) return null
  if (isMost(dates, cells.length)) {
    const serials = cells.filter((cell) => typeof cell === 'number')
    return { ...plain, format: 'serial', isDateOnly: serials.every(Number.isInteger) }
  }
  const texts = cells.filter((cell): cell is string => typeof cell === 'string')
  const epochs = cells.map((cell) => (isNumeric(cell) ? Number(cell) : Number.NaN))
  const isEpoch = (scale: number) => {
    const { minimum, maximum } = seconds
    const fitting = epochs.filter((time) => time >= minimum * scale && time <= maximum * scale)
    return isMost(fitting.length, cells.length)
  }
  if (isEpoch(1000)) return { ...plain, format: 'epoch-ms', hasOffsets: true }
  if (isEpoch(1)) return { ...plain, format: 'epoch-s', hasOffsets: true }
  return writtenTimes(
    texts.map((text) => text.trim()),
    cells.length,
  )
}

const formats = ['iso', 'day-first', 'month-first'] as const

/** `all`: cells of the column, with those that are no texts. */
function writtenTimes(texts: readonly string[], all: number): TimeGuess | null {
  const fitting = formats.filter((format) => {
    const read = texts.filter((text) => writtenTime(text, format) !== null).length
    return isMost(read, all)
  })
  const [first] = fitting
  if (first === undefined) return null
  const counted = (format: (typeof formats)[number]) =>
    texts.filter((text) => writtenTime(text, format) !== null).length
  // Of 13/04 and 03/04 only one order reads both.
  const best = Math.max(...fitting.map(counted))
  const left = fitting.filter((format) => counted(format) === best)
  const withPoints = texts.some((text) => /^\d{1,2}\.\d{1,2}\./.test(text))
  // With points the day comes first, also where 24.12.05 could begin with the year.
  const written = withPoints && left.includes('day-first') ? 'day-first' : null
  const format = left.length === 1 ? (left[0] ?? first) : written
  const times = texts.map((text) => writtenTime(text, format ?? first))
  const read = times.filter((time) => time !== null && time !== 'leap_second')
  return {
    format,
    hasOffsets: read.length > 0 && read.every(({ offset }) => offset !== null),
    isDateOnly: read.length > 0 && read.every(({ isDate }) => isDate),
    hasShortYears: read.some(({ isShort }) => isShort),
  }
}
