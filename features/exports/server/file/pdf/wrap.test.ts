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

test('EX63 what was written as lines stays so, whatever their ends are', () => {
  expect(lines('one\r\ntwo\nthree\rfour\u2028five\n\nsix', 10)).toEqual([
    ...['one', 'two', 'three', 'four', 'five', '', 'six'],
  ])
})

test('EX63 a word that is wider than a line is broken, with no empty line before it', () => {
  expect(lines('abcdefgh', 3)).toEqual(['abc', 'def', 'gh'])
  expect(lines('a bcdefgh i', 3)).toEqual(['a', 'bcd', 'efg', 'h i'])
  // Where not even a character fits each has a line.
  expect(lines('ab', 0.5)).toEqual(['a', 'b'])
})

test('EX63 a line may end between a Chinese word and one of other letters', () => {
  expect(lines('鍋爐Pump', 4, 'zh-TW')).toEqual(['鍋爐', 'Pump'])
  expect(lines('Pump鍋爐', 5, 'zh-TW')).toEqual(['Pump', '鍋爐'])
})

test('EX63 no line begins with a closing bracket or quotation mark, none ends in blanks', () => {
  for (let width = 5; width < 16; width++)
    for (const line of lines('溫度（進水口）正常”，泵浦「運轉」中', width, 'zh-TW'))
      expect(line, `${width}`).not.toMatch(/^[）”」]/)
  expect(lines('one two  \nthree  ', 10)).toEqual(['one two', 'three'])
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
