import type { Locale } from '#kit/model/locale.ts'
import { fold } from '../../understanding/fold.ts'
import { lexicons } from '../../understanding/language.ts'
import { termsOf } from '../../understanding/names/terms.ts'
import { withoutNames, type Evidence, type ProvenNumber } from './evidence.ts'
import { hasName, isClaimed } from './check-claims.ts'
import { unitMs } from './duration-words.ts'
import { claimsIn, isVerdict } from './proven-claims.ts'
import { tokensOf, type DurationToken, type NumberToken } from './tokens.ts'

/** What a sentence of the model rests on. */
export interface Grounds {
  /** Not: it has a figure that nothing proves. */
  readonly isFounded: boolean
  /** Not: it says in words what nothing proves: that something is normal, that none is there. */
  readonly isProven: boolean
  /** Results that prove its figures, or that it names; empty: it says nothing that is proven. */
  readonly evidence: readonly Evidence[]
}

interface Checking {
  readonly evidence: readonly Evidence[]
  readonly locale: Locale
  readonly question: string
}

/** Of statistics: which word of a sentence may stand with which field. */
const roles = {
  average: ['average'],
  minimum: ['minimum'],
  maximum: ['maximum'],
  median: ['median'],
  deviation: ['standardDeviation'],
} as const
type Role = keyof typeof roles
const hour = 3_600_000
const roleOf = new Map<string, Role>(
  Object.entries(roles).flatMap(([role, fields]) =>
    fields.map((field) => [field, role as Role] as const),
  ),
)

/**
 * Whether every figure of a sentence was returned by a tool of this question: as the figure of the
 * sensor or device that the sentence names, in its unit, and as the statistic that it says.
 */
export function groundsOf(sentence: string, cited: readonly string[], all: Checking): Grounds {
  const { evidence, locale, question } = all
  const names = [...new Set(evidence.flatMap((each) => each.names))]
  const units = [...new Set(evidence.flatMap((each) => each.units))]
  const harmless = names.filter((name) => isHarmless(name, units))
  const masked = withoutNames(sentence, harmless)
  const digits = units.filter((unit) => /^(?:\p{L}+\/)?\p{L}+[23²³](?:\/\p{L}+)?$/u.test(unit))
  const { numbers, durations, dates, clocks } = tokensOf(withoutNames(masked, digits))
  const figures = numbers.filter((token) => !isOfName(token, harmless, units))
  const named = evidence.filter((each) => each.citations.length > 0)
  const about = aboutOf(sentence, named)
  const marked = evidence.filter(({ id }) => cited.includes(id))
  const open = marked.length > 0 ? marked : evidence
  const fitting = open.filter((each) => about === null || about.has(each))
  const said = rolesIn(masked, locale)
  const isOfLimits = limitWords.test(masked)
  const context = { units, said, isOfLimits }
  const proofs = [
    ...figures.map((token) => fitting.filter((each) => hasNumber(each, token, context))),
    ...durations.map((token) => fitting.filter((each) => hasDuration(each, token, all))),
    ...dates.map((date) => fitting.filter((each) => hasDate(each, date))),
    ...clocks.map((clock) => fitting.filter((each) => hasClock(each, clock))),
  ]
  const asked = tokensOf(question).clocks
  const isProven = (proof: readonly Evidence[], place: number) =>
    // Hours of the question are said again where a time is described.
    proof.length > 0 || asked.includes(clocks[place - (proofs.length - clocks.length)] ?? '')
  const proven = [...new Set(proofs.flatMap((proof) => proof.slice(0, 1)))]
  const mentioned = about === null ? [] : [...about].slice(0, 1)
  const chosen = [marked, proven, mentioned].find((some) => some.length > 0) ?? []
  // Without a figure and a name a sentence says nothing that could be looked up.
  const isBare = proofs.length === 0 && about === null
  const kept = isBare ? chosen.filter((each) => speaksOfList(masked, each, locale)) : chosen
  // A name may be a verdict, too: "All is normal".
  const silent = harmless.filter((name) => !isVerdict(name, locale))
  const claimed = claimsIn(withoutNames(sentence, silent), locale)
  const isSaid = claimed.every((claim) => isClaimed(claim, sentence, fitting))
  return { isFounded: proofs.every(isProven), isProven: isSaid, evidence: kept }
}

