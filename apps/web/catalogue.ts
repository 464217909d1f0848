import type { Locale } from '#kit/model/locale.ts'

/**
 * Every catalogue is a file of its own; the build puts those of one language into one piece,
 * fetched when it is chosen.
 */
const catalogues: Readonly<
  Record<Locale, () => Promise<{ readonly default: Readonly<Record<string, unknown>> }>>
> = {
  en: () => import('./catalogues/en.ts'),
  ru: () => import('./catalogues/ru.ts'),
  'zh-TW': () => import('./catalogues/zh-TW.ts'),
  vi: () => import('./catalogues/vi.ts'),
}

/**
 * All texts of one language: the shell's namespaces, and one for each feature, named like its
 * folder.
 */
export async function loadApplicationCatalogue(
  locale: Locale,
): Promise<Readonly<Record<string, unknown>>> {
  return (await catalogues[locale]()).default
}
