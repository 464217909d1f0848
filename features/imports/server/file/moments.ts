import { zoneOffset, day } from '#kit/model/time/zone.ts'
import type { Mapping, TimeFormat } from '../../contract/mapping.ts'
import type { Refusal } from '../../contract/outcome.ts'
import type { RowBefore } from './row-order.ts'

const hour = 3_600_000
/** Days from 30 December 1899, where the dates of spreadsheets begin, to 1970. */
const epochDays = 25_569
/** By so many days dates of workbooks of the 1904 system begin later. */
export const days1904 = 1_462

const clock = String.raw`(\d{1,2})(?::?(\d{2}))(?::?(\d{2})(?:[.,](\d{1,9}))?)?`
const half = String.raw`(?:\s*([AaPp])\.?[Mm]\.?)?`
const offset = String.raw`(?:\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?`
const rest = String.raw`(?:(?:\s*[Tt,]\s*|\s+)${clock}${half}${offset})?`
const patterns = {
  iso: new RegExp(String.raw`^(\d{4}|\d{2})([-/.]?)(\d{1,2})\2(\d{1,2})${rest}$`),
  other: new RegExp(String.raw`^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})${rest}$`),
}
const clockAlone = new RegExp(`^${clock}${half}${offset}$`)
const offsetAlone = /^([+-])(\d{2}):?(\d{2})?$/

/** A time of the wall clock as if it were UTC, or an instant where the text has an offset. */
export interface WrittenTime {
  readonly local: number
  /** ms to be taken away to get UTC; null: the zone says. */
  readonly offset: number | null
  /** Whether the text says no hour. */
  readonly isDate: boolean
  /** Whether its year has two digits. */
  readonly isShort?: boolean
}

/** Reads a time as text; `leap_second` for a second 60, null for anything else that is none. */
export function writtenTime(
  text: string,
  format: 'iso' | 'day-first' | 'month-first',
): WrittenTime | 'leap_second' | null {
  const isIso = format === 'iso'
  const found = (isIso ? patterns.iso : patterns.other).exec(text)
  if (!found) return null
  const [, one = '', , two = '', three = '', ...clockParts] = found
  // Without separators each part has all of its digits.
  if (isIso && found[2] === '' && `${one}${two}${three}`.length !== 8) return null
  const [year, month, date] = isIso
    ? [one, two, three]
    : format === 'day-first'
      ? [three, two, one]
      : [three, one, two]
  const days = Date.UTC(wholeYear(year), Number(month) - 1, Number(date))
  const read = new Date(days)
  if (read.getUTCMonth() !== Number(month) - 1 || read.getUTCDate() !== Number(date)) return null
  const time = clockOf(clockParts)
  if (time === null || time === 'leap_second') return time
  return { ...time, local: days + time.local, isShort: year.length === 2 }
}

/** As POSIX has it, 69 to 99 are of the former century; forms say so in their texts. */
function wholeYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < 69 ? 2000 + year : 1900 + year
}

/** A clock alone, as ms of the day. */
export function writtenClock(text: string): WrittenTime | 'leap_second' | null {
  const found = clockAlone.exec(text)
  return found ? clockOf(found.slice(1)) : null
}

function clockOf(parts: readonly (string | undefined)[]): WrittenTime | 'leap_second' | null {
  const [hours, minutes, seconds = '0', fraction = '', letter, zone] = parts
  if (hours === undefined) return { local: 0, offset: null, isDate: true }
  const offset = zone === undefined ? null : offsetOf(zone)
  const isAfternoon = letter?.toLowerCase() === 'p'
  const hourOfDay =
    letter === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0)
  if (letter !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null
  if (hourOfDay > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null
  if (Number(seconds) === 60) return 'leap_second'
  const ms = Math.floor(Number(`0.${fraction || '0'}`) * 1000 + 1e-6)
  const local = hourOfDay * hour + Number(minutes) * 60_000 + Number(seconds) * 1000 + ms
  return { local, offset, isDate: false }
}

/** ms that `+05:30` says; null for anything else. */
export function offsetOf(text: string): number | null {
  if (/^(z|utc|gmt)$/i.test(text)) return 0
  const [, sign, hours = '', minutes = '0'] = offsetAlone.exec(text) ?? []
  if (sign === undefined || Number(hours) > 18 || Number(minutes) > 59) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * 60_000)
}

/** The wall clock of a date of a spreadsheet, to the ms. */
export const serialLocal = (serial: number, is1904: boolean): number =>
  Math.round((serial - epochDays + (is1904 ? days1904 : 0)) * day)

/** Instants of the wall clock of a zone; asked for many times of one hour it answers at once. */
export class WallClock {
  readonly #timezone: string
  /** Of hours in which the clock runs on, what is taken away to get UTC. */
  readonly #plain = new Map<number, number | null>()

  constructor(timezone: string) {
    this.#timezone = timezone
  }

