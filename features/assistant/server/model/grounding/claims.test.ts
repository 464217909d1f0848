import { expect, test } from 'vitest'
import type { Citation } from '../../../contract/answer.ts'
import { phrases } from '../../../contract/phrases/format.ts'
import { locales, type Locale } from '#kit/model/locale.ts'
import type { ToolResult } from '../../tools/tool.ts'
import { groundingOf } from './check-sentence.ts'
import { presentResult } from './evidence.ts'
import { claimsIn } from './proven-claims.ts'

const sensor = (name: string, more: object): ToolResult => ({
  data: { thing: name.toUpperCase(), sensor: 'p', name: `Pressure · ${name}`, ...more },
  citations: [
    {
      kind: 'sensor',
      thing: name.toUpperCase(),
      sensor: 'p',
      label: `Pressure · ${name}`,
    } as Citation,
  ],
  range: null,
})
const listed = (kind: 'alarms' | 'devices', data: unknown, ...more: Citation[]): ToolResult => ({
  data,
  citations: [{ kind, label: kind } as Citation, ...more],
  range: null,
})
const boiler = { kind: 'device', thing: 'BOILER', label: 'Boiler' } as const
const devices = listed(
  'devices',
  {
    ...{ total: 2, online: 1, offline: 1 },
    devices: [
      { name: 'Boiler', thing: 'BOILER', status: 'online' },
      { name: 'Press', thing: 'PRESS', status: 'offline' },
    ],
  },
  boiler,
  { kind: 'device', thing: 'PRESS', label: 'Press' },
)
const calm = listed('alarms', { total: 0, alarms: [] })
const limits = { lower: null, upper: 8 }
const rising = sensor('Boiler', { count: 60, perHour: 4, correlation: 0.99 })
const noisy = sensor('Boiler', { count: 60, perHour: 4, correlation: 0.1 })
const inside = sensor('Boiler', { limits, reading: { value: 7 } })
const over = sensor('Boiler', { limits, outside: { aboveMs: 9, belowMs: 0 } })

const isProven = (result: ToolResult, text: string, locale: Locale = 'en') => {
  const presented = presentResult(result, { id: 'E1', timezone: 'UTC', locale })
  const evidence = presented ? [presented.evidence] : []
  return groundingOf(text, [], { evidence, locale, question: '' }).isProven
}

test.each([
  ['en', devices, 'Press is offline.', 'Boiler is offline.'],
  ['en', devices, 'Boiler is online.', 'All devices are online.'],
  ['ru', devices, 'Press не в сети.', 'Boiler не в сети.'],
  ['zh-TW', devices, 'Press 離線。', 'Boiler 離線。'],
  ['vi', devices, 'Press đang mất kết nối.', 'Boiler mất kết nối.'],
  ['en', rising, 'Pressure of Boiler is rising.', 'Pressure of Boiler is stable.'],
  ['ru', rising, 'Давление растёт.', 'Давление падает.'],
  ['zh-TW', noisy, 'Boiler 沒有明顯趨勢。', 'Boiler 正在上升。'],
  ['vi', rising, 'Áp suất đang tăng.', 'Áp suất ổn định.'],
  ['en', inside, 'Boiler is within its limits.', 'Boiler is above its limit.'],
  ['ru', over, 'Boiler было выше верхнего предела.', 'Boiler в пределах.'],
  ['zh-TW', over, 'Boiler 超過上限。', 'Boiler 在上下限之內。'],
  ['vi', inside, 'Boiler trong giới hạn.', 'Boiler vượt giới hạn.'],
  ['en', calm, 'There are no alarms.', 'All is normal: no alarms.'],
  ['ru', calm, 'Активных тревог нет.', 'Тревог нет, всё в порядке.'],
  ['zh-TW', calm, '目前沒有警報。', '沒有警報，一切正常。'],
  ['vi', calm, 'Không có cảnh báo nào.', 'Không có cảnh báo, rất an toàn.'],
] as const)('QA21 in words only what a result proves: %s', (locale, result, roles, lie) => {
  expect(isProven(result, roles, locale), roles).toBe(true)
  expect(isProven(result, lie, locale), lie).toBe(false)
})

test('QA21 a list without any proves that there are no alarms, of its devices', () => {
  const one = listed('alarms', { total: 1, alarms: [{ phase: 'active' }] })
  expect(isProven(one, 'There are no alarms.')).toBe(false)
  expect(isProven(inside, 'There are no alarms.')).toBe(false)
  const scoped = listed('alarms', { total: 0, alarms: [] }, boiler)
  expect(isProven(scoped, 'Boiler has no alarms.')).toBe(true)
  expect(isProven(scoped, 'Press has no alarms.')).toBe(false)
  expect(isProven(scoped, 'There are no alarms.')).toBe(false)
})

test('QA21 a name that is a verdict is none', () => {
  for (const [name, locale] of [
    ['All is normal', 'en'],
    ['No alarms', 'en'],
    ['Всё в порядке', 'ru'],
    ['一切正常', 'zh-TW'],
    ['Rất an toàn', 'vi'],
  ] as const)
    expect(isProven(sensor(name, {}), `${name}.`, locale), name).toBe(false)
  expect(isProven(sensor('Offline pump', {}), 'Offline pump has no value.')).toBe(true)
})

test('QA21 sentences of the rules prove what they say, articles what to do', () => {
  const data = {
    locale: 'en',
    sentences: [{ text: phrases.en.steady({ name: 'P', span: '' }), citations: [] }],
  }
  expect(isProven({ ...rising, data }, 'Pressure · Boiler is steady.')).toBe(true)
  expect(isProven({ ...rising, data }, 'Pressure · Boiler is rising.')).toBe(false)
  const article = { kind: 'article', id: 1, label: 'Start' } as const
  const of = { data: [{ id: 1, title: 'Start' }], citations: [article], range: null }
  expect(isProven(of, 'Start says to wait until all is normal.')).toBe(true)
})

test('QA21 what the rules say in each language has the words of its claim', () => {
  for (const locale of locales) {
    const say = phrases[locale]
    const part = { name: 'X', span: '', rate: '1' }
    const counts = { offline: 1, online: 1, all: 2 }
    expect(claimsIn(say.rising(part), locale), locale).toEqual(['rising'])
    expect(claimsIn(say.falling(part), locale), locale).toEqual(['falling'])
    expect(claimsIn(say.steady(part), locale), locale).toEqual(['steady'])
    expect(claimsIn(say.offlineCount(counts), locale), locale).toEqual(['offline'])
    expect(claimsIn(say.onlineCount(counts), locale), locale).toEqual(['online'])
    expect(claimsIn(say.alarmCount({ about: null, count: 0, span: '' }), locale)).toEqual([
      'no_alarm',
    ])
    expect(claimsIn(say.activeCount({ about: null, count: 0 }), locale)).toEqual(['no_alarm'])
    expect(claimsIn(say.activeCount({ about: null, count: 2 }), locale)).toEqual([])
  }
})
