import { expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import { flatTexts, type Texts } from '#testing/catalogues/catalogues.ts'
import { departures } from '#testing/catalogues/departures.ts'
import { readGlossary } from '#testing/catalogues/glossary.ts'
import { reportWords } from '../../contract/report/words.ts'
import { wordsOf } from './words.ts'

test.each([
  ['file', wordsOf],
  ['report', reportWords],
])('EX77 a %s has the words of the screens in each language', (_, of) => {
  const words = Object.fromEntries(
    locales.map((locale) => [locale, flatTexts(of(locale))]),
  ) as Record<Locale, Texts>
  expect(Object.keys(words.en).length).toBeGreaterThan(30)
  expect(departures(readGlossary(), words)).toEqual([])
})
