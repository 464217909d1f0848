import { locales, type Locale } from '#kit/model/locale.ts'
import { messageParts } from '#kit/web/texts/message-parts.ts'

type Catalogue = Readonly<Record<string, unknown>>

/**
 * What may be wrong with a text in a language: it is not there, it is the English one, or it names
 * other values than the English one.
 */
export const textProblems = ['missing', 'same', 'placeholders'] as const
export type TextProblem = (typeof textProblems)[number]

/** One text in all languages. */
export interface CatalogueText {
  /** Its whole key: `dashboard.types.lamp`. */
  readonly key: string
  /** Undefined: the language has none. */
  readonly texts: Readonly<Record<Locale, string | undefined>>
  /** The first problem that a language has with it; null: none. */
  readonly problems: Readonly<Record<Locale, TextProblem | null>>
}

/** The texts of a feature, counted. */
export interface FeatureCoverage {
  /** The first part of the keys. */
  readonly feature: string
  readonly total: number
  readonly counts: Readonly<Record<Locale, Readonly<Record<TextProblem, number>>>>
}

/** Every text of the catalogues, by key, with what is wrong in which language. */
export function catalogueTexts(
  catalogues: Readonly<Record<Locale, Catalogue>>,
): readonly CatalogueText[] {
  const flat = ofLocales((locale) => new Map(entriesOf(catalogues[locale], '')))
  const keys = new Set(locales.flatMap((locale) => [...flat[locale].keys()]))
  return [...keys].toSorted().map((key) => {
    const texts = ofLocales((locale) => flat[locale].get(key))
    return { key, texts, problems: ofLocales((locale) => problemOf(texts, locale)) }
  })
}

/** The same, counted by feature. */
export function coverageByFeature(texts: readonly CatalogueText[]): readonly FeatureCoverage[] {
  const byFeature = Map.groupBy(texts, ({ key }) => key.split('.', 1)[0] ?? '')
  return [...byFeature].map(([feature, own]) => ({
    feature,
    total: own.length,
    counts: ofLocales((locale) => {
      const count = (problem: TextProblem) =>
        own.filter(({ problems }) => problems[locale] === problem).length
      return { missing: count('missing'), same: count('same'), placeholders: count('placeholders') }
    }),
  }))
}

/**
 * The texts with a problem, of any kind where it is null and `search` has words; every word must
 * be in the key or in a text.
 */
export function findTexts(
  texts: readonly CatalogueText[],
  { search, problem }: { readonly search: string; readonly problem: TextProblem | null },
): readonly CatalogueText[] {
  const words = folded(search).split(/\s+/u).filter(Boolean)
  return texts.filter((text) => {
    const problems = Object.values(text.problems)
    if (problem !== null && !problems.includes(problem)) return false
    const whole = folded([text.key, ...Object.values(text.texts)].join('\n'))
    return words.every((word) => whole.includes(word))
  })
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

function ofLocales<Value>(value: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(locales.map((locale) => [locale, value(locale)])) as Record<
    Locale,
    Value
  >
}

function entriesOf(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as Catalogue).flatMap(([key, inner]) =>
    entriesOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

function problemOf(texts: CatalogueText['texts'], locale: Locale): TextProblem | null {
  const { en: english, [locale]: text } = texts
  if (text === undefined) return 'missing'
  if (locale === 'en' || english === undefined) return null
  if (namesOf(text) !== namesOf(english)) return 'placeholders'
  return text === english && hasWords(text) ? 'same' : null
}

/** The values and the marks that a message names; what cannot be read names itself. */
function namesOf(message: string): string {
  try {
    const { arguments: used, tags } = messageParts(message)
    return [...new Set([...used.map(({ name }) => name), ...tags])].toSorted().join(' ')
  } catch {
    return message
  }
}

function hasWords(message: string): boolean {
  try {
    return /\p{L}{2}/u.test(messageParts(message).words)
  } catch {
    return true
  }
}
