import type { Locale } from '#kit/model/locale.ts'
import type { Expect } from './expected.ts'
import { english } from './en.ts'
import { russian } from './ru.ts'
import { vietnamese } from './vi.ts'
import { chinese } from './zh-tw.ts'

/**
 * A question and what its answer has to say. One that begins with `>` follows the one before it.
 */
export type Question = readonly [string, Expect]

/** Over three hundred questions about the plant of these tests, as many in each language. */
export const questions: Readonly<Record<Locale, readonly Question[]>> = {
  en: english,
  ru: russian,
  'zh-TW': chinese,
  vi: vietnamese,
}
