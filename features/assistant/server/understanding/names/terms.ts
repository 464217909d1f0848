import type { Locale } from '#kit/model/locale.ts'
import { fold } from '../fold.ts'
import { concepts } from './concepts.ts'

/** A part of a name or a question by which they are compared. */
export interface Term {
  /** Folded; `¤` and a name: a quantity, whatever the language calls it. */
  readonly text: string
  /** How much it says: its letters, of Chinese twice as much each. */
  readonly weight: number
  /** Where it is in the folded text. */
  readonly from: number
  readonly to: number
  /** The language of a word for a quantity. */
  readonly locale?: Locale
}

const run = /\p{Script=Han}+|\d+|(?:(?!\p{Script=Han})[\p{L}¤])+/gu

/** Names stay the same for long, and looking for quantities in ten thousand takes half a second. */
const seen = new Map<string, readonly Term[]>()
const maximumSeen = 100_000

/**
 * The terms of a text: words, numbers and pairs of Chinese signs, as that language separates no
 * words. A word for a quantity is the same in all four languages.
 */
export function termsOf(text: string): readonly Term[] {
  const known = seen.get(text)
  if (known) return known
  if (seen.size >= maximumSeen) seen.clear()
  const terms = termsOfFolded(fold(text))
  seen.set(text, terms)
  return terms
}

export function termsOfFolded(folded: string): readonly Term[] {
  const terms: Term[] = []
  const isTaken = new Uint8Array(folded.length)
  for (const { name, patterns } of concepts)
    for (const [locale, pattern] of Object.entries(patterns) as [Locale, RegExp][])
      for (const { index, 0: found } of folded.matchAll(pattern)) {
        const to = index + found.length
        if (isTaken.subarray(index, to).includes(1)) continue
        isTaken.fill(1, index, to)
        terms.push({ text: `¤${name}`, weight: 6, from: index, to, locale })
      }
  const left = [...folded].length === folded.length ? maskOf(folded, isTaken) : folded
  for (const { index, 0: found } of left.matchAll(run)) {
    const span = { from: index, to: index + found.length }
    if (/^\p{Script=Han}/u.test(found)) terms.push(...pairs(found, index))
    // Machine 7 is machine 07.
    else terms.push({ text: found.replace(/^0+(?=\d)/u, ''), weight: found.length, ...span })
  }
  return terms.toSorted((one, other) => one.from - other.from)
}

const maskOf = (text: string, isTaken: Uint8Array) =>
  Array.from(text, (sign, index) => (isTaken[index] === 1 ? ' ' : sign)).join('')

function pairs(signs: string, from: number): Term[] {
  if (signs.length === 1) return [{ text: signs, weight: 2, from, to: from + 1 }]
  return Array.from({ length: signs.length - 1 }, (_, index) => ({
    text: signs.slice(index, index + 2),
    weight: 3,
    from: from + index,
    to: from + index + 2,
  }))
}
