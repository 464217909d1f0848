import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { conditionKinds } from '../../contract/condition.ts'
import { asActiveAlarms } from '../source/as-active-alarms.ts'
import { fixedAlarm } from './fixed-alarm.ts'
import { useAlarmWords } from './use-alarm-words.ts'

type Catalogues = Record<string, Record<string, unknown>>
const catalogues: Catalogues = import.meta.glob('../texts/*.json', {
  ...{ eager: true, import: 'default' },
})
const common: Catalogues = import.meta.glob('../../../../apps/web/texts/*.json', {
  ...{ eager: true, import: 'default' },
})

function textIn(locale: Locale, alarm: Alarm): string {
  function Text() {
    const words = useAlarmWords()
    return words.sentence(alarm)
  }
  const messages = {
    ...common[`../../../../apps/web/texts/${locale}.json`],
    alarms: catalogues[`../texts/${locale}.json`],
  }
  const drawn = renderToStaticMarkup(
    <IntlProvider locale={locale} messages={messages as object} timeZone="UTC">
      <Text />
    </IntlProvider>,
  )
  return drawn.replaceAll('\u202f', ' ')
}

const caused = (cause: Partial<Alarm['cause']>, own: Partial<Alarm> = {}) =>
  fixedAlarm({
    cause: { kind: 'limit', level: null, limit: null, withinMs: null, ...cause },
    ...own,
  })

test('AW1 an alarm is shown with the decimals and the unit of its sensor', () => {
  expect(textIn('en', fixedAlarm({}))).toBe('Upper limit: above 80.0 °C')
  expect(textIn('ru', fixedAlarm({}))).toBe('Верхний предел: выше 80,0 °C')
  const low = caused({ level: 'low', limit: -5 }, { origin: 'lower' })
  expect(textIn('en', low)).toBe('Lower limit: below −5.0 °C')
  const fast = caused({ kind: 'rate', limit: 4, withinMs: 60_000 }, { ruleName: 'Too fast' })
  expect(textIn('en', fast)).toBe('Too fast: changed by 4.0 °C or more within 1\u00a0min 00\u00a0s')
  const silent = caused({ kind: 'no_data', withinMs: 30_000 }, { ruleName: 'Silent', sensor: null })
  expect(textIn('en', silent)).toBe('Silent: no reading for longer than 30\u00a0s')
})

test('EE660 a rule and what it says are parted as their language does it', () => {
  expect(textIn('zh-TW', fixedAlarm({}))).toBe('上限：高於 80.0 °C')
})

test('AW1 the message of the rule counts in its languages, the usual text in the others', () => {
  const alarm = fixedAlarm({ ruleName: 'Hot', message: { en: 'Open the valve' } })
  expect(textIn('en', alarm)).toBe('Hot: Open the valve')
  expect(textIn('vi', alarm)).toBe('Hot: trên 80,0 °C')
})

test.each(locales)(
  'AW1 every kind of alarm has a text in %s, with and without figures',
  (locale) => {
    for (const kind of conditionKinds)
      for (const [limit, withinMs] of [[3, 5_000] as const, [null, null] as const]) {
        const text = textIn(locale, caused({ kind, level: 'high', limit, withinMs }))
        expect(text).not.toMatch(/cause|[{}]|: $/)
      }
  },
)

test('AW6 only what asks for somebody goes to widgets', () => {
  const given = [
    fixedAlarm({ id: 1 }),
    fixedAlarm({ id: 2, phase: 'acknowledged', acknowledged: { at: 1, by: 'Lin', comment: '' } }),
    fixedAlarm({ id: 3, phase: 'returned' }),
    fixedAlarm({ id: 4, phase: 'latched' }),
    fixedAlarm({ id: 5, phase: 'latched', acknowledged: { at: 1, by: null, comment: '' } }),
    fixedAlarm({ id: 6, sensor: null }),
    fixedAlarm({ id: 7, priority: 'journal' }),
    fixedAlarm({ id: 8, hidden: 'shelved' }),
    fixedAlarm({ id: 9, isLate: true }),
    fixedAlarm({ id: 10, phase: 'ended' }),
  ]
  const active = asActiveAlarms(given, () => 'hot')
  expect(active.map(({ id, state }) => `${id} ${state}`)).toEqual([
    ...['1 unacknowledged', '2 acknowledged', '3 returned', '4 returned', '5 acknowledged'],
    '6 unacknowledged',
  ])
  expect(active[0]?.sensor).toEqual({ lesiId: 'OVEN-1', key: 'temperature', alias: 'Temperature' })
  expect(active[5]?.sensor).toEqual({ lesiId: 'OVEN-1', key: null, alias: 'Oven 1' })
})
