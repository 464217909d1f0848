import { expect, it } from 'vitest'
import type { Locale } from '#kit/model/locale.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { localText } from '#kit/model/time/zone.ts'
import { NameIndex } from './names/name-index.ts'
import { understand } from './understand.ts'

/** A Friday, 10:20 in New York. */
const clock = { now: Date.UTC(2026, 10, 6, 15, 20), timezone: 'America/New_York' }
const sensor: Sensor = {
  ...{ id: 1, deviceId: 1, lesiId: 'P-1', key: 'p', alias: 'Pressure', type: 'analog' },
  ...{ unit: 'bar', decimals: 1, intervalMs: 60_000, states: {}, isNew: false },
  ...{ lowerAlarm: null, upperAlarm: 8, scaleLow: null, scaleHigh: null, ...plainSensor },
}
const device = { id: 1, lesiId: 'P-1', name: 'Pump', product: '', silenceMs: 60_000 }
const names = new NameIndex([{ device, sensors: [sensor] }])
const asked = (locale: Locale, question: string) =>
  understand({
    ...{ question, locale, context: null, clock, names, sensorsOf: () => [sensor] },
    before: { sensors: [], devices: [] },
  })

const monday = '2026-11-02T00:00'
const october28 = ['2026-10-28T00:00', '2026-10-29T00:00'] as const

it.each([
  ['en', 'average Pump pressure on wednesday last week', ...october28],
  ['en', 'average Pump pressure last week on wednesday', ...october28],
  ['en', 'average Pump pressure on wednesday of last week', ...october28],
  ['en', 'average Pump pressure on wednesday this week', '2026-11-04T00:00', '2026-11-05T00:00'],
  ['ru', 'среднее давление Pump в среду на прошлой неделе', ...october28],
  ['ru', 'среднее давление Pump на прошлой неделе в среду', ...october28],
  ['vi', 'áp suất trung bình của Pump tuần trước thứ tư', ...october28],
  ['zh-TW', 'Pump 上禮拜的星期三的平均壓力', ...october28],
  ['en', 'average Pump pressure between monday and wednesday', monday, '2026-11-05T00:00'],
  ['zh-TW', 'Pump 週一和週三之間的平均壓力', monday, '2026-11-05T00:00'],
  ['ru', 'среднее давление Pump с 1 по 3 ноября', '2026-11-01T00:00', '2026-11-04T00:00'],
  ['ru', 'среднее давление Pump с 1 по 30 ноября', '2026-11-01T00:00', '2026-11-06T10:20'],
  ['ru', 'среднее давление Pump с 3 по 5 октября 2025', '2025-10-03T00:00', '2025-10-06T00:00'],
  ['zh-TW', 'Pump 上週末的平均壓力', '2026-10-31T00:00', monday],
] as const)('QA35 %s "%s" is one time', (locale, question, from, to) => {
  const { intent, ranges, isTimeUnclear, unsupportedWords } = asked(locale, question)
  const found = ranges.map((range) =>
    [range.from, range.to].map((time) => localText(time, clock.timezone)),
  )
  expect([intent, found, isTimeUnclear, unsupportedWords]).toEqual([
    ...(['average', [[from, to]], false, []] as const),
  ])
})

it.each([
  ['en', 'average Pump pressure today until 8:00'],
  ['en', 'average Pump pressure yesterday until midnight'],
  ['en', 'average Pump pressure from yesterday until 8:00'],
  ['en', 'average Pump pressure until yesterday'],
  ['en', 'average Pump pressure every monday'],
  ['ru', 'среднее давление Pump вчера до 8:00'],
  ['ru', 'среднее давление Pump до вчера'],
  ['ru', 'среднее давление Pump с 1 по 31 ноября'],
  ['vi', 'áp suất trung bình của Pump hôm qua đến 8:00'],
  ['vi', 'áp suất trung bình của Pump cho đến hôm qua'],
  ['vi', 'áp suất trung bình của Pump mỗi thứ hai'],
  ['vi', 'áp suất trung bình của Pump cuối tháng 10'],
  ['zh-TW', 'Pump 昨天到8點的平均壓力'],
  ['zh-TW', 'Pump 到昨天為止的平均壓力'],
  ['zh-TW', 'Pump 每週一的平均壓力'],
  ['zh-TW', 'Pump 上個月底的平均壓力'],
  ['zh-TW', 'Pump 上個月初的平均壓力'],
] as const)('QA35 %s "%s" gives no figure of another time', (locale, question) => {
  expect(asked(locale, question)).toMatchObject({ isTimeUnclear: true })
})

it.each([
  ['en', 'compare Pump pressure last week and monday'],
  ['en', 'difference of Pump pressure between monday and wednesday'],
  ['ru', 'сравни давление Pump на прошлой неделе и в понедельник'],
] as const)('QA35 %s "%s" is two times', (locale, question) => {
  expect(asked(locale, question)).toMatchObject({ intent: 'compare', isTimeUnclear: false })
  expect(asked(locale, question).ranges).toHaveLength(2)
})
