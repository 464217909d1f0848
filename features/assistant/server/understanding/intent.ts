import type { Locale } from '#kit/model/locale.ts'
import type { DialogContext, Intent } from '../../contract/answer.ts'
import { asksHowLong, asksNow, type Threshold } from './conditions.ts'
import type { Lexicon } from './lexicon.ts'
import type { TimeRange } from './times.ts'

export interface Form {
  readonly threshold: Threshold | null
  readonly ranges: readonly TimeRange[]
  /** The question without its times and the value that it compares with. */
  readonly rest: string
  readonly lexicon: Lexicon
  readonly locale: Locale
}

/** What a question asks for by its words alone; null: they do not say. */
export function formOf({ threshold, ranges, rest, lexicon, locale }: Form): Intent | null {
  const said = withTimes(intentOf(rest, lexicon), ranges.length)
  const isOfBoth = said === 'maximum' || (said === 'compare' && ranges.length < 2)
  if (isOfBoth && extremesIn(rest, lexicon)) return 'value'
  const isExtreme = said === 'maximum' || said === 'minimum'
  if (isExtreme && ranges.length === 0 && asksNow(rest, locale)) return 'rank'
  if (!threshold || !comparing.has(said)) return said
  const isOfTime = ranges.some(({ from, to }) => from < to) || asksHowLong(rest, locale)
  return isOfTime ? 'outside' : 'value'
}

/** What a value may be compared with. */
export const comparing: ReadonlySet<Intent | null> = new Set([null, 'value', 'outside'])

/** The highest and the lowest value: between which values it lay. */
export const extremesIn = (rest: string, { intents }: Lexicon) =>
  (['minimum', 'maximum'] as const).every((extreme) =>
    intents.some(([intent, form]) => intent === extreme && has(rest, form)),
  )

export const has = (text: string, pattern: RegExp) => text.search(pattern) >= 0

/** The first form of the language that stands in the question; null: none. */
function intentOf(question: string, { intents }: Lexicon): Intent | null {
  return intents.find(([, pattern]) => has(question, pattern))?.[0] ?? null
}

/** Active alarms are of now: those of a time are the ones that came. Two times are compared. */
function withTimes(said: Intent | null, times: number): Intent | null {
  if (said === 'active_alarms' && times > 0) return 'alarms'
  if (times > 1 && (said === null || said === 'value' || said === 'average')) return 'compare'
  return said
}

/** A question that says less than a whole one takes what is missing from the one before. */
export function intentWith(
  said: Intent | null,
  {
    isNamed,
    context,
    hasMore,
  }: {
    readonly isNamed: boolean
    readonly context: DialogContext | null
    /** A time, or the question when or how long that was. */
    readonly hasMore: boolean
  },
): Intent | null {
  if (said !== null && said !== 'value') return said
  if (context && (hasMore || isNamed) && said === null) return context.intent
  if (said === 'value') return isNamed || context ? 'value' : null
  return isNamed ? 'value' : null
}
