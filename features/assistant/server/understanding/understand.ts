import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DialogContext, Intent } from '../../contract/answer.ts'
import { findPeriods } from './find-periods.ts'
import { fold } from './fold.ts'
import { languageOf, lexicons } from './language.ts'
import type { Lexicon } from './lexicon.ts'
import type { NameIndex } from './names/name-index.ts'
import type { TimeRange, WallClock } from './times.ts'

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
  /** Whether the question itself names a sensor or a device, not only the one before. */
  readonly isNamed: boolean
  /** What an article about it would have: its words without those of every question. */
  readonly topic: readonly string[]
  /** Words of the question that mean nothing here. */
  readonly unknownWords: readonly string[]
}

/** What is asked of the whole plant where the question names nothing. */
export const wholePlant: ReadonlySet<Intent> = new Set([
  ...(['alarms', 'active_alarms', 'top_alarms', 'offline', 'online', 'rank', 'find'] as const),
  'procedure',
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
  locale: usual,
  context,
  names,
  clock,
  before,
  sensorsOf,
}: Asked): Understanding {
  const folded = fold(question)
  const locale = languageOf(folded, names.find(folded).used, usual)
  const lexicon = lexicons[locale]
  const { ranges, rest } = findPeriods(folded, lexicon, clock)
  const found = names.find(rest)
  const said = intentOf(rest, lexicon)
  const isNamed = found.sensors.length > 0 || found.devices.length > 0
  const follows = context !== null && (!isNamed || said === null || said === 'value')
  const topic = asWritten(question, folded, topicOf(rest, lexicon))
  // "And the procedure?" is about what was asked before.
  const isAbout = said === 'procedure' && topic.length === 0
  const isWhole = !isNamed && !isAbout && said !== null && wholePlant.has(said)
  const named = isNamed || !context ? inDialog(found, before, sensorsOf) : isWhole ? nobody : before
  return {
    ...{ locale, isNamed, sensors: named.sensors, devices: named.devices },
    intent: intentWith(said, { isNamed, context, hasTime: ranges.length > 0 }),
    ranges: ranges.length === 0 && follows && context.period ? [context.period] : ranges,
    alike: found.alike,
    topic,
    side: sideOf(rest, lexicon),
    isLowest: has(rest, lexicon.lowest),
    isOfDevices: has(rest, lexicon.devices),
    count: countOf(rest, lexicon),
    unknownWords: asWritten(question, folded, unknownWords(rest, lexicon, found.used)),
  }
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

/** A question that says less than a whole one takes what is missing from the one before. */
function intentWith(
  said: Intent | null,
  {
    isNamed,
    context,
    hasTime,
  }: {
    readonly isNamed: boolean
    readonly context: DialogContext | null
    readonly hasTime: boolean
  },
): Intent | null {
  if (said !== null && said !== 'value') return said
  if (context && (hasTime || isNamed) && said === null) return context.intent
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

const maximumUnknown = 5
const maximumTopic = 8

interface Word {
  readonly index: number
  readonly word: string
}

/** Words as the person wrote them, where folding has left every sign in its place. */
function asWritten(question: string, folded: string, found: readonly Word[]): string[] {
  const written = question.normalize('NFC')
  if (written.length !== folded.length) return found.map(({ word }) => word)
  return found.map(({ index, word }) => written.slice(index, index + word.length))
}

/** Words that neither ask for an article nor stand in every question; at most `maximumTopic`. */
function topicOf(question: string, { intents, fillers }: Lexicon): Word[] {
  const asking = intents.flatMap(([intent, pattern]) => (intent === 'procedure' ? [pattern] : []))
  const left = withoutAll(question, [...asking, fillers])
  return [...left.matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)]
    .map(({ index, 0: word }) => ({ index, word }))
    .slice(0, maximumTopic)
}

/** A text with blanks in place of what these find. */
function withoutAll(text: string, patterns: readonly RegExp[]): string {
  const isKnown = new Uint8Array(text.length)
  for (const pattern of patterns)
    for (const { index, 0: found } of text.matchAll(pattern))
      isKnown.fill(1, index, index + found.length)
  return Array.from({ length: text.length }, (_, index) =>
    isKnown[index] === 1 ? ' ' : (text[index] ?? ''),
  ).join('')
}

function unknownWords(
  question: string,
  { intents, fillers, above, below, lowest, devices, top }: Lexicon,
  used: readonly { readonly from: number; readonly to: number }[],
): Word[] {
  const isKnown = new Uint8Array(question.length)
  for (const { from, to } of used) isKnown.fill(1, from, to)
  const patterns = [...intents.map(([, pattern]) => pattern), above, below, lowest, devices, top]
  for (const pattern of [...patterns, fillers])
    for (const { index, 0: found } of question.matchAll(pattern))
      isKnown.fill(1, index, index + found.length)
  const left = Array.from(question, (sign, index) => (isKnown[index] === 1 ? ' ' : sign)).join('')
  return [...left.matchAll(/\p{Script=Han}{2,}|[\p{L}\p{N}][\p{L}\p{N}_-]*/gu)]
    .map(({ index, 0: word }) => ({ index, word }))
    .filter(({ word }) => word.length > 1 && !/^\d+$/.test(word))
    .slice(0, maximumUnknown)
}
