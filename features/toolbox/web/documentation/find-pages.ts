import type { GuidePage } from './guide-pages.ts'

/** How much a word counts, and all of them one after the other, by where they are found. */
const weights = { heading: 8, headingStem: 6, text: 3, textStem: 2 } as const
const phraseWeights = { heading: 20, text: 10 } as const

interface SearchedPage {
  readonly headings: string
  readonly text: string
}

/**
 * Pages in which every word that was typed occurs, the best first: words of headings count more
 * than words of texts. Case and marks do not matter, nor do most endings of English and Russian
 * words; Chinese is taken apart into words.
 */
export function findPages(guide: readonly GuidePage[], typed: string): readonly GuidePage[] {
  const words = wordsOf(typed)
  if (words.length === 0) return guide
  const phrase = folded(typed).trim()
  return guide
    .map((page) => ({ page, weight: weightOf(searched(page), words, phrase) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ page }) => page)
}

function searched(page: GuidePage): SearchedPage {
  const { title, intro, points, sections = [] } = page
  return {
    headings: folded([title, ...sections.map((section) => section.title)].join('\n')),
    text: folded([intro, ...points, ...sections.flatMap((section) => section.points)].join('\n')),
  }
}

/** 0 where one of the words is missing. */
function weightOf(page: SearchedPage, words: readonly string[], phrase: string): number {
  const each = words.map((word) => weightOfWord(page, word))
  if (each.includes(0)) return 0
  const ofPhrase = page.headings.includes(phrase)
    ? phraseWeights.heading
    : page.text.includes(phrase)
      ? phraseWeights.text
      : 0
  return each.reduce((sum, one) => sum + one, ofPhrase)
}

function weightOfWord({ headings, text }: SearchedPage, word: string): number {
  const stem = stemOf(word)
  if (hasWord(headings, word)) return weights.heading
  if (hasWord(headings, stem)) return weights.headingStem
  if (hasWord(text, word)) return weights.text
  return hasWord(text, stem) ? weights.textStem : 0
}

/** Whether a word of the text begins so; Chinese has no borders of words to see. */
function hasWord(text: string, start: string): boolean {
  if (isHan(start)) return text.includes(start)
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return true
  return false
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

const endings = [
  /(?:ies|ing|es|ed|s|e|y)$/,
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ать|ить|ять|ов|ев|ей|ой|ий|ый)$/,
  /(?:ая|яя|ое|ее|ые|ие|ах|ях|ам|ям|ом|ем|ью|ия|ию|ии|[аеийоуыьэюя])$/,
]

/** A word without its ending, as long as three letters remain. */
function stemOf(word: string): string {
  for (const ending of endings) {
    const stem = word.replace(ending, '')
    if (stem !== word && stem.length >= 3) return stem
  }
  return word
}

/** Words of a question, folded; what is written without blanks, as Chinese is, by its own words. */
function wordsOf(typed: string): readonly string[] {
  return folded(typed)
    .split(/[^\p{L}\p{N}+⌘/_.-]+/u)
    .filter(Boolean)
    .flatMap((word) => (isHan(word) ? chineseWords(word) : [word]))
}

function chineseWords(text: string): readonly string[] {
  const segments = new Intl.Segmenter('zh-TW', { granularity: 'word' }).segment(text)
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ё', 'е')
}
