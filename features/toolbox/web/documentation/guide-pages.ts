import type { Locale } from '#kit/model/locale.ts'

/** A page of the user guide: one task, in a few sentences. */
export interface GuidePage {
  readonly id: string
  readonly title: string
  readonly intro: string
  readonly points: readonly string[]
  readonly sections?: readonly GuideSection[]
  /** What its picture shows, in words for those who do not see it; null: it has none. */
  readonly picture: string | null
  /** The screen that it is about; null: none of its own. */
  readonly path: string | null
}

export interface GuideSection {
  readonly title: string
  readonly points: readonly string[]
}

const pages: Readonly<Record<Locale, () => Promise<{ readonly default: readonly GuidePage[] }>>> = {
  en: () => import('./pages/en.json'),
  ru: () => import('./pages/ru.json'),
  'zh-TW': () => import('./pages/zh-TW.json'),
  vi: () => import('./pages/vi.json'),
}

/** The guide in one language; it is fetched when it is read. */
export async function loadGuide(locale: Locale): Promise<readonly GuidePage[]> {
  return (await pages[locale]()).default
}
