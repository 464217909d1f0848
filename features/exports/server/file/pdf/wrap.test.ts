import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrap } from './wrap.ts'

/** As if each character was one wide. */
const lines = (text: string, width: number, language: 'en' | 'zh-TW' = 'en') =>
  wrap(text, width, (part) => part.length, language)

test('EX22 a period is broken between its dates, not within one', () => {
  expect(lines('2026-10-31 00:00 – 2026-11-01 23:00', 26)).toEqual([
    '2026-10-31 00:00 –',
    '2026-11-01 23:00',
  ])
  expect(lines('temp (°C), 13.5 m³/h', 10)).toEqual(['temp (°C),', '13.5 m³/h'])
})

test('EX22 Chinese is broken between words, and no line begins with what closes a sentence', () => {
  expect(lines('交班紀錄：泵浦故障，已更換軸承。', 4, 'zh-TW').join('')).toBe(
    '交班紀錄：泵浦故障，已更換軸承。',
  )
  for (let width = 3; width < 16; width++)
    for (const line of lines('交班紀錄，泵浦故障，已更換軸承。', width, 'zh-TW'))
      expect(line).not.toMatch(/^[，。]/)
})

test('EX22 nothing of a text is lost, and no line is wider than it may be', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 12 }), (text, width) => {
      const broken = lines(text, width)
      expect(broken.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
      expect(broken.every((line) => line.length <= width)).toBe(true)
    }),
  )
})
