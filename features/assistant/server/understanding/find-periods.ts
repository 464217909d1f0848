import { maximumMoment } from '#kit/model/time/past-moment.ts'
import { day, instantOf, localOf } from '#kit/model/time/zone.ts'
import { boundsOf, withWeekdays, type PeriodMatch } from './bounded-times.ts'
import type { Lexicon } from './lexicon.ts'
import type { PeriodPart } from './period-form.ts'
import type { Span } from './remaining-words.ts'
import { dayAgo, type TimeRange, type WallClock } from './times.ts'

/** The times that a question names, and the question without their words. */
export interface FoundPeriods {
  /** In the order of the question; one with equal ends is a moment. */
  readonly ranges: readonly TimeRange[]
  /**
   * They do not go together: hours of a whole week, 8 o'clock of the night; or one of them is at a
   * time of which nothing can be stored.
   */
  readonly isContrary: boolean
  /** Folded, blanks in place of each time's words. */
  readonly rest: string
}

/** Two are compared; more than that nobody means. */
const maximumPeriods = 4
/** That on which clocks go back. */
const maximumDayMs = day + 3_600_000

/**
 * The times in a folded question. A form that comes earlier takes its words from those after it:
 * "the day before yesterday" is no "yesterday". Hours are of the day that the question names. Words
 * within `names`, parts of the question that name something, are none: "Night heater".
 */
export function findPeriods(
  question: string,
  { periods, intents }: Pick<Lexicon, 'periods' | 'intents'>,
  clock: WallClock,
  names: readonly Span[] = [],
): FoundPeriods {
  let rest = question
  const found: PeriodMatch[] = []
  for (const form of periods)
    for (const match of question.matchAll(form.pattern)) {
      if (rest.slice(match.index, match.index + match[0].length) !== match[0]) continue
      const part = isPartOf(match, names, question) ? null : form.read(match, clock)
      if (!part) continue
      found.push({ index: match.index, end: match.index + match[0].length, part })
      rest = blanked(rest, match)
    }
  const inOrder = withWeekdays(
    found.toSorted((one, other) => one.index - other.index),
    question,
    clock,
  )
  // "Compare Monday to Wednesday" is about two days.
  const isCompared = intents.some(
    ([intent, form]) => intent === 'compare' && rest.search(form) >= 0,
  )
  const bounds = isCompared ? 'none' : boundsOf(inOrder, question)
  const periodParts = inOrder.map((each) => each.part)
  const bounded = bounds === 'range' ? [...periodParts, { isFrom: true } as const] : periodParts
  const named = bounds === 'unclear' ? null : joined(bounded, clock)
  const ranges = named && storable(named)
  return { ranges: (ranges ?? []).slice(0, maximumPeriods), isContrary: ranges === null, rest }
}

/** Whether words are a part of a name that has others too: one called "Night" leaves them. */
function isPartOf({ index, 0: found }: RegExpExecArray, names: readonly Span[], question: string) {
  const end = index + found.length
  return names.some(
    ({ from, to }) =>
      from <= index &&
      end <= to &&
      /\p{L}/u.test(question.slice(from, index) + question.slice(end, to)),
  )
}

/** What may be stored of each range; null: nothing of one. */
function storable(ranges: readonly TimeRange[]): TimeRange[] | null {
  const cut = ranges.flatMap((range) => {
    const from = Math.max(range.from, 0)
    const to = Math.min(range.to, maximumMoment)
    return from < to || (from === to && isMoment(range)) ? [{ from, to }] : []
  })
  return cut.length === ranges.length ? cut : null
}

/** "From" or "until now" makes one range of the time, or of both times, that are named. */
function joined(periodParts: readonly PeriodPart[], clock: WallClock): TimeRange[] | null {
  const ranges = rangesOf(periodParts, clock)
  const [begin, end, ...more] = ranges ?? []
  if (!begin) return periodParts.some(({ needsTime }) => needsTime) ? null : ranges
  if (!periodParts.some(({ isFrom }) => isFrom)) return end && isMoment(begin) ? null : ranges
  const to = end?.to ?? clock.now
  const isRange = more.length === 0 && begin.from < to && begin.from < clock.now
  return isRange ? [{ from: begin.from, to }] : null
}

/** Null: the hours are no hours of the days. */
function rangesOf(periodParts: readonly PeriodPart[], clock: WallClock): TimeRange[] | null {
  const days = periodParts.flatMap(({ range }) => range ?? [])
  const hours = periodParts.flatMap(({ within }) => within ?? [])
  const parts = periodParts.flatMap(({ part }) => part ?? [])
  if (hours.length + parts.length === 0) return days
  const within = days.length > 0 ? days : [dayAgo(0, clock)]
  if (!within.every((each) => isDay(each, clock))) return null
  // "From Monday 6:00 to Wednesday 8:00": each day has its own hour.
  const isPaired = hours.length > 1 && hours.length === within.length
  const ranges = within.flatMap((day, index) => {
    const halves = parts.map((part) => part(day))
    if (hours.length === 0) return halves
    const own = isPaired ? hours.slice(index, index + 1) : hours
    return own.map((each) => fitting(each(day), halves, clock))
  })
  const known = ranges.flatMap((range) => range ?? [])
  return known.length === ranges.length ? known : null
}

const isMoment = ({ from, to }: TimeRange) => from === to

const isDay = ({ from, to }: TimeRange, { timezone }: WallClock) =>
  localOf(from, timezone) % day === 0 && to - from <= maximumDayMs

/** Hours in a part of the day: 8 of the evening are 20:00. */
function fitting(
  range: TimeRange | null,
  parts: readonly (TimeRange | null)[],
  { timezone }: WallClock,
): TimeRange | null {
  if (!range || parts.length === 0) return range
  const later = (time: number, by: number) => instantOf(localOf(time, timezone) + by, timezone)
  const moved = [0, day / 2, day].map((by) => ({
    from: later(range.from, by),
    to: later(range.to, by),
  }))
  const isIn = ({ from, to }: TimeRange) =>
    parts.some((part) => part !== null && from >= part.from && to <= part.to)
  return moved.find(isIn) ?? null
}

const blanked = (text: string, { index, 0: words }: RegExpExecArray) =>
  text.slice(0, index) + ' '.repeat(words.length) + text.slice(index + words.length)
