import type { Locale } from '#kit/model/locale.ts'

/** Several things in a row: `1 stale, 2 offline`; Chinese has a comma of its own for it. */
export function formatList(parts: readonly string[], locale: Locale): string {
  return parts.join(locale === 'zh-TW' ? '、' : ', ')
}
