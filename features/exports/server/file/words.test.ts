import { expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import { flatTexts, type Texts } from '#testing/catalogues/catalogues.ts'
import { departures } from '#testing/catalogues/departures.ts'
import { readGlossary } from '#testing/catalogues/glossary.ts'
import { wordsOf } from './words.ts'

test('EX77 a file has the words of the screens in each language', () => {
  const words = Object.fromEntries(
    locales.map((locale) => [locale, flatTexts(wordsOf(locale))]),
  ) as Record<Locale, Texts>
  expect(Object.keys(words.en).length).toBeGreaterThan(50)
  expect(departures(readGlossary(), words)).toEqual([])
})
