import { expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import type { Texts } from '#testing/catalogues/catalogues.ts'
import { departures } from '#testing/catalogues/departures.ts'
import { readGlossary } from '#testing/catalogues/glossary.ts'
import { findPages } from './find-pages.ts'
import { loadGuide, type GuidePage } from './guide-pages.ts'

const guides = Object.fromEntries(
  await Promise.all(locales.map(async (locale) => [locale, await loadGuide(locale)] as const)),
) as Record<Locale, readonly GuidePage[]>

/** The texts of a page by their place in it. */
function textsOf({ id, title, intro, points, sections = [], picture }: GuidePage): Texts {
  const parts = [title, intro, ...points]
  const inner = sections.flatMap((section) => [section.title, ...section.points])
  const all = [...parts, ...inner, ...(picture === null ? [] : [picture])]
  return Object.fromEntries(all.map((text, at) => [`${id}.${at}`, text]))
}

const textsOfAll = (locale: Locale): Texts =>
  Object.assign({}, ...guides[locale].map(textsOf)) as Texts

test('TB1 the guide has the same pages in every language, and none is empty', () => {
  const shapeOf = ({ id, path, points, sections = [], picture }: GuidePage) => ({
    ...{ id, path, points: points.length, hasPicture: picture !== null },
    sections: sections.map((section) => section.points.length),
  })
  for (const locale of locales) {
    expect(guides[locale].map(shapeOf)).toEqual(guides.en.map(shapeOf))
    for (const text of Object.values(textsOfAll(locale)))
      expect(text.trim().length).toBeGreaterThan(1)
  }
  expect(new Set(guides.en.map(({ id }) => id)).size).toBe(guides.en.length)
})

test('TB3 every text of the guide follows the glossary', () => {
  const texts = Object.fromEntries(locales.map((locale) => [locale, textsOfAll(locale)]))
  expect(departures(readGlossary(), texts as Record<Locale, Texts>)).toEqual([])
})

test.each([
  ['en', 'acknowledge', 'alarms'],
  ['en', 'alarms RULE', 'alarm-rules'],
  ['en', 'webhook secret', 'notifications'],
  ['en', 'erasing', 'retention'],
  ['en', 'iPhone home screen', 'own-notifications'],
  ['en', 'schedule report mail', 'exports'],
  ['en', 'language model', 'assistant'],
  ['ru', 'расписание отчёта', 'exports'],
  ['ru', 'КВИТИРУЙТЕ', 'alarms'],
  ['ru', 'правило тревоги', 'alarm-rules'],
  ['ru', 'передачу смены', 'handover'],
  ['ru', 'голосом', 'assistant'],
  ['vi', 'bieu do', 'charts'],
  ['vi', 'ban giao', 'handover'],
  ['vi', 'GIO YEN LANG', 'own-notifications'],
  ['vi', 'giọng đọc', 'assistant'],
  ['zh-TW', '歷史', 'charts'],
  ['zh-TW', '交接', 'handover'],
  ['zh-TW', '安靜時段', 'own-notifications'],
  ['zh-TW', '匯入歷史', 'import'],
  ['zh-TW', '規則警報', 'alarm-rules'],
] as const)('TB2 in %s the words %s lead to the page %s', (locale, typed, id) => {
  expect(findPages(guides[locale], typed)[0]?.id).toBe(id)
})

test('TB2 nothing typed leaves the guide as it is; what is not there is not found', () => {
  for (const locale of locales) {
    expect(findPages(guides[locale], '  ')).toBe(guides[locale])
    expect(findPages(guides[locale], 'qqqqq')).toEqual([])
  }
})

test('TB2 every page is found by its own title', () => {
  for (const locale of locales)
    for (const page of guides[locale])
      expect(findPages(guides[locale], page.title)[0], page.title).toBe(page)
})
