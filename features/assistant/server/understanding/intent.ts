import type { Locale } from '#kit/model/locale.ts'
import type { DialogContext, Intent } from '../../contract/answer.ts'
import { asksHowLong, asksLimits, asksNow, type Threshold } from './conditions.ts'
import type { Lexicon } from './lexicon.ts'
import { maskMatches, type Span } from './remaining-words.ts'
import type { TimeRange } from './times.ts'

export interface Form {
  readonly threshold: Threshold | null
  readonly ranges: readonly TimeRange[]
  /** The question without its times and the value that it compares with. */
  readonly rest: string
  readonly lexicon: Lexicon
  readonly locale: Locale
}

/**
 * What a question asks for by its words alone; null: they do not say. `names`: its parts that name
 * something.
 */
export function formOf(form: Form, names: readonly Span[]): Intent | null {
  const { threshold, ranges, rest, lexicon, locale } = form
  const namedIntent = withTimes(intentOf(rest, lexicon), ranges.length)
  if (!threshold && ranges.length === 0 && (namedIntent === null || namedIntent === 'value'))
    return asksLimits(maskMatches(rest, names, []), locale) ? 'limits' : namedIntent
  const isOfBoth = namedIntent === 'maximum' || (namedIntent === 'compare' && ranges.length < 2)
  if (isOfBoth && extremesIn(rest, lexicon)) return 'value'
  const isExtreme = namedIntent === 'maximum' || namedIntent === 'minimum'
  if (isExtreme && ranges.length === 0 && asksNow(rest, locale)) return 'rank'
  if (!threshold || !comparing.has(namedIntent)) return namedIntent
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

const figures: readonly Intent[] = ['average', 'median', 'deviation', 'maximum', 'minimum']

/** The figures of a range that a question asks for, of which `named` is one; else none. */
export function figuresIn(rest: string, { intents }: Lexicon, named: Intent | null): Intent[] {
  if (named === null || !figures.includes(named)) return []
  return figures.filter((figure) =>
    intents.some(([intent, form]) => intent === figure && has(rest, form)),
  )
}

export const has = (text: string, pattern: RegExp) => text.search(pattern) >= 0

/** The first form of the language that is in the question; null: none. */
function intentOf(question: string, { intents }: Lexicon): Intent | null {
  return intents.find(([, pattern]) => has(question, pattern))?.[0] ?? null
}

/** Active alarms are of now: those of a time are the ones that came. Two times are compared. */
function withTimes(namedIntent: Intent | null, times: number): Intent | null {
  if (namedIntent === 'active_alarms' && times > 0) return 'alarms'
  if (times > 1 && (namedIntent === null || namedIntent === 'value' || namedIntent === 'average'))
    return 'compare'
  return namedIntent
}

/** What is asked of the present after a question of a time; of others the value. */
const presentOf: Partial<Record<Intent, Intent>> = {
  ...({ alarms: 'active_alarms', active_alarms: 'active_alarms', overview: 'overview' } as const),
  ...({ offline: 'offline', online: 'online', trend: 'trend', rank: 'rank' } as const),
}

/** A question that says less than a whole one takes what is missing from the one before. */
export function intentWith(
  namedIntent: Intent | null,
  {
    isNamed,
    isNow,
    context,
    hasMore,
  }: {
    readonly isNamed: boolean
    /** It is about the present. */
    readonly isNow: boolean
    readonly context: DialogContext | null
    /** A time, or the question when or how long that was. */
    readonly hasMore: boolean
  },
): Intent | null {
  if (namedIntent !== null && namedIntent !== 'value') return namedIntent
  if (context && (hasMore || isNamed) && namedIntent === null) return context.intent
  if (namedIntent === 'value' && context && isNow && !isNamed)
    return presentOf[context.intent] ?? 'value'
  if (namedIntent === 'value') return isNamed || context ? 'value' : null
  return isNamed ? 'value' : null
}
