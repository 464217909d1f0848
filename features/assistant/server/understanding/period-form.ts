import {
  calendarAgo,
  dateOf,
  dayAgo,
  endedBy,
  hoursOf,
  lengths,
  monthOf,
  timeWithin,
  untilNow,
  weekdayBefore,
  weekdayBeforeToday,
  weekdayOf,
  weekdayOfWeek,
  type LengthUnit,
  type TimeRange,
  type WallClock,
} from './times.ts'
import { countIn, hoursBetween, timeOfDay, type Groups } from './spoken-numbers.ts'
import { shiftAt, shiftBefore } from '#kit/model/time/shifts.ts'
import { localOf } from '#kit/model/time/zone.ts'

type WithinDay = (day: TimeRange) => TimeRange | null

/**
 * What a form of a time says: a range; hours, or a part of the day, within a day that another form
 * of the question names, today without one; or that a range begins with the time that the question
 * names.
 */
export interface PeriodPart {
  readonly range?: TimeRange
  readonly within?: WithinDay
  readonly part?: WithinDay
  readonly isFrom?: true
  /** It means nothing without another time: "since". */
  readonly needsTime?: true
  /** Its range is a week. */
  readonly isWeek?: true
  /** Which day it is where a week is named beside it; 1 is Monday. */
  readonly weekday?: number
}

/** One way to name a time in a language, and what it means. */
export interface PeriodForm {
  /** On folded text. */
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, clock: WallClock) => PeriodPart | null
}

const rangeOr = (range: TimeRange | null): PeriodPart | null => range && { range }

/** A form of a day, so many days ago. */
export const daysBack = (pattern: RegExp, ago: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ range: dayAgo(ago, clock) }),
})

/** A form of the present week, month or year, or of one before. */
export const calendar = (
  pattern: RegExp,
  unit: 'week' | 'month' | 'year',
  ago: number,
): PeriodForm => ({
  pattern,
  read: (_, clock) => ({
    range: calendarAgo(unit, ago, clock),
    ...(unit === 'week' && { isWeek: true }),
  }),
})

/** A word for a unit of time. */
export type UnitWord = readonly [RegExp, LengthUnit]

/**
 * A form of the time until now: the group `count` is how many (one without it), `unit` a word of
 * `units`, `half` half a unit more.
 */
export const lastOf = (pattern: RegExp, units: readonly UnitWord[]): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => {
    const unit = units.find(([word]) => word.test(groups['unit'] ?? ''))?.[1]
    const count = countIn(groups)
    return unit === undefined ? null : rangeOr(untilNow(count, unit, clock))
  },
})

/** A form of a weekday: the last one. */
export const weekday = (pattern: RegExp, number: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ range: weekdayBefore(number, clock), weekday: number }),
})

/** A form of the last weekday before today. */
export const lastWeekday = (pattern: RegExp, number: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ range: weekdayBeforeToday(number, clock) }),
})

/** A form of a weekday of the week before this one. */
export const weekdayLastWeek = (pattern: RegExp, number: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ range: weekdayOfWeek(number, 1, clock) }),
})

/** Words that say that the time is the begin of a range, until another time or until now. */
export const from = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: () => ({ isFrom: true }),
})

/** The same, where words that no form reads say the time otherwise: "since the repair". */
export const fromNamed = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: () => ({ isFrom: true, needsTime: true }),
})

/** A form of the night that ended today. */
export const lastNight = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ range: dayAgo(1, clock), part: (day) => wholeHours(day, 22, 6, clock) }),
})

/** A form of the present shift of the site, or of the one before; of sites that have shifts. */
export const shift = (pattern: RegExp, ago: 0 | 1): PeriodForm => ({
  pattern,
  read: (_, { now, timezone, shifts = [] }) => {
    const found = (ago === 0 ? shiftAt : shiftBefore)(shifts, timezone, now)
    return found && { range: endedBy(now, { from: found.from, to: found.to }) }
  },
})

/**
 * A form of a time ago with the groups of `lastOf`: a moment, of whole days that day, of longer
 * units the one of the calendar.
 */
