import type { Locale } from '#kit/model/locale.ts'

/** A page of the user guide: one task, in a few sentences. */
export interface GuidePage {
  readonly id: string
  readonly title: string
  readonly intro: string
  readonly points: readonly string[]
  /** The screen that it is about; null: none of its own. */
  readonly path: string | null
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

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ё', 'е')

/** Pages in which every word that was typed occurs; those with one in their title first. */
export function findPages(guide: readonly GuidePage[], typed: string): readonly GuidePage[] {
  const words = folded(typed).split(/\s+/u).filter(Boolean)
  const inTitle = ({ title }: GuidePage) => words.some((word) => folded(title).includes(word))
  return guide
    .filter((page) => {
      const text = folded([page.title, page.intro, ...page.points].join(' '))
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => Number(inTitle(other)) - Number(inTitle(one)))
}
