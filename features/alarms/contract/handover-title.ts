import type { Locale } from '#kit/model/locale.ts'

const titles: Readonly<Record<Locale, (shift: string) => string>> = {
  en: (shift) => `Handover of ${shift}`,
  ru: (shift) => `Передача смены: ${shift}`,
  'zh-TW': (shift) => `交接班：${shift}`,
  vi: (shift) => `Bàn giao ca ${shift}`,
}

/** How the handover of a shift is called on paper. */
export const handoverTitle = (language: Locale, shift: string): string => titles[language](shift)
