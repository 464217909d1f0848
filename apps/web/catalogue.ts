import type { Locale } from '#kit/model/locale.ts'

type Catalogue = Readonly<Record<string, unknown>>
type Pieces = Readonly<Record<Locale, () => Promise<{ readonly default: Catalogue }>>>

/**
 * Every catalogue is a file of its own; the build puts those of one language into two pieces,
 * fetched when it is chosen: what the pages before the sign-in say, and everything else. Texts of
 * field errors that no page before the sign-in can meet are in the second one.
 */
const publicPieces: Pieces = {
  en: () => import('./catalogues/en.ts'),
  ru: () => import('./catalogues/ru.ts'),
  'zh-TW': () => import('./catalogues/zh-TW.ts'),
  vi: () => import('./catalogues/vi.ts'),
}
const signedInPieces: Pieces = {
  en: () => import('./catalogues/signed-in/en.ts'),
  ru: () => import('./catalogues/signed-in/ru.ts'),
  'zh-TW': () => import('./catalogues/signed-in/zh-TW.ts'),
  vi: () => import('./catalogues/signed-in/vi.ts'),
}

/**
 * The texts of one language: the shell's namespaces, and one for each feature, named like its
 * folder; with `isWhole` of all features, else of those that have pages before the sign-in.
 */
export async function loadApplicationCatalogue(
  locale: Locale,
  isWhole: boolean,
): Promise<Catalogue> {
  const pieces = await Promise.all([
    publicPieces[locale](),
    ...(isWhole ? [signedInPieces[locale]()] : []),
  ])
  return pieces.map((piece) => piece.default).reduce(merged)
}

/** Merges two catalogues. The texts of field errors are divided between the pieces. */
function merged(one: Catalogue, other: Catalogue): Catalogue {
  const both = Object.entries(other).map(([name, texts]) => {
    const present = one[name]
    return [name, isCatalogue(present) && isCatalogue(texts) ? merged(present, texts) : texts]
  })
  return { ...one, ...Object.fromEntries(both) }
}

const isCatalogue = (texts: unknown): texts is Catalogue =>
  typeof texts === 'object' && texts !== null
