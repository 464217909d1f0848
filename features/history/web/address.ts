import { besideSkipped } from './period/beside-skipped.ts'
import { isCompareWith, type CompareWith } from './compare/earlier.ts'
import { dayAt, isPreset, periodRange, type Preset, type Range } from '#kit/model/time/period.ts'
import { shortestZoomMs } from '#kit/ui/chart/data/zoom.ts'
import {
  day,
  instantOf,
  instantOfText,
  localOf,
  localText,
  startOfDay,
} from '#kit/model/time/zone.ts'
import { asText } from '#kit/web/address/address.ts'
import {
  readSensorNames,
  writeSensorNames,
  type SensorName,
} from '#kit/web/address/sensor-names.ts'

export type { SensorName }

/** Sensors that are shown together at most: a colour and a dash for each. */
export const maximumGroup = 12

/**
 * What the address of the page says. Wall-clock texts are `2026-11-20T06:00` in the site's zone.
 */
export interface Address {
  readonly thing: string | null
  readonly sensor: string | null
  readonly period: Preset | { readonly from: string; readonly to: string }
  readonly zoom: Range | null
  /** The sensors that are shown together; null: `sensor` is shown alone. */
  readonly group: readonly SensorName[] | null
  /** The earlier period that is drawn under the shown one; null: there is none. */
  readonly compare: CompareWith | null
  /** Readings are listed in the place of the curve. */
  readonly isTable: boolean
}

/** The part after the question mark, as the router has it. */
export interface AddressSearch {
  readonly thing?: string
  readonly sensor?: string
  readonly period?: string
  readonly from?: string
  readonly to?: string
  readonly zoom?: string
  readonly group?: string
  readonly compare?: string
  readonly view?: string
}

/**
 * Reads an address somebody may have typed: what does not make sense is as if it were not there.
 */
export function readAddress(search: Readonly<Record<string, unknown>>): Address {
  const period = asText(search['period'])
  const from = asText(search['from'])
  const to = asText(search['to'])
  const custom = from !== null && to !== null && isCustom(from, to) ? { from, to } : null
  return {
    thing: asText(search['thing']),
    sensor: asText(search['sensor']),
    period: custom ?? (period === null ? null : namedPeriod(period)) ?? 'today',
    zoom: readZoom(asText(search['zoom'])),
    group: readGroup(asText(search['group'])),
    compare: readCompare(asText(search['compare'])),
    isTable: search['view'] === table,
  }
}

const table = 'table'

const readCompare = (text: string | null): CompareWith | null =>
  text !== null && isCompareWith(text) ? text : null

/** A group in which nothing is chosen; no LESI ID is so short. */
const emptyGroup = '-'

/** `PUMP-1:flow,PUMP-2:flow`, keys percent-encoded. */
function readGroup(text: string | null): readonly SensorName[] | null {
  if (text === null) return null
  const names = readSensorNames(text)
  return names.length === 0 && text !== emptyGroup ? null : names.slice(0, maximumGroup)
}

const writeGroup = (group: readonly SensorName[]) =>
  group.length === 0 ? emptyGroup : writeSensorNames(group)