/** Whether a sentence without names and figures speaks of what a list of evidence has. */
function speaksOfList(sentence: string, { citations }: Evidence, locale: Locale): boolean {
  const text = fold(sentence)
  const kinds = new Set(citations.map(({ kind }) => kind))
  const { intents, devices } = lexicons[locale]
  const has = (...wanted: readonly string[]) =>
    intents.some(([intent, form]) => wanted.includes(intent) && text.search(form) >= 0)
  return (
    (kinds.has('alarms') && has('alarms', 'active_alarms')) ||
    (kinds.has('devices') && (text.search(devices) >= 0 || has('online', 'offline')))
  )
}

/** Evidence about the devices and sensors that a sentence names; null: it names none. */
function aboutOf(sentence: string, evidence: readonly Evidence[]): ReadonlySet<Evidence> | null {
  const text = fold(sentence)
  const has = (name: string) => name.trim().length > 1 && hasName(text, fold(name))
  const parts = (each: Evidence) =>
    each.citations.flatMap((citation) => {
      const labels = citation.label.split(' · ')
      const device = 'thing' in citation ? [labels.at(-1) ?? '', citation.thing] : []
      const own = labels.length > 1 || citation.kind === 'article' ? [labels[0] ?? ''] : []
      return [{ isDevice: device.some(has), isOwn: own.some(has), hasOwn: own.length > 0 }]
    })
  const found = evidence.map((each) => ({ each, parts: parts(each) }))
  const anyDevice = found.some((one) => one.parts.some(({ isDevice }) => isDevice))
  const anyOwn = found.some((one) => one.parts.some(({ isOwn }) => isOwn))
  if (!anyDevice && !anyOwn) return null
  const fits = ({ isDevice, isOwn, hasOwn }: ReturnType<typeof parts>[number]) =>
    (!anyDevice || isDevice) && (!anyOwn || isOwn || !hasOwn)
  return new Set(found.filter((one) => one.parts.some(fits)).map(({ each }) => each))
}

/** Of a name with digits; a longer one is a sentence. */
const maximumNameWords = 5
const maximumName = 48
/** What makes a sentence of a name. */
const statingWords = [
  'is|are|was|were|be|equals?|say|says?|reads?|shows?|at|là|bằng|đạt|nói|есть|был[аои]?|скажи',
  String.raw`равн\p{L}*|составля\p{L}*|показыва\p{L}*`,
]
const stating = new RegExp(
  `(?<!\\p{L})(?:${statingWords.join('|')})(?!\\p{L})|[=:：是為为等達]`,
  'iu',
)

/**
 * Whether the digits of a name may be shown as its own: "999 bar" and "the pressure is 42" are
 * figures in disguise.
 */
function isHarmless(name: string, units: readonly string[]): boolean {
  if (!/\p{N}/u.test(name)) return true
  if (!/\p{L}/u.test(name) || /^[\d\s.,]+(?:\s|$)/u.test(name)) return false
  if (name.length > maximumName || name.trim().split(/\s+/).length > maximumNameWords) return false
  if (stating.test(name.replaceAll(' · ', ' '))) return false
  const tokens = tokensOf(name)
  return (
    tokens.durations.length === 0 &&
    tokens.numbers.every(({ after, isPercent }) => !isPercent && !startsWithUnit(after, units))
  )
}

const usual = ['%', '°', '℃', 'bar', 'kpa', 'mpa', 'psi', 'rpm', 'hz', 'kw', 'kwh', 'mm', 'kg']

function startsWithUnit(after: string, units: readonly string[]): boolean {
  const text = after.trimStart()
  return [...units, ...usual].some((unit) => {
    const own = unit.normalize('NFKC').toLowerCase()
    return text.startsWith(own) && !/^\p{L}/u.test(text.slice(own.length))
  })
}

