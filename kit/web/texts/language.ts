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
type LoadCatalogue = (locale: Locale, isWhole: boolean) => Promise<Catalogue>

interface LanguageState {
  readonly locale: Locale
  /**
   * Texts of `locale`, by namespace: before the sign-in those of the pages there, after it all;
   * null before the first have arrived.
   */
  readonly catalogue: Catalogue | null
  /** Whether `catalogue` has the texts of all screens. */
  readonly isWhole: boolean
}

/** The language on screen: `useLanguage((state) => state.locale)`. */
export const useLanguage = create<LanguageState>(() => ({
  ...{ locale: 'en', catalogue: null, isWhole: false },
}))

const loaded = new Map<Locale, Promise<Catalogue>>()
/** Defined from when all texts are asked for. */
let whole: Promise<void> | undefined
let loadFromApplication: LoadCatalogue = () =>
  Promise.reject(new Error('no catalogues: call startLanguage first'))

/** The texts of a language, fetched once. A failed fetch is retried at the next call. */
export function loadCatalogue(locale: Locale): Promise<Catalogue> {
  let catalogue = loaded.get(locale)
  if (catalogue === undefined) {
    catalogue = loadFromApplication(locale, whole !== undefined)
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
  const wasWhole = whole !== undefined
  let catalogue = await loadCatalogue(locale)
  const isWhole = whole !== undefined
  // Somebody has signed in meanwhile.
  if (isWhole && !wasWhole) catalogue = await loadCatalogue(locale)
  writeCookie(languageCookie, locale)
  document.documentElement.lang = locale === 'zh-TW' ? 'zh-Hant-TW' : locale
  useLanguage.setState({ locale, catalogue, isWhole })
}

/**
 * Resolves when the texts of all screens are here, and not only those of the pages before the
 * sign-in. Rejects when they cannot be had; the next call retries.
 */
export function completeTexts(): Promise<void> {
  whole ??= loadWhole().catch((error: unknown) => {
    whole = undefined
    loaded.clear()
    throw error
  })
  return whole
}

async function loadWhole(): Promise<void> {
  // The caller has set `whole` before what follows: from here on everything is loaded whole.
  await Promise.resolve()
  loaded.clear()
  const { locale } = useLanguage.getState()
  const catalogue = await loadCatalogue(locale)
  if (useLanguage.getState().locale === locale) useLanguage.setState({ catalogue, isWhole: true })
}

/**
 * Begins with the person's language. `load` fetches the texts of one language; with `isWhole` those
 * of all screens.
 */
export async function startLanguage(load: LoadCatalogue, isWhole: boolean): Promise<void> {
  loadFromApplication = load
  if (isWhole) whole = Promise.resolve()
  await changeLanguage(startLocale(readCookie(languageCookie), navigator.languages))
}
