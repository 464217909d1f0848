import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DialogContext, Intent } from '../../contract/answer.ts'
import {
  asksHowLong,
  asksNow,
  asksLatest,
  asksWhen,
  asksWhy,
  followsOn,
  passingWords,
  supportedForms,
  thresholdOf,
  unsupportedWords,
} from './conditions.ts'
import { findPeriods } from './find-periods.ts'
import { fold } from './fold.ts'
import { isForeignTime, languageOf, lexicons } from './language.ts'
import {
  leftOf,
  maskMatches,
  originalWords,
  topicOf,
  unknownWords,
  unreadText,
  type Word,
} from './remaining-words.ts'
import type { Lexicon } from './lexicon.ts'
import type { NameIndex, NamePart } from './names/name-index.ts'
import { dayAgo, type TimeRange, type WallClock } from './times.ts'
import { hasUnreadTime } from './unread-time.ts'
import type { Understanding } from './understanding.ts'
import { comparing, extremesIn, figuresIn, formOf, has, intentWith, type Form } from './intent.ts'
import { type Named, inDialog } from './named-in-dialog.ts'

/** What is asked of the whole plant where the question names nothing. */
export const wholePlant: ReadonlySet<Intent> = new Set([
  ...(['alarms', 'active_alarms', 'top_alarms', 'offline', 'online', 'rank', 'find'] as const),
  ...(['procedure', 'overview'] as const),
])

const nobody = { sensors: [], devices: [] }

interface QuestionInput {
  readonly question: string
  /** Of the interface. */
  readonly locale: Locale
  readonly context: DialogContext | null
  readonly names: Pick<NameIndex, 'find'>
  readonly clock: WallClock
  /** Sensors and devices of the dialog that are still open to the person. */
  readonly before: Named
  readonly sensorsOf: (device: CatalogueDevice) => readonly Sensor[]
}

/**
 * Understands a question by forms of four languages: what is asked for, of which sensors or
 * devices, of which time. What a question leaves out is that of the one before.
 */
export function understand({
  question,
  locale: ofInterface,
  context,
  names,
  clock,
  before,
  sensorsOf,
}: QuestionInput): Understanding {
  const folded = fold(question)
  const { used: asNamed } = names.find(folded)
  const locale = languageOf(folded, asNamed, ofInterface)
  const lexicon = lexicons[locale]
  const verbatim = asNamed.filter(({ isVerbatim }) => isVerbatim)
  const { ranges, isContrary, rest: timeless } = findPeriods(folded, lexicon, clock, verbatim)
  const threshold = thresholdOf(timeless, locale)
  const rest = threshold ? maskMatches(timeless, [threshold.span], []) : timeless
  const found = names.find(rest)
  const form = { threshold, ranges, rest, lexicon, locale }
  const namedIntent = formOf(form, found.used)
  const isNamed = found.sensors.length > 0 || found.devices.length > 0
  const isNow = ranges.length === 0 && asksNow(rest, locale)
  // One that names a sensor and its device leaves nothing out, unless it says that it follows.
  const isWhole = found.sensors.length > 0 && found.devices.length > 0 && !followsOn(rest, locale)
  const follows =
    !isNow && (!isNamed || (!isWhole && (namedIntent === null || namedIntent === 'value')))
  const topic = originalWords(question, folded, topicOf(rest, lexicon))
  // "And the procedure?" is about what was asked before.
  const isAbout = namedIntent === 'procedure' && topic.length === 0
  const isOfPlant = !isNamed && !isAbout && namedIntent !== null && wholePlant.has(namedIntent)
  const named =
    isNamed || !context ? inDialog(found, before, sensorsOf) : isOfPlant ? nobody : before
  const isOfBoth = namedIntent === 'value' && extremesIn(rest, lexicon)
  const usual = isOfBoth ? [dayAgo(0, clock)] : []
  const unread = unreadText(rest, lexicon, { used: found.used, known: supportedForms(locale) })
  const unknown = unknownWords(unread)
  const quantities = leftOf(unread, found.others)
  const isLength =
    (context?.intent === 'alarms' && asksHowLong(rest, locale)) ||
    (context !== null && namedIntent === null && asksWhen(rest, locale))
  const isPassing = (namedIntent ?? context?.intent) === 'outside'
  const more = unsupportedParts({ ...form, namedIntent, isPassing, used: found.used })
  return {
    ...{ locale, isNamed, sensors: named.sensors, devices: named.devices },
    intent: intentWith(isLength && !isNamed && namedIntent === 'value' ? null : namedIntent, {
      ...{ isNamed, isNow, context },
      hasMore: ranges.length > 0 || isLength,
    }),
    ranges:
      ranges.length > 0
        ? ranges
        : ((context && follows ? periodOf(context, namedIntent) : null) ?? usual),
    alike: found.alike,
    topic,
    ...{ side: sideOf(rest, lexicon), figures: figuresIn(rest, lexicon, namedIntent) },
    isLowest: has(rest, lexicon.lowest),
    isOfDevices: has(rest, lexicon.devices),
    ...{ count: more.count ?? countOf(rest, lexicon), isLatest: more.isLatest },
    isTimeUnclear:
      isContrary ||
      hasUnreadTime(rest, locale, found.used) ||
      unknown.some(({ word }) => isForeignTime(word, locale)),
    isReason: asksWhy(rest, locale),
    ...{ threshold, unsupportedWords: originalWords(question, folded, more.words) },
    unknownWords: originalWords(question, folded, unknown),
    isOfOtherQuantity: quantities.length > 0,
    unreadWords: [
      ...new Set(
        originalWords(question, folded, [
          ...outside([...more.words, ...quantities], unknown),
          ...unknown,
        ]),
      ),
    ],
  }
}

