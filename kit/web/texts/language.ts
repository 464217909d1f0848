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

type Catalogue = Readonly<Record<string, unknown>>
type LoadCatalogue = (locale: Locale) => Promise<Catalogue>

interface LanguageState {
  readonly locale: Locale
  /** All texts of `locale`, by namespace; null before the first have arrived. */
  readonly catalogue: Catalogue | null
}

/** The language on screen: `useLanguage((state) => state.locale)`. */
export const useLanguage = create<LanguageState>(() => ({ locale: 'en', catalogue: null }))

const loaded = new Map<Locale, Promise<Catalogue>>()
let loadFromApplication: LoadCatalogue = () =>
  Promise.reject(new Error('no catalogues: call startLanguage first'))

/** The texts of a language, fetched once. A failed fetch is tried again at the next call. */
export function loadCatalogue(locale: Locale): Promise<Catalogue> {
  let catalogue = loaded.get(locale)
  if (catalogue === undefined) {
    catalogue = loadFromApplication(locale)
    loaded.set(locale, catalogue)
    catalogue.catch(() => loaded.delete(locale))
  }
  return catalogue
}

/**
 * Shows a language once its texts are here, and stores the choice in the cookie `language`. Rejects
 * when they cannot be had.
 */
export async function changeLanguage(locale: Locale): Promise<void> {
  const catalogue = await loadCatalogue(locale)
  writeCookie(languageCookie, locale)
  document.documentElement.lang = locale === 'zh-TW' ? 'zh-Hant-TW' : locale
  useLanguage.setState({ locale, catalogue })
}

/** Begins with the person's language. `load` fetches the texts of one language. */
export async function startLanguage(load: LoadCatalogue): Promise<void> {
  loadFromApplication = load
  await changeLanguage(startLocale(readCookie(languageCookie), navigator.languages))
}