  /** The instants (ms UTC) at which the clock shows this: none, one or two, the first one first. */
  instants(local: number): readonly number[] {
    const key = Math.floor(local / hour)
    let plain = this.#plain.get(key)
    if (plain === undefined) {
      plain = this.#plainOffset(key * hour)
      if (this.#plain.size > 50_000) this.#plain.clear()
      this.#plain.set(key, plain)
    }
    if (plain !== null) return [local - plain]
    const offsets = new Set([local - day, local + day].map((at) => zoneOffset(at, this.#timezone)))
    const found = [...offsets].filter((each) => zoneOffset(local - each, this.#timezone) === each)
    return found.map((each) => local - each).toSorted((one, other) => one - other)
  }

  #plainOffset(local: number): number | null {
    const before = zoneOffset(local - day, this.#timezone)
    return before === zoneOffset(local + hour + day, this.#timezone) ? before : null
  }
}

/** Earlier than this only clocks stand that were never set. */
const earliest = Date.UTC(1971, 0)

export type ReadMoment =
  | { readonly time: number; readonly isTwice: boolean }
  | { readonly reason: Refusal }

interface MomentOptions extends Pick<Mapping, 'timezone' | 'repeatedHour'> {
  readonly format: TimeFormat
  readonly is1904: boolean
  /** The latest time that is taken, ms UTC. */
  readonly latest: number
}

/** Makes instants of what is in the columns of times. */
export class MomentReader {
  readonly #options: MomentOptions
  readonly #wall: WallClock

  constructor(options: MomentOptions) {
    this.#options = options
    this.#wall = new WallClock(options.timezone)
  }

  /**
   * `clock` and `offset`: the columns beside the time, where there are such; `before`: the row
   * before, of the same sensor.
   */
  read(
    time: string | number,
    clock: string | number | null,
    offset: string | null,
    before: RowBefore,
  ): ReadMoment {
    const written = this.#written(time, clock)
    if (written === null) return { reason: 'unreadable_time' }
    if (written === 'leap_second') return { reason: written }
    const beside = offset === null || offset === '' ? null : offsetOf(offset)
    if (offset !== null && offset !== '' && beside === null) return { reason: 'unreadable_time' }
    const known = written.offset ?? beside
    return known === null
      ? this.#inZone(written.local, before)
      : this.#bounded(written.local - known, false)
  }

  #written(time: string | number, clock: string | number | null) {
    const { format, is1904 } = this.#options
    if (format === 'epoch-s' || format === 'epoch-ms') return epochTime(time, format)
    const date = typeof time === 'number' ? serialTime(time, is1904) : this.#text(time)
    if (clock === null || date === null || date === 'leap_second') return date
    const beside = typeof clock === 'number' ? serialTime(clock, false) : writtenClock(clock.trim())
    if (beside === null || beside === 'leap_second') return beside
    const ofDay = ((beside.local % day) + day) % day
    const midnight = Math.floor(date.local / day) * day
    return { local: midnight + ofDay, offset: beside.offset ?? date.offset, isDate: false }
  }

  #text(text: string) {
    const { format, is1904 } = this.#options
    if (format === 'serial') {
      const serial = Number(text.trim().replace(',', '.'))
      return text.trim() === '' || !Number.isFinite(serial) ? null : serialTime(serial, is1904)
    }
    return format === 'epoch-s' || format === 'epoch-ms' ? null : writtenTime(text.trim(), format)
  }

  #inZone(local: number, before: RowBefore): ReadMoment {
    const { repeatedHour } = this.#options
    const instants = this.#wall.instants(local)
    const [first, second] = instants
    if (first === undefined) return { reason: 'time_skipped' }
    if (second === undefined) return this.#bounded(first, false)
    if (repeatedHour === 'refuse') return { reason: 'time_twice' }
    const isFirst =
      repeatedHour === 'order' ? isFirstOf({ first, second }, before) : repeatedHour === 'first'
    return this.#bounded(isFirst ? first : second, true)
  }

  #bounded(time: number, isTwice: boolean): ReadMoment {
    if (time < earliest) return { reason: 'too_early' }
    return time > this.#options.latest ? { reason: 'in_future' } : { time, isTwice }
  }
}

/** Of two instants the first one, unless rows in the order of time have passed it. */
const isFirstOf = (
  { first, second }: { readonly first: number; readonly second: number },
  { time, isFalling }: RowBefore,
) => (isFalling ? second > time : first >= time)

function serialTime(serial: number, is1904: boolean): WrittenTime | null {
  const local = serialLocal(serial, is1904)
  return Number.isSafeInteger(local) && Math.abs(local) < 8e15
    ? { local, offset: null, isDate: Number.isInteger(serial) }
    : null
}

function epochTime(time: string | number, format: 'epoch-s' | 'epoch-ms'): WrittenTime | null {
  const text = String(time).trim().replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null
  const local = Math.floor(Number(text) * (format === 'epoch-s' ? 1000 : 1) + 1e-4)
  return Math.abs(local) < 8e15 ? { local, offset: 0, isDate: false } : null
}
