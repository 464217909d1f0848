import { wordSign } from './fold.ts'
import type { Lexicon } from './lexicon.ts'

/** A part of a folded text. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Word {
  readonly index: number
  readonly word: string
}

const maximumUnknown = 5
const maximumTopic = 8

/** Words as the person wrote them, where folding has left every sign in its place. */
export function originalWords(question: string, folded: string, found: readonly Word[]): string[] {
  const written = question.normalize('NFC')
  if (written.length !== folded.length) return found.map(({ word }) => word)
  return found.map(({ index, word }) => written.slice(index, index + word.length))
}

/** A text with blanks in place of these parts and of what these forms find. */
export function maskMatches(
  text: string,
  parts: readonly Span[],
  patterns: readonly RegExp[],
): string {
  const isKnown = new Uint8Array(text.length)
  for (const { from, to } of parts) isKnown.fill(1, from, to)
  for (const pattern of patterns)
    for (const { index, 0: found } of text.matchAll(pattern))
      isKnown.fill(1, index, index + found.length)
  return Array.from({ length: text.length }, (_, index) =>
    isKnown[index] === 1 ? ' ' : (text[index] ?? ''),
  ).join('')
}

/** Words that neither ask for an article nor are in every question; at most `maximumTopic`. */
export function topicOf(question: string, { intents, fillers }: Lexicon): Word[] {
  const asking = intents.flatMap(([intent, pattern]) => (intent === 'procedure' ? [pattern] : []))
  const left = maskMatches(question, [], [...asking, fillers])
  return [...left.matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)]
    .map(({ index, 0: word }) => ({ index, word }))
    .slice(0, maximumTopic)
}

const word = new RegExp(
  `\\p{Script=Han}{2,}|${wordSign}(?:(?!\\p{Script=Han})[\\p{L}\\p{N}_-])*`,
  'gu',
)

interface Known {
  /** Parts that named something. */
  readonly used: readonly Span[]
  /** Further forms that mean something. */
  readonly known: readonly RegExp[]
}

/** A question with blanks in place of all that means something. */
export function unreadText(question: string, lexicon: Lexicon, { used, known }: Known): string {
  const { intents, fillers, above, below, lowest, devices, top } = lexicon
  const patterns = [...intents.map(([, pattern]) => pattern), above, below, lowest, devices, top]
  return maskMatches(question, used, [...patterns, ...known, fillers])
}

/** These parts as far as they are left in an unread text, without blanks. */
export const leftOf = (unread: string, parts: readonly Span[]): Word[] =>
  parts.flatMap(({ from, to }) => {
    const left = unread.slice(from, to)
    const index = from + left.length - left.trimStart().length
    return left.trim() === '' ? [] : [{ index, word: left.trim() }]
  })

/** Words of an unread text, which mean nothing here; at most `maximumUnknown`. */
export function unknownWords(unread: string): Word[] {
  return [...unread.matchAll(word)]
    .map(({ index, 0: word }) => ({ index, word }))
    .filter(({ word }) => word.length > 1 && !/^\d+$/.test(word))
    .slice(0, maximumUnknown)
}
