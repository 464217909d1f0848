import { locales, type Locale } from '#kit/model/locale.ts'
import type { Texts } from './catalogues.ts'
import type { Glossary, GlossaryTerm } from './glossary.ts'
import { messageParts } from '#kit/web/texts/message-parts.ts'

/**
 * What departs from the glossary: a text with a forbidden word, and a translation without the word
 * for one that its English text has. Each as `vi shell.menu "trình đơn": Mở trình đơn`.
 */
export function departures(
  glossary: Glossary,
  catalogues: Readonly<Record<Locale, Texts>>,
): readonly string[] {
  return Object.entries(catalogues.en)
    .filter(([key]) => !glossary.literal.has(key))
    .flatMap(([key, english]) =>
      glossary.terms.flatMap((term) => {
        const hasTerm = term.en.words.some(({ pattern }) => pattern.test(wordsOf(english)))
        return locales.flatMap((locale) => {
          const text = catalogues[locale][key] ?? ''
          return departuresOf(term, { locale, text: wordsOf(text), hasTerm }).map(
            (word) => `${locale} ${key} ${word}: ${text}`,
          )
        })
      }),
    )
}

const wordsOf = (text: string) => messageParts(text).words

interface Translation {
  readonly locale: Locale
  readonly text: string
  /** Whether the English text has the word. */
  readonly hasTerm: boolean
}

function departuresOf(term: GlossaryTerm, { locale, text, hasTerm }: Translation): string[] {
  const { words, forbidden } = term[locale]
  const found = forbidden.filter(({ pattern }) => pattern.test(text))
  const isMissing = hasTerm && !words.some(({ pattern }) => pattern.test(text))
  return [
    ...found.map(({ written }) => `has "${written}"`),
    ...(isMissing ? [`has not "${words.map(({ written }) => written).join(', ')}"`] : []),
  ]
}
