import { locales, type Locale } from '#kit/model/locale.ts'
import type { Lexicon } from './lexicon.ts'
import type { NamePart } from './names/name-index.ts'
import { chinese } from './words/zh-tw.ts'
import { unreadTimes } from './words/times/unread-times.ts'
import { english } from './words/en.ts'
import { russian } from './words/ru.ts'
import { vietnamese } from './words/vi.ts'

export const lexicons: Readonly<Record<Locale, Lexicon>> = {
  en: english,
  ru: russian,
  'zh-TW': chinese,
  vi: vietnamese,
}

/**
 * The language of a folded question: the one whose words make up most of it; `usual`, that of the
 * interface, where two say as much of it and where none does. Names of sensors say nothing of it,
 * words for quantities do.
 */
export function languageOf(question: string, names: readonly NamePart[], usual: Locale): Locale {
  const ownWords = names.map(({ isVerbatim, ...part }) =>
    isVerbatim ? { ...part, locale: null } : part,
  )
  return mostCovered(question, ownWords, usual) ?? mostCovered(question, names, usual) ?? usual
}

/** Whether a word that means nothing in the language of a question is one of a time elsewhere. */
export const isForeignTime = (word: string, own: Locale): boolean =>
  word.length > 1 &&
  locales.some((locale) => {
    if (locale === own) return false
    const forms = [...lexicons[locale].periods.map(({ pattern }) => pattern), unreadTimes[locale]]
    return forms.some((form) => word.search(form) >= 0)
  })

interface Part {
  readonly from: number
  readonly to: number
  readonly locale?: Locale | null
}

function mostCovered(question: string, names: readonly Part[], usual: Locale): Locale | null {
  let best: Locale | null = null
  let maximum = 0
  for (const locale of [usual, ...locales]) {
    const length = covered(question, names, locale)
    if (length <= maximum) continue
    best = locale
    maximum = length
  }
  return best
}

const letter = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Han}/u

/** Letters of the question that a word of the language has, each counted once. */
function covered(question: string, names: readonly Part[], of: Locale): number {
  const { intents, periods, fillers } = lexicons[of]
  const patterns = [...intents.map(([, pattern]) => pattern), fillers]
  const isCovered = new Uint8Array(question.length)
  for (const pattern of [...patterns, ...periods.map((form) => form.pattern)])
    for (const { index, 0: found } of question.matchAll(pattern))
      isCovered.fill(1, index, index + found.length)
  for (const { from, to, locale } of names) isCovered.fill(locale === of ? 1 : 0, from, to)
  return Array.from(question).filter((sign, index) => isCovered[index] === 1 && letter.test(sign))
    .length
}
