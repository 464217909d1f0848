import { z } from 'zod'

/** Interface languages, as BCP 47 tags. The cookie `language` may also say `zh` for `zh-TW`. */
export const locales = ['en', 'ru', 'zh-TW', 'vi'] as const
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/** The cookie with the language that was chosen last. */
export const languageCookie = 'language'

/**
 * The interface language that a tag asks for: `zh` in any form is Traditional Chinese; null when we
 * speak none of it.
 */
export function localeOf(tag: string): Locale | null {
  const language = tag.toLowerCase().split(/[-_]/)[0]
  return locales.find((locale) => locale.toLowerCase().split('-')[0] === language) ?? null
}

/**
 * The language to begin with: the cookie's, else the first of the browser's that we speak, else
 * English.
 */
export function startLocale(cookie: string | null, browserLanguages: readonly string[]): Locale {
  for (const tag of [cookie ?? '', ...browserLanguages]) {
    const locale = localeOf(tag)
    if (locale !== null) return locale
  }
  return 'en'
}
