import { fold } from '../../understanding/fold.ts'
import { termsOf } from '../../understanding/names/terms.ts'
import { tokensOf, type NumberToken } from './tokens.ts'

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
export function isHarmless(name: string, units: readonly string[]): boolean {
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

export function startsWithUnit(after: string, units: readonly string[]): boolean {
  const text = after.trimStart()
  return [...units, ...usual].some((unit) => {
    const own = unit.normalize('NFKC').toLowerCase()
    return text.startsWith(own) && !/^\p{L}/u.test(text.slice(own.length))
  })
}

/** "котла 1" is the device "Котёл 1": its number belongs to the word before it. */
export function isOfName(
  token: NumberToken,
  names: readonly string[],
  units: readonly string[],
): boolean {
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
