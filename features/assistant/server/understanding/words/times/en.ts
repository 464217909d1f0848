import { words } from '../../fold.ts'
import {
  ago,
  between,
  calendar,
  date,
  daysBack,
  from,
  fromNamed,
  lastNight,
  lastOf,
  lastWeekday,
  moment,
  month,
  partOfDay,
  sameTime,
  shift,
  since,
  weekday,
  weekend,
  type PeriodForm,
  type UnitWord,
} from '../../period-form.ts'
import { countPattern, noUnit } from '../../spoken-numbers.ts'
import { exactDates } from './dates.ts'

const clock = (end = '') =>
  `(?<${end}hours>\\d{1,2}|noon|midday|midnight)(?:[:.](?<${end}minutes>\\d{2}))?(?: o'clock)?` +
  `(?: ?(?<${end}half>am|pm|a\\.m\\.|p\\.m\\.|in the (?:morning|afternoon|evening)|at night))?` +
  noUnit
const monthNames = [
  ...['jan(?:uary)?', 'feb(?:ruary)?', 'mar(?:ch)?', 'apr(?:il)?', 'may', 'june?', 'july?'],
  ...['aug(?:ust)?', 'sept?(?:ember)?', 'oct(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?'],
]
const months = monthNames.map((name) => new RegExp(`^(?:${name})$`, 'u'))
const monthName = `(?<month>${monthNames.join('|')})`
const year = '(?:,? (?<year>\\d{4}))?'
const weekdays = ['mon', 'tue(?:s)?', 'wed(?:nes)?', 'thu(?:rs)?', 'fri', 'sat(?:ur)?', 'sun']
const units: readonly UnitWord[] = [
  [/^s/u, 'second'],
  [/^mi/u, 'minute'],
  [/^h/u, 'hour'],
  [/^d/u, 'day'],
  [/^w/u, 'week'],
  [/^mo/u, 'month'],
  [/^y/u, 'year'],
]
const short = 'seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|d'
const before = '(?:(?:in|over|during|for|within) )?(?:the )?'

/** Forms of a time. */
export const englishTimes: readonly PeriodForm[] = [
  ...exactDates,
  date(
    words(`(?:on )?(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${monthName}${year}`),
    months,
  ),
  date(words(`(?:on )?${monthName} (?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?${year}`), months),
  // Devices may be called "May".
  month(
    words(`(?:(?:in|during|for|of|all) |(?<=since ))(?!may \\p{L})${monthName}${year}`),
    months,
  ),
  lastOf(
    words(
      `${before}(?:last|past|previous) (?<count>${countPattern}) ?` +
        `(?<unit>${short}|weeks?|months?|years?)`,
    ),
    units,
  ),
  lastOf(
    words(`${before}(?:last|past) (?:an? |one )?(?<unit>hour|day)(?<half> and a half)`),
    units,
  ),
  lastOf(
    words(
      `${before}(?:last|past) (?<count>${countPattern})(?<half> and a half) ` +
        '(?<unit>hours|days|weeks)',
    ),
    units,
  ),
  lastOf(words(`${before}past (?<unit>${short}|week|month|year)`), units),
  lastOf(words(`${before}last (?<unit>second|minute|hour|24 hours)`), units),
  ago(
    words(
      `(?<count>${countPattern})(?<half> and a half)? ?(?<unit>${short}|weeks?|months?|years?) ago`,
    ),
    units,
  ),
  shift(
    words(
      '(?:since |from )?(?:the )?(?:start|beginning) of (?:the|this|our|my' +
        '|the (?:current|present))' +
        ' shift|(?:in |during |on |so far )?(?:this|the (?:current|present)|current|our|my) shift' +
        '(?: so far)?|(?:during|in|on) the shift',
    ),
    0,
  ),
  shift(words('(?:in |during |on )?(?:the )?(?:last|previous|prior) shift|the shift before'), 1),
  lastNight(words('(?:last|yesterday|over) ?night')),
  daysBack(words('(?:the )?day before yesterday'), 2),
  daysBack(words('(?<=yesterday .{0,30})the day before'), 2),
  daysBack(words('yesterday'), 1),
  daysBack(words('(?:so far )?today'), 0),
  ...(['week', 'month', 'year'] as const).map((unit) =>
    calendar(words(`(?:in |during )?the ${unit} before last`), unit, 2),
  ),
  calendar(words('(?:in |during )?this week|(?:start|beginning) of the week'), 'week', 0),
  calendar(words('(?:in |during )?(?:last|previous) week|the week before'), 'week', 1),
  calendar(words('(?:in |during )?this month|(?:start|beginning) of the month'), 'month', 0),
  calendar(words('(?:in |during )?(?:last|previous) month|the month before'), 'month', 1),
  calendar(words('(?:in |during )?this year'), 'year', 0),
  calendar(words('(?:in |during )?(?:last|previous) year|the year before'), 'year', 1),
  ...weekdays.flatMap((name, index) => [
    lastWeekday(words(`(?:on )?last (?:${name})(?:day)?`), index + 1),
    weekday(words(`(?:on )?(?:${name})(?:day)?`), index + 1),
  ]),
  weekend(words('(?:over|on|during|at|this) (?:the )?weekend'), false),
  weekend(words('(?:over |on |during )?(?:the )?(?:last|past) weekend'), true),
  sameTime(words('(?:at )?(?:the same|this) time(?: of day)?')),
  between(words(`(?:between|from) ${clock()} (?:and|to|until|till) ${clock('end')}`)),
  since(words(`since ${clock()}`)),
  moment(words(`at ${clock()}`)),
  moment(words('(?:at )?(?<hours>noon|midday|midnight)')),
  moment(words('(?:at )?(?<hours>\\d{1,2}):(?<minutes>\\d{2})')),
  moment(words('(?:at )?(?<hours>\\d{1,2}) ?(?<half>am|pm)')),
  fromNamed(
    words(
      'since(?! when)|from(?= (?:yesterday|midnight|noon|(?:mon|tue|wed|thu|fri|sat|sun)day))' +
        '|starting',
    ),
  ),
  from(words('(?:until|till|up to|to) now')),
  partOfDay(words('(?:during the |in the )?daytime|during the day'), 6, 18),
  partOfDay(words('(?:in the |this )morning|morning'), 6, 12),
  partOfDay(words('(?:in the |this )afternoon|afternoon'), 12, 18),
  partOfDay(words('(?:in the |this )evening|evening'), 18, 24),
  partOfDay(words('(?:at |during the |in the )?night'), 0, 6),
]
