/** Words of one search. */
const maximumWords = 12
/** Scripts that are written without spaces. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}`
const han = new RegExp(`[${unspaced}]`, 'u')
const letter = String.raw`[\p{L}\p{N}]`
const pieces = new RegExp(`(?:(?=${letter})[${unspaced}])+|(?:(?![${unspaced}])${letter})+`, 'gu')

/** What a text is found by. */
interface SearchText {
  /** Words with spaces between, in small letters, without marks over and under them. */
  readonly words: string
  /** Of texts without spaces: each sign, and every two that follow each other. */
  readonly signs: readonly string[]
}

/**
 * A text as it is searched: `Nhiệt độ` and `nhiet do` are the same, and so are `ё` and `е`. Chinese
 * is cut into pairs of signs, because it has no spaces and the database no dictionary of it.
 */
export function searchTextOf(text: string): SearchText {
  const words: string[] = []
  const signs = new Set<string>()
  for (const [piece] of folded(text).matchAll(pieces)) {
    if (!han.test(piece)) {
      words.push(piece)
      continue
    }
    const each = [...piece]
    for (const [at, sign] of each.entries()) {
      signs.add(sign)
      const next = each[at + 1]
      if (next !== undefined) signs.add(sign + next)
    }
  }
  return { words: words.join(' '), signs: [...signs] }
}

/** What is asked of the database; null where a text has nothing that can be searched for. */
interface SearchQuery {
  /** For `to_tsquery`: all of them; of the last one its beginning is enough. Empty: none. */
  readonly words: string
  /** For a cast to `tsquery`. Empty: none. */
  readonly signs: string
}

/** What was typed, as a question to the database. */
export function searchQueryOf(typed: string): SearchQuery | null {
  const found = [...folded(typed).matchAll(pieces)].map(([piece]) => piece).slice(0, maximumWords)
  const words = found.filter((piece) => !han.test(piece))
  const signs = found.filter((piece) => han.test(piece)).flatMap(pairsOf)
  if (words.length === 0 && signs.length === 0) return null
  return {
    words: words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(' & '),
    signs: signs.map((sign) => `'${sign}'`).join(' & '),
  }
}

function pairsOf(piece: string): readonly string[] {
  const signs = [...piece]
  if (signs.length === 1) return signs
  return signs.slice(0, -1).map((sign, at) => sign + (signs[at + 1] ?? ''))
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    // Of other scripts a mark makes another letter: Russian й.
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ё', 'е')

const excerptLength = 220
/** Of what is before the word that was found. */
const lead = 60

/** A piece of the text around the first word that was searched for; else its beginning. */
export function excerptOf(text: string, typed: string): string {
  const plain = text.replaceAll(/\s+/g, ' ')
  const at = firstFound(plain, typed)
  const from = at <= lead ? 0 : plain.indexOf(' ', at - lead) + 1 || at - lead
  const start = from > at ? at : from
  const piece = plain.slice(start, start + excerptLength).toWellFormed()
  const isCut = start + excerptLength < plain.length
  return `${start > 0 ? '…' : ''}${piece}${isCut ? '…' : ''}`
}

function firstFound(plain: string, typed: string): number {
  // Sign by sign, so that places stay as they are.
  const sameLength = Array.from(plain, (sign) => {
    const changed = folded(sign)
    return changed.length === sign.length ? changed : sign
  }).join('')
  const places = [...folded(typed).matchAll(pieces)]
    .map(([piece]) => sameLength.indexOf(piece))
    .filter((place) => place >= 0)
  return Math.min(...places, plain.length) % Math.max(plain.length, 1)
}