/** "котла 1" is the device "Котёл 1": its number belongs to the word before it. */
function isOfName(token: NumberToken, names: readonly string[], units: readonly string[]): boolean {
  if (token.decimals > 0 || token.isPercent || startsWithUnit(token.after, units)) return false
  const word = /([\p{L}\p{M}]+)[\s№#-]*$/u.exec(token.before)?.[1]
  if (word === undefined) return false
  return names.some((name) =>
    tokensOf(name).numbers.some(
      (own) =>
        own.values[0] === token.values[0] &&
        isLike(/([\p{L}\p{M}]+)[\s№#-]*$/u.exec(own.before)?.[1] ?? '', word),
    ),
  )
}

function isLike(one: string, other: string): boolean {
  const [first, second] = [fold(one), fold(other)]
  if (first.length >= 3 && second.startsWith(first.slice(0, 3))) return true
  const concepts = (text: string) => termsOf(text).flatMap(({ text: term }) => term)
  return concepts(one).some((term) => term.startsWith('¤') && concepts(other).includes(term))
}

/** What is a limit may not be stated as a value, and what counts things has no unit. */
const limitFields = new Set(['lower', 'upper', 'limit'])
const limitWords = /limit|range|threshold|предел|границ|порог|уставк|限|範圍|閾|giới hạn|ngưỡng/iu
const countFields = new Set(['total', 'online', 'offline', 'count', 'badCount'])

function rolesIn(sentence: string, locale: Locale): ReadonlySet<Role> {
  const text = fold(sentence)
  const found = lexicons[locale].intents.flatMap(([intent, pattern]) =>
    intent in roles && text.search(pattern) >= 0 ? [intent as Role] : [],
  )
  return new Set(found)
}

interface NumberContext {
  readonly units: readonly string[]
  readonly said: ReadonlySet<Role>
  /** The sentence speaks of limits. */
  readonly isOfLimits: boolean
}

function hasNumber(
  evidence: Evidence,
  token: NumberToken,
  { units, said, isOfLimits }: NumberContext,
): boolean {
  const unit = units.find((each) => startsWithUnit(token.after, [each]))
  if (unit !== undefined && !evidence.units.includes(unit)) return false
  if (unit === undefined && isYear(evidence, token)) return true
  return evidence.numbers.some((proven) => {
    const { field } = proven
    const role = roleOf.get(field)
    if (role !== undefined && said.size > 0 && !said.has(role)) return false
    if (limitFields.has(field) && !isOfLimits) return false
    if (countFields.has(field) && unit !== undefined) return false
    return token.values.some((value) => isSame(value, proven, token))
  })
}

const isYear = ({ dates }: Evidence, { values: [value], decimals, isPercent }: NumberToken) =>
  decimals === 0 && !isPercent && [...dates].some((date) => date.startsWith(`${value}-`))

/** Signs of a change may be in words: falling by 3. */
const signless = new Set(['perHour', 'difference', 'share', ''])
/** Shares are written in percent. */
const largestShare = 1.000_001

/** The number itself, or rounded to what the text shows of it, at least two digits. */
function isSame(value: number, { value: own, field }: ProvenNumber, token: NumberToken): boolean {
  const { decimals, digits, isPercent } = token
  const candidates = isPercent && Math.abs(own) <= largestShare ? [own * 100, own] : [own]
  return candidates.some((each) => {
    const proven = signless.has(field) && value >= 0 ? Math.abs(each) : each
    if (Math.abs(value - proven) <= Math.abs(proven) * 1e-9) return true
    const isRounded = Math.abs(value - proven) <= 0.5 * 10 ** -decimals * (1 + 1e-9)
    return isRounded && (digits >= 2 || (value === 0 && decimals > 0))
  })
}

/**
 * In whole units as clocks show it, or rounded. The length of the range that was read may be said
 * as the question says it.
 */
function hasDuration(evidence: Evidence, token: DurationToken, { question }: Checking): boolean {
  const isSame = (ms: number) =>
    [Math.floor, Math.round].some(
      (whole) => Math.abs(whole(ms / token.unitMs + 1e-9) * token.unitMs - token.ms) < 1e-3,
    )
  if (evidence.durations.some(({ ms }) => isSame(ms))) return true
  const { rangeMs } = evidence
  const isAsked = tokensOf(question).durations.some(({ ms }) => ms === token.ms)
  // Days have 23 and 25 hours, too.
  if (isAsked && rangeMs !== null && Math.abs(rangeMs - token.ms) <= hour) return true
  // Running hours are numbers, too.
  const lengths = evidence.units.flatMap((unit) => unitMs(unit.toLowerCase()) ?? [])
  return lengths.some((length) =>
    evidence.numbers.some(({ value }) => Math.abs(value * length - token.ms) <= token.unitMs / 2),
  )
}

const hasDate = ({ dates }: Evidence, date: string) =>
  [...dates].some((each) => each === date || (date.length === 5 && each.endsWith(date)))

const hasClock = ({ clocks }: Evidence, clock: string) =>
  [...clocks].some((each) => each === clock || each.startsWith(`${clock}:`))