/** Words that are no part of others. */
const outside = (words: readonly Word[], others: readonly Word[]): readonly Word[] =>
  words.filter(
    ({ index, word }) =>
      !others.some(
        (other) => other.index <= index && index + word.length <= other.index + other.word.length,
      ),
  )

/** The time of the question before; a moment has a value, and nothing else. */
function periodOf(
  { period }: DialogContext,
  namedIntent: Intent | null,
): readonly TimeRange[] | null {
  if (!period) return null
  const isMoment = period.from === period.to
  return isMoment && namedIntent !== null && namedIntent !== 'value' ? null : [period]
}

interface Parts extends Form {
  readonly namedIntent: Intent | null
  /** It is about limits that were passed, or the question before was. */
  readonly isPassing: boolean
  readonly used: readonly NamePart[]
}

function unsupportedParts({ namedIntent, isPassing, used, ...form }: Parts) {
  const { threshold, rest, locale } = form
  const words = unsupportedWords(rest, { ...form, used })
  const isLatest = namedIntent === 'alarms' && form.ranges.length === 0 && asksLatest(rest, locale)
  const [first] = words
  if (isLatest && words.length === 1 && Number.isInteger(Number(first?.word)))
    return { isLatest, count: Number(first?.word), words: [] }
  const passing = passingWords(rest, locale)
  const isCounted = passing.length > 0 || asksLatest(rest, locale)
  const isSupported = !threshold || (comparing.has(namedIntent) && !isCounted)
  const value = threshold && !isSupported ? [threshold.written] : []
  const more = !threshold && isPassing ? passing : []
  return { isLatest, count: null, words: [...value, ...more, ...words] }
}

function sideOf(question: string, { above, below }: Lexicon): Understanding['side'] {
  const [isAbove, isBelow] = [has(question, above), has(question, below)]
  if (isAbove === isBelow) return 'both'
  return isAbove ? 'above' : 'below'
}

function countOf(question: string, { top }: Lexicon): number | null {
  for (const { groups = {} } of question.matchAll(top)) {
    const text = groups['count'] ?? groups['count2']
    if (text !== undefined && Number(text) > 0) return Number(text)
  }
  return null
}
