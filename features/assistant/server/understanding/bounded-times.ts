import { day, instantOf, localOf } from '#kit/model/time/zone.ts'
import type { PeriodPart } from './period-form.ts'
import { endedBy, type TimeRange, type WallClock } from './times.ts'

/** A time that a folded question names, and where. */
export interface PeriodMatch {
  readonly index: number
  readonly end: number
  readonly part: PeriodPart
}

/** Between two times, in any of the languages: the range from one to the other. */
const until = /^(?:to|till|until|through|thru|-|–|—|~|до|по|и до|到|至|den|toi)$/u
/** What stands between two times that are the ends of a range, after "between" or before 之間. */
const and = /^(?:and|и|va|和|與|跟)$/u
const between = /(?:^|[^\p{L}])(?:between|между|giua)\s*$/u
const inBetween = /^\s*之[間间]/u
/** Before the first time: a range whose begin is not named. */
const leadingUntil = /(?:^|[^\p{L}])(?:until|till?|up to|through|до|cho den|tinh den|den het)\s*$/u
/** Between a day and its week. */
const ofWeek = /^(?:of|in|on|the|в|во|на|за|cua|vao|trong|的|,|\s)*$/u

/** The times of a question as one reads them together: a weekday and its week are one day. */
export function withWeekdays(
  found: readonly PeriodMatch[],
  question: string,
  clock: WallClock,
): readonly PeriodMatch[] {
  const joined: PeriodMatch[] = []
  for (const match of found) {
    const before = joined.at(-1)
    const isBeside = before && ofWeek.test(question.slice(before.end, match.index))
    const range = isBeside ? dayOfWeek(before.part, match.part, clock) : null
    if (before && range)
      joined.splice(-1, 1, { index: before.index, end: match.end, part: { range } })
    else joined.push(match)
  }
  return joined
}

/** The day that a weekday and a week name together; null: they are something else. */
function dayOfWeek(one: PeriodPart, other: PeriodPart, clock: WallClock): TimeRange | null {
  const week = [one, other].find(({ isWeek }) => isWeek)?.range
  const weekday = [one, other].find((part) => part.weekday !== undefined)?.weekday
  if (!week || weekday === undefined) return null
  const { now, timezone } = clock
  const local = localOf(week.from, timezone) + (weekday - 1) * day
  return endedBy(now, {
    from: instantOf(local, timezone),
    to: instantOf(local + day, timezone),
  })
}

/** How the times of a question bound each other. */
export type Bounds =
  /** Each by itself. */
  | 'none'
  /** From the first to the last. */
  | 'range'
  /** One end of a range is not named, or it cannot be known of which day it is. */
  | 'unclear'

/** "From … to" and the like, by what stands around the times of a folded question. */
export function boundsOf(found: readonly PeriodMatch[], question: string): Bounds {
  const [first] = found
  if (!first) return 'none'
  if (first.part.isFrom !== true && leadingUntil.test(question.slice(0, first.index)))
    return 'unclear'
  /** What stands behind each time; behind the last one all that is left. */
  const behind = found.map(({ end, part }, place) => {
    const next = found[place + 1]
    return { text: question.slice(end, next?.index).trim(), part, next: next?.part }
  })
  const untils = behind.filter(({ text }) => until.test(text))
  // "Yesterday until 8:00": of yesterday, or from it until today?
  if (untils.some(({ part, next }) => part.range && next && !next.range)) return 'unclear'
  if (untils.length > 0) return 'range'
  const isBetween =
    between.test(question.slice(0, first.index)) ||
    inBetween.test(question.slice(found.at(-1)?.end))
  return found.length === 2 && isBetween && and.test(behind[0]?.text ?? '') ? 'range' : 'none'
}
