import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { findPages, loadGuide } from './guide-pages.ts'

test('TB1 the guide has the same pages in every language, and each says something', async () => {
  const english = (await loadGuide('en')).map(({ id, path }) => [id, path])
  for (const locale of locales) {
    const guide = await loadGuide(locale)
    expect(guide.map(({ id, path }) => [id, path])).toEqual(english)
    for (const { title, intro, points } of guide)
      for (const text of [title, intro, ...points]) expect(text.trim().length).toBeGreaterThan(1)
  }
})

test.each([
  ['en', 'acknowledge', 'alarms'],
  ['ru', 'КВИТИРУЙТЕ', 'alarms'],
  ['vi', 'bieu do', 'charts'],
  ['zh-TW', '歷史', 'charts'],
] as const)('TB2 in %s the word %s leads to its page', async (locale, typed, id) => {
  expect(findPages(await loadGuide(locale), typed)[0]?.id).toBe(id)
  expect(findPages(await loadGuide(locale), 'qqqqq')).toEqual([])
})
