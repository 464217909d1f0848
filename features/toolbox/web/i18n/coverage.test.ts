import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { catalogueTexts, coverageByFeature, findTexts } from './coverage.ts'

const catalogues = {
  en: {
    pumps: {
      title: 'Pumps',
      of: 'Pump {id}',
      unit: '{n}',
      kept: '{n, plural, one {# pump} other {# pumps}}',
    },
  },
  ru: {
    pumps: {
      title: 'Насосы',
      of: 'Насос',
      unit: '{n}',
      kept: '{n, plural, one {# насос} few {# насоса} many {# насосов} other {# насоса}}',
    },
  },
  'zh-TW': { pumps: { title: 'Pumps', of: '泵 {id}', unit: '{n}', kept: '{n} 台泵' } },
  vi: {
    pumps: { of: 'Bơm {id', unit: '{n}', kept: '{n} bơm', old: 'Cũ' },
    tanks: { title: 'Bồn' },
  },
}
const texts = catalogueTexts(catalogues)
const problemsOf = (key: string) => texts.find((text) => text.key === key)?.problems

test('TB8 a text that a language lacks, that is English, or names other values is counted', () => {
  expect(problemsOf('pumps.title')).toEqual({ en: null, ru: null, 'zh-TW': 'same', vi: 'missing' })
  // A value that is not used, and a message that nobody can read.
  expect(problemsOf('pumps.of')).toEqual({
    ...{ en: null, ru: 'placeholders', 'zh-TW': null, vi: 'placeholders' },
  })
  // Without words it is the same in every language; a plural may be plain elsewhere.
  for (const key of ['pumps.unit', 'pumps.kept'])
    expect(Object.values(problemsOf(key) ?? {}), key).toEqual(locales.map(() => null))
  expect(problemsOf('pumps.old')).toMatchObject({ en: 'missing', ru: 'missing', vi: null })
  expect(coverageByFeature(texts)).toMatchObject([
    {
      ...{ feature: 'pumps', total: 5 },
      counts: {
        en: { missing: 1, same: 0, placeholders: 0 },
        ru: { missing: 1, same: 0, placeholders: 1 },
        'zh-TW': { missing: 1, same: 1, placeholders: 0 },
        vi: { missing: 1, same: 0, placeholders: 1 },
      },
    },
    { feature: 'tanks', total: 1, counts: { ru: { missing: 1 }, vi: { missing: 0 } } },
  ])
})

test('TB8 texts are found by words of their key and of any language, and by their problem', () => {
  const find = (search: string, problem: 'missing' | 'same' | null = null) =>
    findTexts(texts, { search, problem }).map(({ key }) => key)
  expect(find('насос KEPT')).toEqual(['pumps.kept'])
  expect(find('泵')).toEqual(['pumps.kept', 'pumps.of'])
  expect(find('pumps.t')).toEqual(['pumps.title'])
  expect(find('', 'same')).toEqual(['pumps.title'])
  expect(find('bồn', 'missing')).toEqual(['tanks.title'])
  expect(find('bồn', 'same')).toEqual([])
  expect(find('')).toHaveLength(6)
})
