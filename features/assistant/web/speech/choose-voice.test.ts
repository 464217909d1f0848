import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { chooseVoice } from './choose-voice.ts'

const voice = (lang: string, part: { default?: boolean; localService?: boolean } = {}) => ({
  ...{ lang, default: false, localService: true },
  ...part,
})

test('AB10 a voice of Taiwan is taken before Mandarin of elsewhere, and that before others', () => {
  const all = ['en-US', 'yue-HK', 'zh-HK', 'zh-CN', 'zh-TW'].map((lang) => voice(lang))
  for (const expected of ['zh-TW', 'zh-CN', 'yue-HK', 'zh-HK']) {
    expect(chooseVoice(all, 'zh-TW')?.lang).toBe(expected)
    all.splice(
      all.findIndex(({ lang }) => lang === expected),
      1,
    )
  }
  expect(chooseVoice(all, 'zh-TW')).toBeNull()
})

test.each(['zh-TW', 'zh_TW', 'zh-Hant-TW', 'cmn-Hant-TW', 'cmn-TW', 'ZH-tw'])(
  'AB10 %s is a voice of Taiwan',
  (lang) => {
    const network = voice(lang, { localService: false })
    expect(chooseVoice([voice('zh-CN', { default: true }), network], 'zh-TW')).toBe(network)
  },
)

test('AB10 of those that suit the system’s own comes first, then one that needs no network', () => {
  const [network, local, own] = [
    voice('vi-VN', { localService: false }),
    voice('vi'),
    voice('vi-VN', { default: true, localService: false }),
  ] as const
  expect(chooseVoice([network, local, own], 'vi')).toBe(own)
  expect(chooseVoice([network, local], 'vi')).toBe(local)
})

test('AB10 whatever the browser has, a voice of another language is never taken', () => {
  const tag = fc.constantFrom('en', 'en-GB', 'ru_RU', 'vi-VN', 'zh-TW', 'zh', 'yue', 'de', '', '-')
  const voices = fc.array(
    fc.record({ lang: tag, default: fc.boolean(), localService: fc.boolean() }),
  )
  const spoken = { en: /^en/, ru: /^ru/, vi: /^vi/, 'zh-TW': /^(zh|yue)/ } as const
  fc.assert(
    fc.property(voices, fc.constantFrom(...locales), (all, language) => {
      const chosen = chooseVoice(all, language)
      const suits = all.some(({ lang }) => spoken[language].test(lang))
      expect(chosen === null).toBe(!suits)
      if (chosen) expect(chosen.lang).toMatch(spoken[language])
    }),
  )
})
