import type { Locale } from '#kit/model/locale.ts'
import { includesTexts, type TextExtent } from '#kit/web/texts/language.ts'

type Catalogue = Readonly<Record<string, unknown>>
type Pieces = Readonly<Record<Locale, () => Promise<{ readonly default: Catalogue }>>>

/**
 * Every catalogue is a file of its own; the build puts those of one language into three pieces,
 * fetched when they are needed: what the pages before the sign-in say, what all screens say but
 * those that a few people open now and then (`textsOnDemand` in their manifests), and what these
 * say. Texts of field errors that no page before the sign-in can meet are in the second one.
 */
const publicPieces: Pieces = {
  en: () => import('./catalogues/en.ts'),
  ru: () => import('./catalogues/ru.ts'),
  'zh-TW': () => import('./catalogues/zh-TW.ts'),
  vi: () => import('./catalogues/vi.ts'),
}
const usualPieces: Pieces = {
  en: () => import('./catalogues/signed-in/en.ts'),
  ru: () => import('./catalogues/signed-in/ru.ts'),
  'zh-TW': () => import('./catalogues/signed-in/zh-TW.ts'),
  vi: () => import('./catalogues/signed-in/vi.ts'),
}

const otherPieces: Pieces = {
  en: () => import('./catalogues/on-demand/en.ts'),
  ru: () => import('./catalogues/on-demand/ru.ts'),
  'zh-TW': () => import('./catalogues/on-demand/zh-TW.ts'),
  vi: () => import('./catalogues/on-demand/vi.ts'),
}

/**
 * The texts of one language: the shell's namespaces, and one for each feature, named like its
 * folder, as far as the extent goes.
 */
export async function loadApplicationCatalogue(
  locale: Locale,
  extent: TextExtent,
): Promise<Catalogue> {
  const pieces = await Promise.all([
    publicPieces[locale](),
    ...(includesTexts(extent, 'usual') ? [usualPieces[locale]()] : []),
    ...(includesTexts(extent, 'all') ? [otherPieces[locale]()] : []),
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