export const ago = (pattern: RegExp, units: readonly UnitWord[]): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => {
    const unit = units.find(([word]) => word.test(groups['unit'] ?? ''))?.[1]
    const count = countIn(groups)
    if (unit === undefined || !(count > 0)) return null
    if (unit === 'week' || unit === 'month' || unit === 'year')
      return Number.isInteger(count) ? { range: calendarAgo(unit, count, clock) } : null
    if (unit === 'day' && Number.isInteger(count)) return { range: dayAgo(count, clock) }
    const at = clock.now - count * lengths[unit]
    return { range: { from: at, to: at } }
  },
})

/** A form of a date with the groups `date`, `month` and perhaps `year`. */
export const date = (pattern: RegExp, months: readonly RegExp[] = []): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) =>
    rangeOr(dateOf({ ...monthIn(groups, months), date: Number(groups['date']) }, clock)),
})

/** A form of dates of one month, from `first` to `date`, with the groups of `date`. */
export const dates = (pattern: RegExp, months: readonly RegExp[] = []): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => {
    const of = monthIn(groups, months)
    const begin = dateOf({ ...of, date: Number(groups['first']) }, clock)
    const year = begin && new Date(localOf(begin.from, clock.timezone)).getUTCFullYear()
    const end = begin && dateOf({ ...of, year: year ?? 0, date: Number(groups['date']) }, clock)
    const isRange = end && begin.from < end.to
    // Dates that there are not: no other time is meant.
    if (!isRange) return { isFrom: true, needsTime: true }
    return { range: endedBy(clock.now, { from: begin.from, to: end.to }) }
  },
})

/** A form of a month with the groups `month` and perhaps `year`. */
export const month = (pattern: RegExp, months: readonly RegExp[] = []): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => rangeOr(monthOf(monthIn(groups, months), clock)),
})

function monthIn(groups: Groups, months: readonly RegExp[]) {
  const name = groups['month'] ?? ''
  const number = /^\d+$/.test(name) ? Number(name) : months.findIndex((each) => each.test(name)) + 1
  const year = groups['year'] === undefined ? {} : { year: Number(groups['year']) }
  return { ...year, month: number }
}

/** A form of the time since a time of the day: groups `hours`, `minutes`, `half`. */
export const since = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, { now, timezone }) => {
    const from = timeOfDay(groups)
    return {
      within: (within) => {
        const begin = timeWithin(within, from, timezone)
        return begin === null || begin >= now ? null : { from: begin, to: now }
      },
    }
  },
})

/** A form of hours: groups `hours`, `minutes`, `half`, and the same with `end`. */
export const between = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => {
    const [from, to] = hoursBetween(groups)
    return { within: (within) => hoursOf(within, from, to, clock) }
  },
})

/** A form of a moment: groups `hours`, `minutes`, `half`. */
export const moment = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, { timezone }) => {
    const at = timeOfDay(groups)
    return {
      within: (within) => {
        const time = timeWithin(within, at, timezone)
        return time === null ? null : { from: time, to: time }
      },
    }
  },
})

/** A form of the present time of the day, on another day. */
export const sameTime = (pattern: RegExp): PeriodForm => ({
  pattern,
  read: (_, { now, timezone }) => ({
    within: (day) => {
      const minutes = Math.floor((localOf(now, timezone) % lengths.day) / lengths.minute)
      const at = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
      const time = timeWithin(day, at, timezone)
      return time === null ? null : { from: time, to: time }
    },
  }),
})

/** A form of Saturday and Sunday: the last ones, before this week where `isLast`. */
export const weekend = (pattern: RegExp, isLast: boolean): PeriodForm => ({
  pattern,
  read: (_, clock) => {
    const isNow = weekdayOf(clock) >= 6
    const [from, to] = [6, 7].map((each) => weekdayOfWeek(each, isNow && !isLast ? 0 : 1, clock))
    return from && to ? { range: endedBy(clock.now, { from: from.from, to: to.to }) } : null
  },
})

/** A form of a part of the day, by its hours. */
export const partOfDay = (pattern: RegExp, fromHours: number, toHours: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ part: (day) => wholeHours(day, fromHours, toHours, clock) }),
})

const wholeHours = (day: TimeRange, from: number, to: number, clock: WallClock) =>
  hoursOf(day, { hours: from, minutes: 0 }, { hours: to, minutes: 0 }, clock)