/** A preset, or `2026-01-01..2026-01-31` as the API spells whole days; null for any other text. */
function namedPeriod(text: string): Address['period'] | null {
  if (isPreset(text)) return text
  try {
    const { from, to } = periodRange(text, 'UTC', 0)
    return asCustom({ from, to }, 'UTC')
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Whether the address says something that is not shown, or says it in another way than the page
 * writes it.
 */
export function isAddressOutdated(search: Readonly<Record<string, unknown>>): boolean {
  const written: Readonly<Record<string, string>> = { ...writeAddress(readAddress(search)) }
  return ['period', 'from', 'to', 'zoom', 'group', 'compare', 'view'].some(
    (name) => search[name] !== undefined && asText(search[name]) !== (written[name] ?? null),
  )
}

/** Names of the parts of an address that no chart can show. */
export function misreadParts(search: Readonly<Record<string, unknown>>): string[] {
  const isNamed = (name: string) => search[name] !== undefined && search[name] !== ''
  const { period } = readAddress({ ...search, period: undefined })
  const isRead: Readonly<Record<string, boolean>> = {
    thing: asText(search['thing']) !== null,
    // A key alone names no sensor: devices have the same ones.
    sensor: asText(search['sensor']) !== null && isNamed('thing'),
    period: namedPeriod(asText(search['period']) ?? '') !== null,
    from: typeof period !== 'string',
    to: typeof period !== 'string',
    zoom: readZoom(asText(search['zoom'])) !== null,
    group: writeAddress(readAddress(search)).group === asText(search['group']),
    compare: readCompare(asText(search['compare'])) !== null,
    view: search['view'] === table,
  }
  return Object.keys(isRead).filter((name) => isNamed(name) && isRead[name] !== true)
}

/** The server accepts no later moment. */
const latest = Date.UTC(2100, 0, 1)

const isCustom = (from: string, to: string) => {
  const start = instantOfText(from, 'UTC')
  const end = instantOfText(to, 'UTC')
  return start !== null && end !== null && start >= 0 && start < end && end <= latest
}

function readZoom(text: string | null): Range | null {
  const [, from, to] = /^(\d{1,13})-(\d{1,13})$/.exec(text ?? '') ?? []
  return from !== undefined && to !== undefined && Number(from) < Number(to)
    ? { from: Number(from), to: Number(to) }
    : null
}

export function writeAddress(address: Address): AddressSearch {
  const { thing, sensor, period, zoom, group, compare, isTable } = address
  return {
    ...(thing === null ? {} : { thing }),
    ...(sensor === null ? {} : { sensor }),
    ...(typeof period === 'string' ? { period } : period),
    ...(zoom === null ? {} : { zoom: `${zoom.from}-${zoom.to}` }),
    ...(group === null ? {} : { group: writeGroup(group) }),
    ...(compare === null ? {} : { compare }),
    ...(isTable ? { view: table } : {}),
  }
}

/**
 * The instants of the chosen period at `now`; of one that is named after today, and means other
 * days than when its zoom was chosen, those around the zoom.
 */
export function wholeRange(
  period: Address['period'],
  timezone: string,
  { zoom, now }: { readonly zoom: Range | null; readonly now: number },
): Range {
  if (typeof period === 'string') {
    const range = periodRange(period, timezone, now)
    const isPast = zoom !== null && zoom.from < range.from && zoom.to <= now
    return isPast ? rangeAround(zoom, period, timezone, now) : range
  }
  const from = instantOfText(period.from, timezone) ?? now
  const to = instantOfText(period.to, timezone) ?? now
  return { from, to: Math.max(to, from + 1) }
}

/** What a named period meant when this was zoomed to; in any case all of the zoom. */
function rangeAround(zoom: Range, period: Preset, timezone: string, now: number): Range {
  const { from, to } = formerRange(zoom, period, timezone)
  return { from: Math.min(from, zoom.from), to: Math.max(Math.min(to, now), zoom.to) }
}

function formerRange(zoom: Range, period: Preset, timezone: string): Range {
  const dayEnd = dayAt(zoom.to - 1, timezone).to
  switch (period) {
    case 'today':
    case 'this-week':
      return { from: periodRange(period, timezone, dayEnd - 1).from, to: dayEnd }
    case 'last-week': {
      const weekLater = instantOf(localOf(zoom.from, timezone) + 7 * day, timezone)
      return periodRange(period, timezone, weekLater)
    }
    case '7-days':
    case '30-days':
      return { from: zoom.from, to: zoom.from + presetMs[period] }
  }
}

/** A period typed as two wall-clock texts that shows the same instants. */
export function asCustom(range: Range, timezone: string): { from: string; to: string } {
  return { from: localText(range.from, timezone), to: localText(range.to, timezone) }
}

/** The day in which a moment lies, of today by its name; both ms UTC. */
export function dayPeriod(time: number, timezone: string, now: number): Address['period'] {
  const day = dayAt(time, timezone)
  return day.from === startOfDay(now, timezone) ? 'today' : asCustom(day, timezone)
}

/** How long a period is on the wall clock, ms; of those that go on, how long they will be. */
const presetMs: Readonly<Record<Preset, number>> = {
  today: day,
  'this-week': 7 * day,
  'last-week': 7 * day,
  '7-days': 7 * day,
  '30-days': 30 * day,
}

/** What is shown of which period. */
type Shown = Pick<Address, 'period' | 'zoom'>

/**
 * What lies beside what is shown, just as long on the wall clock: before it (-1) or after it (1). A
 * zoom stays within its period. Null where there is nothing more: the end of the period, or a time
 * that has not come at `now` (ms UTC).
 */
export function neighbourOf(
  { period, zoom }: Shown,
  direction: -1 | 1,
  {
    whole,
    timezone,
    now,
  }: { readonly whole: Range; readonly timezone: string; readonly now: number },
): Shown | null {
  if (zoom) {
    const length = zoom.to - zoom.from
    const moved = zoom.from + direction * length
    const from = Math.max(whole.from, Math.min(whole.to - length, moved))
    return from === zoom.from ? null : { period, zoom: { from, to: from + length } }
  }
  const texts = typeof period === 'string' ? asCustom(whole, timezone) : toMinute(period)
  const [start = 0, end = 0] = [texts.from, texts.to].map((text) => instantOfText(text, 'UTC') ?? 0)
  const length = typeof period === 'string' ? presetMs[period] : end - start
  const from = besideSkipped(start + direction * length, direction, { length, timezone })
  const next = { from: localText(from, 'UTC'), to: localText(from + length, 'UTC') }
  if (!isCustom(next.from, next.to) || (instantOfText(next.from, timezone) ?? 0) >= now) return null
  const today = localText(startOfDay(now, timezone), timezone)
  const isToday = next.from === today && length === day
  return { period: isToday ? 'today' : next, zoom: null }
}

const toMinute = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  ...{ from: from.slice(0, 16), to: to.slice(0, 16) },
})

/**
 * A zoom that stays inside the whole period and no shorter than a second; null when it would show
 * all of it.
 */
export function fittingZoom(wanted: Range, whole: Range): Range | null {
  const length = Math.max(shortestZoomMs, wanted.to - wanted.from)
  const centre = (wanted.from + wanted.to) / 2
  if (length >= whole.to - whole.from) return null
  const from = Math.round(Math.min(whole.to - length, Math.max(whole.from, centre - length / 2)))
  return { from, to: Math.round(from + length) }
}

/**
 * Whether a period that is named after today means other days at `now` than when it was last shown;
 * both ms UTC.
 */
export function hasMovedOn(
  period: Address['period'],
  shownAt: number,
  now: number,
  timezone: string,
): boolean {
  return typeof period === 'string' && startOfDay(now, timezone) > startOfDay(shownAt, timezone)
}

/**
 * A curve that grows by less than a pixel is not drawn again: a thousandth of a period that is so
 * long, ms.
 */
export const visibleGrowthMs = (lengthMs: number): number => Math.max(10_000, lengthMs / 1_000)

/**
 * Whether a period that ends with the present is longer at `now` than it was shown; ms UTC. One
 * with dates of its own stays as long, also while what happens in it goes on.
 */
export function hasGrown(period: Address['period'], shownAt: number, now: number): boolean {
  if (typeof period !== 'string' || period === 'last-week') return false
  return now - shownAt >= visibleGrowthMs(presetMs[period])
}
