import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DialogContext, Intent } from '../../contract/answer.ts'
import {
  asksHowLong,
  asksHowOften,
  asksLatest,
  asksWhen,
  asksNow,
  asksWhy,
  heededForms,
  thresholdOf,
  unheeded,
  type Threshold,
} from './conditions.ts'
import { findPeriods } from './find-periods.ts'
import { fold } from './fold.ts'
import { languageOf, lexicons } from './language.ts'
import { asWritten, blankedAt, topicOf, unknownWords } from './left-words.ts'
import type { Lexicon } from './lexicon.ts'
import type { NameIndex, NamePart } from './names/name-index.ts'
import { dayAgo, type TimeRange, type WallClock } from './times.ts'
import { hasUnreadTime } from './unread-time.ts'

/** What a question asks for. */
export interface Understanding {
  /** The language of the question. */
  readonly locale: Locale
  /** Null: nothing that is known. */
  readonly intent: Intent | null
  readonly sensors: readonly Sensor[]
  readonly devices: readonly CatalogueDevice[]
  /** Times that were named; one with equal ends is a moment. */
  readonly ranges: readonly TimeRange[]
  /** Which limits are meant. */
  readonly side: 'above' | 'below' | 'both'
  /** The lowest of several rather than the highest. */
  readonly isLowest: boolean
  /** It is about devices rather than sensors. */
  readonly isOfDevices: boolean
  /** All sensors of the quantities that it names. */
  readonly alike: readonly Sensor[]
  /** How many of them; null: it does not say. */
  readonly count: number | null
  /** The newest alarms, whenever they came. */
  readonly isLatest: boolean
  /** Whether the question itself names a sensor or a device, not only the one before. */
  readonly isNamed: boolean
  /** What an article about it would have: its words without those of every question. */
  readonly topic: readonly string[]
  /** It has words of a time that is not understood. */
  readonly isTimeUnclear: boolean
  /** It asks for the reason. */
  readonly isReason: boolean
  /** A value that it compares with; null: none. */
  readonly threshold: Threshold | null
  /** What it says more than can be heeded. */
  readonly unheeded: readonly string[]
  /** Words of the question that mean nothing here. */
  readonly unknownWords: readonly string[]
}

/** What is asked of the whole plant where the question names nothing. */
export const wholePlant: ReadonlySet<Intent> = new Set([
  ...(['alarms', 'active_alarms', 'top_alarms', 'offline', 'online', 'rank', 'find'] as const),
  ...(['procedure', 'overview'] as const),
])

const nobody = { sensors: [], devices: [] }

interface Asked {
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

interface Named {
  readonly sensors: readonly Sensor[]
  readonly devices: readonly CatalogueDevice[]
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
}: Asked): Understanding {
  const folded = fold(question)
  const locale = languageOf(folded, names.find(folded).used, ofInterface)
  const lexicon = lexicons[locale]
  const { ranges, isContrary, rest: timeless } = findPeriods(folded, lexicon, clock)
  const threshold = thresholdOf(timeless, locale)
  const rest = threshold ? blankedAt(timeless, [threshold.span], []) : timeless
  const found = names.find(rest)
  const form = { threshold, ranges, rest, lexicon, locale }
  const said = formOf(form)
  const isNamed = found.sensors.length > 0 || found.devices.length > 0
  const follows = context !== null && (!isNamed || said === null || said === 'value')
  const topic = asWritten(question, folded, topicOf(rest, lexicon))
  // "And the procedure?" is about what was asked before.
  const isAbout = said === 'procedure' && topic.length === 0
  const isWhole = !isNamed && !isAbout && said !== null && wholePlant.has(said)
  const named = isNamed || !context ? inDialog(found, before, sensorsOf) : isWhole ? nobody : before
  const isOfBoth = said === 'value' && extremesIn(rest, lexicon)
  const usual = isOfBoth ? [dayAgo(0, clock)] : []
  const known = heededForms(locale)
  const unknown = unknownWords(rest, lexicon, { used: found.used, known })
  const isLength =
    (context?.intent === 'alarms' && asksHowLong(rest, locale)) ||
    (context !== null && said === null && asksWhen(rest, locale))
  const more = moreThanHeeded({ ...form, said, used: found.used })
  return {
    ...{ locale, isNamed, sensors: named.sensors, devices: named.devices },
    intent: intentWith(isLength && !isNamed && said === 'value' ? null : said, {
      isNamed,
      context,
      hasMore: ranges.length > 0 || isLength,
    }),
    ranges: ranges.length > 0 ? ranges : ((follows ? periodOf(context, said) : null) ?? usual),
    alike: found.alike,
    topic,
    side: sideOf(rest, lexicon),
    isLowest: has(rest, lexicon.lowest),
    isOfDevices: has(rest, lexicon.devices),
    ...{ count: more.count ?? countOf(rest, lexicon), isLatest: more.isLatest },
    isTimeUnclear: isContrary || hasUnreadTime(rest, locale, found.used),
    isReason: asksWhy(rest, locale),
    ...{ threshold, unheeded: asWritten(question, folded, more.words) },
    unknownWords: asWritten(question, folded, unknown),
  }
}

