import {
  calendarAgo,
  dateOf,
  dayAgo,
  hoursOf,
  timeWithin,
  untilNow,
  weekdayBefore,
  type LengthUnit,
  type TimeOfDay,
  type TimeRange,
  type WallClock,
} from './times.ts'

/**
 * What a form of a time says: a range; or hours within a day that another form of the question
 * names, today without one.
 */
export type Said =
  | { readonly range: TimeRange }
  | { readonly within: (day: TimeRange) => TimeRange | null }

/** One way to name a time in a language, and what it means. */
export interface PeriodForm {
  /** On folded text. */
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, clock: WallClock) => Said | null
}

const rangeOr = (range: TimeRange | null): Said | null => range && { range }

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
): PeriodForm => ({ pattern, read: (_, clock) => ({ range: calendarAgo(unit, ago, clock) }) })

/** A word for a unit of time. */
export type UnitWord = readonly [RegExp, LengthUnit]

/**
 * A form of the time until now: the group `count` is how many (one without it), `unit` a word of
 * `units`.
 */
export const lastOf = (pattern: RegExp, units: readonly UnitWord[]): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => {
    const unit = units.find(([word]) => word.test(groups['unit'] ?? ''))?.[1]
    const count = numberOf(groups['count'])
    return unit === undefined ? null : rangeOr(untilNow(count, unit, clock))
  },
})

/** A form of a weekday: the last one. */
export const weekday = (pattern: RegExp, number: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({ range: weekdayBefore(number, clock) }),
})

/** A form of a date with the groups `date`, `month` and perhaps `year`. */
export const date = (pattern: RegExp, months: readonly RegExp[] = []): PeriodForm => ({
  pattern,
  read: ({ groups = {} }, clock) => {
    const name = groups['month'] ?? ''
    const month = /^\d+$/.test(name)
      ? Number(name)
      : months.findIndex((each) => each.test(name)) + 1
    const year = groups['year'] === undefined ? {} : { year: Number(groups['year']) }
    return rangeOr(dateOf({ ...year, month, date: Number(groups['date']) }, clock))
  },
})

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
    const [from, to] = [timeOfDay(groups), timeOfDay(groups, 'end')]
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

/** A form of a part of the day, by its hours. */
export const partOfDay = (pattern: RegExp, fromHours: number, toHours: number): PeriodForm => ({
  pattern,
  read: (_, clock) => ({
    within: (within) =>
      hoursOf(within, { hours: fromHours, minutes: 0 }, { hours: toHours, minutes: 0 }, clock),
  }),
})

/** Half of the day that a 12-hour clock leaves open, as folded questions write it. */
const afternoonWord = /^(?:pm|p\.m\.|下午|晚上|chieu|toi|дня|вечера)$/u
const morningWord = /^(?:am|a\.m\.|上午|凌晨|早上|sang|утра|ночи)$/u

function timeOfDay(groups: Readonly<Record<string, string | undefined>>, end = ''): TimeOfDay {
  const hours = Number(groups[`${end}hours`] ?? Number.NaN)
  const minutes = Number(groups[`${end}minutes`] ?? groups[`${end}minutes2`] ?? 0)
  const half = groups[`${end}half`] ?? ''
  if (afternoonWord.test(half) && hours < 12) return { hours: hours + 12, minutes }
  if (morningWord.test(half) && hours === 12) return { hours: 0, minutes }
  return { hours, minutes }
}

const smallNumbers: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 },
  ...{ ten: 10, twelve: 12, half: 0.5 },
  ...{ один: 1, одну: 1, два: 2, две: 2, три: 3, четыре: 4, пять: 5, шесть: 6, семь: 7 },
  ...{ десять: 10 },
  ...{ 一: 1, 兩: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 半: 0.5 },
  ...{ mot: 1, hai: 2, ba: 3, bon: 4, nam: 5, sau: 6, bay: 7, muoi: 10 },
}
/** Every number that the words of `lastOf` may be. */
export const countPattern = `\\d{1,4}|${Object.keys(smallNumbers).join('|')}`

function numberOf(text: string | undefined): number {
  if (text === undefined || text === '') return 1
  return smallNumbers[text] ?? Number(text)
}
