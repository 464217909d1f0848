import { create } from 'zustand'
import { languageCookie, localeOf, startLocale, type Locale } from '#kit/model/locale.ts'
import { readCookie, writeCookie } from '../browser/cookies.ts'

/** Every language by its own name. */
export const languageNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  'zh-TW': '繁體中文',
  vi: 'Tiếng Việt',
}

/**
 * The language of error texts: that of the cookie `language`, and Traditional Chinese where it says
 * none that we speak.
 */
export function errorLocale(cookie: string | null = readCookie(languageCookie)): Locale {
  return localeOf(cookie ?? '') ?? 'zh-TW'
}

/**
 * Which texts: those of the pages before the sign-in; with those of the screens that people live
 * in; all.
 */
const extents = ['public', 'usual', 'all'] as const
export type TextExtent = (typeof extents)[number]

/** Whether texts of one extent include those of another. */
export const includesTexts = (one: TextExtent, other: TextExtent): boolean =>
  extents.indexOf(one) >= extents.indexOf(other)

type Catalogue = Readonly<Record<string, unknown>>
type LoadCatalogue = (locale: Locale, extent: TextExtent) => Promise<Catalogue>

interface LanguageState {
  readonly locale: Locale
  /** Texts of `locale`, by namespace; null before the first have arrived. */
  readonly catalogue: Catalogue | null
  /** What `catalogue` has the texts of. */
  readonly extent: TextExtent
}

/** The language on screen: `useLanguage((state) => state.locale)`. */
export const useLanguage = create<LanguageState>(() => ({
  ...{ locale: 'en', catalogue: null, extent: 'public' },
}))

const loaded = new Map<string, Promise<Catalogue>>()
/** The texts that somebody has asked for. */
let wanted: TextExtent = 'public'
let loadFromApplication: LoadCatalogue | undefined

/** The texts of a language, fetched once. A failed fetch is retried at the next call. */
export function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const key = `${locale} ${wanted}`
  let catalogue = loaded.get(key)
  if (catalogue === undefined) {
    catalogue =
      loadFromApplication?.(locale, wanted) ??
      Promise.reject(new Error('no catalogues: call startLanguage first'))
    loaded.set(key, catalogue)
    catalogue.catch(() => loaded.delete(key))
  }
  return catalogue
}

/** How many times a language was chosen. */
let choices = 0

/**
 * Shows a language once its texts are here, and stores the choice in the cookie `language`; gives
 * whether it does. Where another one was chosen meanwhile nothing is shown of this. Rejects when
 * its texts cannot be had.
 */
export async function changeLanguage(locale: Locale): Promise<boolean> {
  const own = ++choices
  const texts = await loadWanted(locale).catch((error: unknown) => {
    if (own === choices) throw error
    return null
  })
  if (texts === null || own !== choices) return false
  writeCookie(languageCookie, locale)
  document.documentElement.lang = locale === 'zh-TW' ? 'zh-Hant-TW' : locale
  useLanguage.setState({ locale, ...texts })
  return true
}

/** The texts of a language that are asked for when they have arrived. */
async function loadWanted(locale: Locale): Promise<Pick<LanguageState, 'catalogue' | 'extent'>> {
  for (;;) {
    const extent = wanted
    const catalogue = await loadCatalogue(locale)
    // Somebody has signed in meanwhile, or opened a screen that needs more.
    if (extent === wanted) return { catalogue, extent }
  }
}

/**
 * Resolves when the texts of this extent are shown; before `startLanguage` it is left to that.
 * Rejects when they cannot be had; the next call retries.
 */
export async function completeTexts(extent: TextExtent): Promise<void> {
  if (!includesTexts(wanted, extent)) wanted = extent
  if (loadFromApplication === undefined) return
  try {
    while (!includesTexts(useLanguage.getState().extent, extent)) {
      const { locale } = useLanguage.getState()
      const texts = await loadWanted(locale)
      if (useLanguage.getState().locale === locale) useLanguage.setState(texts)
    }
  } catch (error) {
    wanted = useLanguage.getState().extent
    throw error
  }
}

/**
 * Begins with the person's language. `load` fetches the texts of one language; at least those of
 * `extent` are shown.
 */
export async function startLanguage(load: LoadCatalogue, extent: TextExtent): Promise<void> {
  loadFromApplication = load
  if (!includesTexts(wanted, extent)) wanted = extent
  await changeLanguage(startLocale(readCookie(languageCookie), navigator.languages))
}
