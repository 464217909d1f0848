import { expect, test } from 'vitest'
import { rangeText } from './range-text.ts'

const place = { zone: 'Asia/Taipei', locale: 'en' }
const now = Date.UTC(2026, 10, 23, 6)
const local = (day: number, hour = 0) => Date.UTC(2026, 10, day, hour - 8)
const plain = (text: string) => text.replaceAll(/[\u2009\u202F]/g, ' ')

test('AB5 whole days are named by their dates, other ranges with their clock', () => {
  const text = (from: number, to: number) => plain(rangeText({ from, to }, now, place))
  expect(text(local(22), local(23))).toBe('Nov 22')
  expect(text(local(16), local(23))).toBe('Nov 16 – 22')
  expect(text(Date.UTC(2025, 10, 21, 16), Date.UTC(2025, 10, 22, 16))).toBe('Nov 22, 2025')
  expect(text(local(23, 13), local(23, 14))).toBe('13:00 – 14:00')
  expect(text(local(22, 13), local(23, 14))).toBe('Nov 22, 13:00 – Nov 23, 14:00')
})