/** The time of the question before; a moment has a value, and nothing else. */
function periodOf({ period }: DialogContext, said: Intent | null): readonly TimeRange[] | null {
  if (!period) return null
  const isMoment = period.from === period.to
  return isMoment && said !== null && said !== 'value' ? null : [period]
}

interface Form {
  readonly threshold: Threshold | null
  readonly ranges: readonly TimeRange[]
  /** The question without its times and the value that it compares with. */
  readonly rest: string
  readonly lexicon: Lexicon
  readonly locale: Locale
}

/** What a question asks for by its words alone; null: they do not say. */
function formOf({ threshold, ranges, rest, lexicon, locale }: Form): Intent | null {
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
const comparing: ReadonlySet<Intent | null> = new Set([null, 'value', 'outside'])

/** The highest and the lowest value: between which values it lay. */
const extremesIn = (rest: string, { intents }: Lexicon) =>
  (['minimum', 'maximum'] as const).every((extreme) =>
    intents.some(([intent, form]) => intent === extreme && has(rest, form)),
  )

function moreThanHeeded({
  said,
  used,
  ...form
}: Form & { readonly said: Intent | null; readonly used: readonly NamePart[] }) {
  const { threshold, rest, locale } = form
  const words = unheeded(rest, { ...form, used })
  const isLatest = said === 'alarms' && form.ranges.length === 0 && asksLatest(rest, locale)
  const [first] = words
  if (isLatest && words.length === 1 && Number.isInteger(Number(first?.word)))
    return { isLatest, count: Number(first?.word), words: [] }
  const isCounted = asksHowOften(rest, locale) || asksLatest(rest, locale)
  const isHeeded = !threshold || (comparing.has(said) && !isCounted)
  const value = threshold && !isHeeded ? [threshold.said] : []
  return { isLatest, count: null, words: [...value, ...words] }
}

/**
 * A question that follows another one may name a part: the device alone, whose sensor of the same
 * name is meant then, or the sensor alone, of the same device.
 */
function inDialog(
  { sensors, devices }: Named,
  before: Named,
  sensorsOf: Asked['sensorsOf'],
): Named {
  if (before.sensors.length === 0) return { sensors, devices }
  if (sensors.length > 0) {
    const ofSame = sensors.filter(({ deviceId }) =>
      before.sensors.some((each) => each.deviceId === deviceId),
    )
    const isOpen = sensors.length > 1 && devices.length === 0 && ofSame.length > 0
    return { sensors: isOpen ? ofSame : sensors, devices }
  }
  const like = (sensor: Sensor) =>
    before.sensors.some(({ alias, key }) => alias === sensor.alias || key === sensor.key)
  return { sensors: devices.flatMap((device) => sensorsOf(device).filter(like)), devices }
}

const has = (text: string, pattern: RegExp) => text.search(pattern) >= 0

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
function intentWith(
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
