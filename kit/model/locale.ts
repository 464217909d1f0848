import { z } from 'zod'

/** Interface languages, as BCP 47 tags. The cookie `language` may also say `zh` for `zh-TW`. */
export const locales = ['en', 'ru', 'zh-TW', 'vi'] as const
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>
