import type { Locale } from '#kit/model/locale.ts'

const files = import.meta.glob<string>('./pictures/*/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Address of the picture of a page; undefined where it has none in that language and theme. */
export function pictureAddress(
  page: string,
  locale: Locale,
  theme: 'light' | 'dark',
): string | undefined {
  return files[`./pictures/${locale}/${page}${theme === 'dark' ? '-dark' : ''}.avif`]
}
