import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import { readCatalogues } from '#testing/catalogues/catalogues.ts'
import { shots } from '../../../../e2e/guide-pictures/shots.ts'
import { loadGuide } from './guide-pages.ts'
import { pictureSize } from './picture-size.ts'

const folder = fileURLToPath(new URL('pictures/', import.meta.url))
const themes = ['', '-dark']
/** All pictures together: each change of one stays in the repository's history. */
const maximumBytes = 2_500_000

const stored = globSync('*/*.avif', { cwd: folder }).toSorted()
const illustrated = (await loadGuide('en')).filter(({ picture }) => picture !== null)
const pages = illustrated.map(({ id }) => id)

test('TB9 every picture that a page names is there, in every language, light and dark', () => {
  const named = locales.flatMap((locale) =>
    pages.flatMap((page) => themes.map((theme) => `${locale}/${page}${theme}.avif`)),
  )
  expect(stored).toEqual(named.toSorted())
  expect(shots.map(({ page }) => page).toSorted()).toEqual(pages.toSorted())
})

test('TB9 pictures have the size that is reserved for them, and are small', () => {
  const contents = stored.map((path) => readFileSync(folder + path))
  for (const [index, content] of contents.entries())
    expect(sizeOf(content), stored[index]).toEqual(pictureSize)
  expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(maximumBytes)
})

test.each(locales)('TB10 pictures in %s show words of controls that still exist', (locale) => {
  const words = wordsOf(locale)
  expect(Object.keys(words).toSorted()).toEqual(pages.toSorted())
  const known = new Set(Object.values(readCatalogues(locale)))
  const outdated = Object.entries(words).flatMap(([page, shown]) =>
    shown.filter((word) => !known.has(word)).map((word) => `${page}: ${word}`),
  )
  expect(outdated, 'take them again: npm run guide-pictures').toEqual([])
})

const wordsOf = (locale: Locale) =>
  JSON.parse(readFileSync(`${folder}${locale}/words.json`, 'utf8')) as Record<string, string[]>

/** Width and height of an AVIF file, from its box of image extents. */
function sizeOf(content: Buffer) {
  const at = content.indexOf('ispe')
  return { width: content.readUInt32BE(at + 8), height: content.readUInt32BE(at + 12) }
}
