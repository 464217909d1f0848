import { expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import { readCatalogues, type Texts } from '#testing/catalogues/catalogues.ts'
import { departures } from '#testing/catalogues/departures.ts'
import { parseGlossary, readGlossary } from '#testing/catalogues/glossary.ts'

type Catalogues = Readonly<Record<Locale, Texts>>
const glossary = readGlossary()
const catalogues = Object.fromEntries(
  locales.map((locale) => [locale, readCatalogues(locale)]),
) as Catalogues

test('WE22 every text of all four languages follows the glossary', () => {
  expect(glossary.terms.length).toBeGreaterThanOrEqual(30)
  expect(departures(glossary, catalogues)).toEqual([])
})

test('WE22 every forbidden word of the glossary is found in a text of its language', () => {
  for (const term of glossary.terms)
    for (const locale of locales)
      for (const { written } of term[locale].forbidden) {
        const planted = `x ${written.replaceAll('·', '')} x`
        const texts = { ...noTexts, en: { key: 'x' }, [locale]: { key: planted } }
        expect(departures(glossary, texts), `${locale} ${written}`).toContainEqual(
          `${locale} key has "${written}": ${planted}`,
        )
      }
})

test("WE22 a translation without the glossary's word is found, an inflected one not", () => {
  const page = parseGlossary(
    '| en | ru | zh-TW | vi |\n|---|---|---|---|\n| lamp· | ламп·а | 燈號 | đèn |',
  )
  const right = { key: '{count, plural, one {# lamp} other {# lamps}}' }
  const texts = {
    en: right,
    ru: { key: 'Двух ламп' },
    'zh-TW': { key: '兩個燈號' },
    vi: { key: 'Hai đèn' },
  }
  expect(departures(page, texts)).toEqual([])
  expect(departures(page, { ...texts, ru: { key: 'Двух огней' } })).toEqual([
    'ru key has not "ламп·а": Двух огней',
  ])
})

const noTexts: Catalogues = { en: {}, ru: {}, 'zh-TW': {}, vi: {} }
