import type { Lexicon } from './lexicon.ts'
import type { Said } from './period-form.ts'
import { dayAgo, type TimeRange, type WallClock } from './times.ts'

/** The times that a question names, and the question without their words. */
export interface FoundPeriods {
  /** In the order of the question; one with equal ends is a moment. */
  readonly ranges: readonly TimeRange[]
  /** Folded, blanks in place of each time's words. */
  readonly rest: string
}

interface Found {
  readonly index: number
  readonly said: Said
}

/** Two are compared; more than that nobody means. */
const maximumPeriods = 4

/**
 * The times in a folded question. A form that comes earlier takes its words from those after it:
 * "the day before yesterday" is no "yesterday". Hours are of the day that the question names.
 */
export function findPeriods(
  question: string,
  { periods }: Pick<Lexicon, 'periods'>,
  clock: WallClock,
): FoundPeriods {
  let rest = question
  const found: Found[] = []
  for (const form of periods)
    for (const match of question.matchAll(form.pattern)) {
      if (rest.slice(match.index, match.index + match[0].length) !== match[0]) continue
      const said = form.read(match, clock)
      if (!said) continue
      found.push({ index: match.index, said })
      rest = blanked(rest, match)
    }
  const inOrder = found.toSorted((one, other) => one.index - other.index)
  return {
    ranges: rangesOf(
      inOrder.map(({ said }) => said),
      clock,
    ).slice(0, maximumPeriods),
    rest,
  }
}

function rangesOf(said: readonly Said[], clock: WallClock): TimeRange[] {
  const days = said.flatMap((each) => ('range' in each ? [each.range] : []))
  const hours = said.flatMap((each) => ('within' in each ? [each.within] : []))
  const [first] = hours
  if (!first) return days
  const within = days.length > 0 ? days : [dayAgo(0, clock)]
  const narrowed = within.flatMap((day) => hours.flatMap((each) => each(day) ?? []))
  return narrowed.length > 0 ? narrowed : days
}

const blanked = (text: string, { index, 0: words }: RegExpExecArray) =>
  text.slice(0, index) + ' '.repeat(words.length) + text.slice(index + words.length)
