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
  type TextExtent,
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

/** Answers of a server, as many as have been asked for. */
function heldTexts() {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } })
  vi.stubGlobal('location', { protocol: 'http:' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const waiting: { readonly answer: () => void; readonly fail: () => void }[] = []
  const load = (locale: Locale, extent: TextExtent) =>
    new Promise<{ locale: Locale; extent: TextExtent }>((resolve, reject) => {
      const fail = () => reject(new Error('no answer'))
      waiting.push({ answer: () => resolve({ locale, extent }), fail })
    })
  const settle = async (how: 'answer' | 'fail') => {
    for (let turn = 0; turn < 10; turn += 1) {
      for (const call of waiting.splice(0)) call[how]()
      await setImmediate()
    }
  }
  return { load, settle }
}

test('KW4 a language that is chosen while more texts are asked for comes with these', async () => {
  const { load, settle } = heldTexts()
  const started = startLanguage(load, 'public')
  await settle('answer')
  await started
  expect(useLanguage.getState()).toMatchObject({
    ...{ extent: 'public', catalogue: { extent: 'public' } },
  })
  const signedIn = Promise.all([changeLanguage('ru'), completeTexts('usual')])
  await settle('answer')
  await signedIn
  const usual = { locale: 'ru', extent: 'usual' }
  expect(useLanguage.getState()).toMatchObject({ ...usual, catalogue: usual })

  // What cannot be had leaves what is shown, and the next language asks for no more than that.
  const failed = expect(completeTexts('all')).rejects.toThrow('no answer')
  await settle('fail')
  await failed
  const other = changeLanguage('vi')
  await settle('answer')
  await other
  expect(useLanguage.getState()).toMatchObject({ locale: 'vi', extent: 'usual' })

  const opened = Promise.all([completeTexts('all'), changeLanguage('en'), completeTexts('usual')])
  await settle('answer')
  await opened
  const all = { locale: 'en', extent: 'all' }
  expect(useLanguage.getState()).toMatchObject({ ...all, catalogue: all })
})

test('KW62 of languages that are chosen the last is shown, whichever comes first', async () => {
  const { load, settle } = heldTexts()
  const heldBack = () => Promise.withResolvers<Readonly<Record<string, unknown>>>()
  let slow = heldBack()
  const started = startLanguage(
    async (locale, extent) => ({
      ...(await (locale === 'zh-TW' ? slow.promise : load(locale, extent))),
    }),
    'all',
  )
  await settle('answer')
  await started
  const chooseBoth = async (end: () => void) => {
    const earlier = changeLanguage('zh-TW')
    const last = changeLanguage('ru')
    await settle('answer')
    expect(await last).toBe(true)
    end()
    return earlier
  }
  expect(await chooseBoth(() => slow.reject(new Error('no answer')))).toBe(false)
  slow = heldBack()
  expect(await chooseBoth(() => slow.resolve({ locale: 'zh-TW' }))).toBe(false)
  expect(useLanguage.getState()).toMatchObject({ locale: 'ru', catalogue: { locale: 'ru' } })
  expect(document.cookie).toContain('language=ru')
})
