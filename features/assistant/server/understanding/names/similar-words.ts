import { distanceWithin } from './distance.ts'

/** A term of names that a word is nearly. */
interface Similar {
  readonly text: string
  /** How surely it is that term, 0 to 1. */
  readonly share: number
}

interface Spelling {
  readonly text: string
  readonly spelling: string
  readonly letters: number
}

/** Further letters of another ending. */
const maximumEnding = 3

/**
 * Terms by words that are nearly theirs: other endings and slips of the pen. Each word is looked
 * for once, however often a question repeats it, and compared with those alone that have nearly its
 * letters: ten thousand sensors have tens of thousands of words.
 */
export class SimilarWords {
  readonly #byLength = new Map<number, Spelling[]>()
  readonly #found = new Map<string, readonly Similar[]>()

  /** Each term with a spelling of it. */
  constructor(spellings: Iterable<readonly [string, string]>) {
    for (const [text, spelling] of spellings) {
      if (!isWord(spelling)) continue
      const each = { text, spelling, letters: lettersOf(spelling) }
      const others = this.#byLength.get(spelling.length)
      if (others) others.push(each)
      else this.#byLength.set(spelling.length, [each])
    }
  }

  find(word: string): readonly Similar[] {
    if (!isWord(word)) return []
    const known = this.#found.get(word)
    if (known) return known
    const found = this.#compared(word)
    this.#found.set(word, found)
    return found
  }

  #compared(word: string): readonly Similar[] {
    const letters = lettersOf(word)
    const begin = word.slice(0, 4)
    const found: Similar[] = []
    for (let length = word.length - maximumEnding; length <= word.length + maximumEnding; length++)
      for (const { text, spelling, letters: others } of this.#byLength.get(length) ?? []) {
        const isNear = bitsOf(letters ^ others) <= 2 * allowedIn(Math.min(length, word.length))
        const share = isNear || spelling.startsWith(begin) ? likeness(word, spelling) : 0
        if (share > 0) found.push({ text, share })
      }
    return found
  }
}

const isWord = (text: string) => /^(?!\d)[^¤\p{Script=Han}]{3,}$/u.test(text)

/** Which letters a word has, a bit for each; letters of several alphabets share a bit. */
function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) % 32)
  return letters
}

/** How many bits are set. A letter that is replaced by another changes two of them. */
function bitsOf(letters: number): number {
  let left = letters
  let count = 0
  while (left !== 0) {
    left &= left - 1
    count += 1
  }
  return count
}

/** Slips of the pen in words of which the shorter has so many letters. */
const allowedIn = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** How surely one word is the other, 0 to 1: another ending, or a slip of the pen. */
function likeness(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  let common = 0
  while (common < shorter && one[common] === other[common]) common += 1
  const rest = Math.max(one.length, other.length) - common
  if (common >= 4 && rest <= maximumEnding && common > rest) return 0.95
  const allowed = allowedIn(shorter)
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return 0
  return distanceWithin(one, other, allowed) ? 0.85 : 0
}
