import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { findPeriods } from './find-periods.ts'
import { fold } from './fold.ts'
import { lexicons } from './language.ts'
import { distanceWithin } from './names/distance.ts'
import { termsOf } from './names/terms.ts'

const day = 86_400_000
/** A Friday, 10:00 in New York, in the week after the clocks went back. */
const clock = { now: Date.UTC(2026, 10, 6, 15), timezone: 'America/New_York' }
const today = Date.UTC(2026, 10, 6, 5)

describe('times of questions', () => {
  it.each([
    ['en', 'today', today, clock.now],
    ['en', 'the day before yesterday', today - 2 * day, today - day],
    // That Sunday had twenty-five hours.
    ['en', 'on sunday', today - 5 * day - 3_600_000, today - 4 * day],
    ['en', 'last week', Date.UTC(2026, 9, 26, 4), Date.UTC(2026, 10, 2, 5)],
    ['en', 'last month', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
    ['en', 'last 90 minutes', clock.now - 5_400_000, clock.now],
    ['en', 'between 6 and 8 yesterday', today - day + 6 * 3_600_000, today - day + 8 * 3_600_000],
    ['en', 'from 22:00 to 6:00 yesterday', today - 2 * 3_600_000, today + 6 * 3_600_000],
    ['en', 'since 9:30', today + 9.5 * 3_600_000, clock.now],
    ['en', 'at 3 pm yesterday', today - day + 15 * 3_600_000, today - day + 15 * 3_600_000],
    ['en', 'on 29 february 2024', Date.UTC(2024, 1, 29, 5), Date.UTC(2024, 2, 1, 5)],
    ['ru', 'за последние полчаса', clock.now - 1_800_000, clock.now],
    ['ru', 'позавчера', today - 2 * day, today - day],
    ['zh-TW', '上個月', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
    ['zh-TW', '昨天下午3點', today - day + 15 * 3_600_000, today - day + 15 * 3_600_000],
    ['vi', 'tháng trước', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
    ['vi', 'trong 2 giờ qua', clock.now - 7_200_000, clock.now],
  ] as const)('QA6 %s "%s"', (locale, text, from, to) => {
    expect(findPeriods(fold(text), lexicons[locale], clock).ranges).toEqual([{ from, to }])
  })

  it('QA6 what is no date and no hour is no time', () => {
    for (const text of ['on 31 february', 'at 25:00', 'last 0 hours', 'since 11:00'])
      expect(findPeriods(text, lexicons.en, clock).ranges).toEqual([])
  })

  it('QA6 no text breaks the understanding, and no range is reversed', () => {
    const word = fc.constantFrom(
      'last',
      'at',
      '25',
      '6:00',
      '昨天',
      'с',
      'до',
      'hôm',
      'week',
      '31.2.',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 8 }), (parts) => {
        const text = fold(parts.join(' '))
        for (const locale of locales)
          for (const { from, to } of findPeriods(text, lexicons[locale], clock).ranges)
            expect(from).toBeLessThanOrEqual(to)
        termsOf(text)
      }),
    )
  })
})

it('QA7 distances are those of the definition', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(letters, letters, fc.integer({ min: 0, max: 3 }), (one, other, allowed) => {
      expect(distanceWithin(one, other, allowed)).toBe(distance(one, other) <= allowed)
    }),
  )
})

/** By the recursive definition. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const [first, second] = [one.slice(1), other.slice(1)]
  const isSwapped = one.length > 1 && one[0] === other[1] && one[1] === other[0]
  return Math.min(
    distance(first, other) + 1,
    distance(one, second) + 1,
    distance(first, second) + (one[0] === other[0] ? 0 : 1),
    isSwapped ? distance(one.slice(2), other.slice(2)) + 1 : Infinity,
  )
}
