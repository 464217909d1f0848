import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localeOf, locales, startLocale, type Locale } from '#kit/model/locale.ts'
import {
  changeLanguage,
  completeTexts,
  errorLocale,
  languageNames,
  startLanguage,
  useLanguage,
} from './language.ts'

test('KW4 the cookie goes before the browser, the browser before English', () => {
  expect(startLocale('vi', ['ru', 'en'])).toBe('vi')
  expect(startLocale(null, ['de-DE', 'ru-RU', 'en'])).toBe('ru')
  expect(startLocale('xx', ['zh-Hant-TW'])).toBe('zh-TW')
  expect(startLocale(null, ['de', 'fr'])).toBe('en')
  expect(startLocale(null, [])).toBe('en')
})

test('KW4 zh in any form is Traditional Chinese, and every language has its own tag', () => {
  for (const tag of ['zh', 'zh-TW', 'zh_TW', 'ZH-hant', 'zh-CN'])
    expect(localeOf(tag)).toBe('zh-TW')
  for (const locale of locales) expect(localeOf(locale)).toBe(locale)
  expect(Object.keys(languageNames)).toEqual([...locales])
})

test('KW4 no text leads to a language that is not offered', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (cookie, browser) => {
      expect(locales).toContain(startLocale(cookie, browser))
    }),
  )
})

test('KW4 error texts ask the cookie alone, else they are Traditional Chinese', () => {
  for (const locale of locales) expect(errorLocale(locale)).toBe(locale)
  for (const cookie of ['zh', 'zh_TW', 'de', '', 'xx-en', null])
    expect(errorLocale(cookie), String(cookie)).toBe('zh-TW')
})

test('KW4 a language that is chosen while somebody signs in comes whole', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } })
  vi.stubGlobal('location', { protocol: 'http:' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const waiting: (() => void)[] = []
  const load = (locale: Locale, isWhole: boolean) =>
    new Promise<{ locale: Locale; isWhole: boolean }>((resolve) => {
      waiting.push(() => resolve({ locale, isWhole }))
    })
  const answerAll = async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      for (const answer of waiting.splice(0)) answer()
      await setImmediate()
    }
  }
  const started = startLanguage(load, false)
  await answerAll()
  await started
  expect(useLanguage.getState()).toMatchObject({ isWhole: false, catalogue: { isWhole: false } })
  const done = Promise.all([changeLanguage('ru'), completeTexts()])
  await answerAll()
  await done
  expect(useLanguage.getState()).toMatchObject({
    ...{ locale: 'ru', isWhole: true },
    catalogue: { locale: 'ru', isWhole: true },
  })
})
