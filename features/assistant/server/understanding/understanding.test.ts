import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import { findPeriods } from './find-periods.ts'
import { fold } from './fold.ts'
import { lexicons } from './language.ts'
import { distanceWithin } from './names/distance.ts'
import { termsOf } from './names/terms.ts'
import { hasUnreadTime } from './unread-time.ts'

const day = 86_400_000
const hour = 3_600_000
const minute = 60_000
/** A Friday, 10:00 in New York, in the week after the clocks went back. */
const clock = {
  ...{ now: Date.UTC(2026, 10, 6, 15), timezone: 'America/New_York' },
  shifts: ['06:00', '14:00', '22:00'].map((start) => ({ name: start, start })),
}
const today = Date.UTC(2026, 10, 6, 5)

/** Words of a time, and the range that they mean. */
const spoken = [
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
  ['en', 'last friday', Date.UTC(2026, 9, 30, 4), Date.UTC(2026, 9, 31, 4)],
  ['en', 'since yesterday', today - day, clock.now],
  ['en', 'from monday to wednesday', today - 4 * day, today - day],
  ['en', 'last night', today - 2 * 3_600_000, today + 6 * 3_600_000],
  ['en', '2 hours ago', clock.now - 7_200_000, clock.now - 7_200_000],
  ['ru', '3 дня назад', today - 3 * day, today - 2 * day],
  ['ru', 'со вторника', today - 3 * day, clock.now],
  ['zh-TW', '昨晚', today - 6 * 3_600_000, today],
  ['zh-TW', '昨晚10點', today - 2 * 3_600_000, today - 2 * 3_600_000],
  ['zh-TW', '上禮拜三', Date.UTC(2026, 9, 28, 4), Date.UTC(2026, 9, 29, 4)],
  ['vi', 'chiều hôm qua', today - 12 * 3_600_000, today - 6 * 3_600_000],
  ['vi', 'tối qua', today - 6 * 3_600_000, today],
  ['vi', 'hôm qua đến giờ', today - day, clock.now],
  ['en', 'since midnight', today, clock.now],
  ['en', 'from 8 to 10 in the evening yesterday', today - 4 * hour, today - 2 * hour],
  ['en', '10:00 - 12:00 yesterday', today - 14 * hour, today - 12 * hour],
  ['en', 'yesterday evening at 8', today - 4 * hour, today - 4 * hour],
  ['en', 'last night at 11', today - hour, today - hour],
  [
    'en',
    'from monday 6:00 to wednesday 8:00',
    today - 4 * day + 6 * hour,
    today - 2 * day + 8 * hour,
  ],
  ['en', 'the past hour and a half', clock.now - 1.5 * hour, clock.now],
  ['en', 'twenty-five minutes ago', clock.now - 25 * minute, clock.now - 25 * minute],
  ['en', 'the last forty five minutes', clock.now - 45 * minute, clock.now],
  ['ru', 'двадцать пять минут назад', clock.now - 25 * minute, clock.now - 25 * minute],
  ['ru', 'двадцать минут назад', clock.now - 20 * minute, clock.now - 20 * minute],
  ['ru', 'за последние сорок минут', clock.now - 40 * minute, clock.now],
  ['zh-TW', '十五分鐘前', clock.now - 15 * minute, clock.now - 15 * minute],
  ['zh-TW', '二十分鐘前', clock.now - 20 * minute, clock.now - 20 * minute],
  ['zh-TW', '最近三十分鐘', clock.now - 30 * minute, clock.now],
  ['zh-TW', '過去二十四小時', clock.now - day, clock.now],
  ['zh-TW', '昨天兩點十五分', today - 22 * hour + 15 * minute, today - 22 * hour + 15 * minute],
  ['zh-TW', '昨天兩點三刻', today - 22 * hour + 45 * minute, today - 22 * hour + 45 * minute],
  ['vi', 'trong hai mươi phút qua', clock.now - 20 * minute, clock.now],
  ['vi', 'cách đây mười lăm phút', clock.now - 15 * minute, clock.now - 15 * minute],
  ['vi', 'hai mươi lăm phút trước', clock.now - 25 * minute, clock.now - 25 * minute],
  ['en', 'half an hour ago', clock.now - hour / 2, clock.now - hour / 2],
  ['en', 'at this time yesterday', clock.now - day, clock.now - day],
  ['en', 'on the weekend', Date.UTC(2026, 9, 31, 4), Date.UTC(2026, 10, 2, 5)],
  ['en', 'this shift', today + 6 * hour, clock.now],
  ['en', 'last shift', today - 2 * hour, today + 6 * hour],
  ['en', 'in october', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
  ['en', 'for december', Date.UTC(2025, 11, 1, 5), Date.UTC(2026, 0, 1, 5)],
  ['en', 'since october', Date.UTC(2026, 9, 1, 4), clock.now],
  ['ru', 'с 5 ноября', today - day, clock.now],
  ['vi', 'nồi hơi 1 tháng 10', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
  ['zh-TW', '2025年12月', Date.UTC(2025, 11, 1, 5), Date.UTC(2026, 0, 1, 5)],
  ['ru', 'с начала смены', today + 6 * hour, clock.now],
  ['zh-TW', '上一班', today - 2 * hour, today + 6 * hour],
  ['zh-TW', '昨天下午2點半', today - 9.5 * hour, today - 9.5 * hour],
  ['zh-TW', '過去一個半小時', clock.now - 1.5 * hour, clock.now],
  ['vi', 'từ đầu ca', today + 6 * hour, clock.now],
  ['vi', '2 tiếng rưỡi trước', clock.now - 2.5 * hour, clock.now - 2.5 * hour],
  ['ru', 'за последние полчаса', clock.now - 1_800_000, clock.now],
  ['ru', 'позавчера', today - 2 * day, today - day],
  ['zh-TW', '上個月', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
  ['zh-TW', '昨天下午3點', today - day + 15 * 3_600_000, today - day + 15 * 3_600_000],
  ['vi', 'tháng trước', Date.UTC(2026, 9, 1, 4), Date.UTC(2026, 10, 1, 4)],
  ['vi', 'trong 2 giờ qua', clock.now - 7_200_000, clock.now],
] as const

describe('times on the calendar', () => {
  it.each([
    // The clocks go back in that night, and forward in the other one.
    ['from 22:00 to 6:00 on 31 october', Date.UTC(2026, 10, 1, 2), Date.UTC(2026, 10, 1, 11)],
    ['from 22:00 to 6:00 on 7 march 2026', Date.UTC(2026, 2, 8, 3), Date.UTC(2026, 2, 8, 10)],
  ])('QA34 hours over midnight end on the clock: %s', (text, from, to) => {
    expect(findPeriods(fold(text), lexicons.en, clock).ranges).toEqual([{ from, to }])
  })

  it.each([
    ['last 3 months', Date.UTC(2026, 1, 28, 16)],
    ['past month', Date.UTC(2026, 3, 30, 15)],
    ['last 2 months', Date.UTC(2026, 2, 31, 15)],
  ])('QA34 of a month that is shorter its last day counts: %s', (text, from) => {
    const now = Date.UTC(2026, 4, 31, 15)
    const { ranges } = findPeriods(fold(text), lexicons.en, { ...clock, now })
    expect(ranges).toEqual([{ from, to: now }])
  })
})

describe('times of questions', () => {
  it.each(spoken)('QA6 %s "%s"', (locale, text, from, to) => {
    expect(findPeriods(fold(text), lexicons[locale], clock).ranges).toEqual([{ from, to }])
  })

  it('QA6 times that do not go together are none', () => {
    for (const text of ['this week at 6:00', 'at 6:00 and at 8:00', 'since 11:00'])
      expect(findPeriods(text, lexicons.en, clock), text).toMatchObject({
        isContrary: true,
        ranges: [],
      })
    // A pressure of 8 bar is no time.
    for (const text of ['at 8 bar', 'between 3 and 4 bar', 'at 8.5', 'since 8 %'])
      expect(findPeriods(text, lexicons.en, clock).ranges, text).toEqual([])
  })

  it('QA24 a number that is only a part of another one, or of a name, is none of a time', () => {
    const found = (locale: Locale, text: string) => findPeriods(fold(text), lexicons[locale], clock)
    for (const [locale, text] of [
      ['en', 'a hundred and twenty minutes ago'],
      ['ru', 'сто двадцать минут назад'],
      ['ru', 'несколько минут назад'],
      ['zh-TW', '一百二十分鐘前'],
      ['zh-TW', '兩三天前'],
    ] as const)
      expect(found(locale, text).ranges, text).toEqual([])
    const thisWeek = found('vi', 'tuần này').ranges
    expect(found('vi', 'nồi hơi 2 tuần này')).toMatchObject({
      ranges: thisWeek,
      rest: 'noi hoi 2         ',
    })
    expect(found('vi', 'nồi hơi 1 2 tuần qua').ranges).toEqual([
      { from: clock.now - 14 * day, to: clock.now },
    ])
  })

  it('QA22 of a time of which nothing can be stored no more than the rest is asked for', () => {
    const found = (text: string) => findPeriods(fold(text), lexicons.en, clock)
    const { now } = clock
    for (const text of ['last 500 years', 'since 1 january 1950'])
      expect(found(text).ranges, text).toEqual([{ from: 0, to: now }])
    expect(found('on 2099-12-31').ranges).toEqual([
      { from: Date.UTC(2099, 11, 31, 5), to: Date.UTC(2100, 0, 1) },
    ])
    for (const text of ['500 years ago', 'on 29 february 1904', 'on 9999-12-31'])
      expect(found(text), text).toMatchObject({ isContrary: true, ranges: [] })
  })

  it('QA6 words of a time that no form reads are seen, and those of names are none', () => {
    // Without shifts nobody can say which is the last one.
    const isUnclear = (locale: Locale, text: string) => {
      const { rest } = findPeriods(fold(text), lexicons[locale], { ...clock, shifts: [] })
      return hasUnreadTime(rest, locale, [])
    }
    for (const text of ['during the last shift', 'per hour', 'on weekends', 'tomorrow'])
      expect(isUnclear('en', text), text).toBe(true)
    expect(isUnclear('ru', 'за прошлую смену')).toBe(true)
    expect(isUnclear('zh-TW', '夜班')).toBe(true)
    expect(isUnclear('vi', 'ca trước')).toBe(true)
    for (const text of ['last 2 hours', 'yesterday', 'how many hours', 'since 9:30'])
      expect(isUnclear('en', text), text).toBe(false)
    expect(hasUnreadTime('level of the day tank', 'en', [{ from: 13, to: 21 }])).toBe(false)
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
