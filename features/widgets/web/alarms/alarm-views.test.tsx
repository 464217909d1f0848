import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { AlarmProvider, type ActiveAlarm, type AlarmSource } from '#kit/web/alarms/alarm-source.ts'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import byPriorityTexts from '../kinds/alarms-by-priority/texts/en.json' with { type: 'json' }
import tickerTexts from '../kinds/alarm-ticker/texts/en.json' with { type: 'json' }
import topTexts from '../kinds/top-alarms/texts/en.json' with { type: 'json' }
import widgets from '../texts/en.json' with { type: 'json' }

const { default: ByPriority } =
  await import('../kinds/alarms-by-priority/alarms-by-priority-view.tsx')
const { default: Ticker } = await import('../kinds/alarm-ticker/alarm-ticker-view.tsx')
const { default: Top } = await import('../kinds/top-alarms/top-alarms-view.tsx')

const kinds = {
  'alarms-by-priority': byPriorityTexts,
  'top-alarms': topTexts,
  'alarm-ticker': tickerTexts,
}
const messages = { ...common, widgets: { ...widgets, kinds } }
const views = [ByPriority, Top, Ticker]
const alarm: ActiveAlarm = {
  ...{ id: 'a', priority: 1, text: 'above 210.0', since: 0, state: 'unacknowledged' },
  sensor: { lesiId: 'OVEN', key: 'temperature', alias: 'Oven 2' },
}

function drawn(View: (typeof views)[number], alarms: readonly ActiveAlarm[] | null | undefined) {
  const source: AlarmSource = {
    active: () => alarms ?? undefined,
    shelved: () => undefined,
    watch: () => () => {},
  }
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <AlarmProvider value={alarms === null ? null : source}>
        <View size="medium" options={{ title: '' }} />
      </AlarmProvider>
    </IntlProvider>,
  )
}

test.each(views)(
  'WD47 without alarms in this installation %o says so and shows no figure',
  (View) => {
    const text = drawn(View, null).replaceAll(/<[^>]+>/g, ' ')
    expect(text).toContain('Alarms are not shown here')
    expect(text).not.toMatch(/\d/)
  },
)

test.each(views)('WD47 before the first answer %o shows no figure', (View) => {
  expect(drawn(View, undefined).replaceAll(/<[^>]+>/g, ' ')).not.toMatch(/\d/)
})

test('WD47 no active alarm is a figure where alarms are counted, and said elsewhere', () => {
  expect(drawn(ByPriority, [])).toContain('<dd>0</dd>')
  expect(drawn(Top, [])).toContain('No active alarms')
  expect(drawn(Ticker, [])).toContain('No active alarms')
})

test('WD47 an alarm is counted, listed and named with what is wrong', () => {
  expect(drawn(ByPriority, [alarm, { ...alarm, id: 'b' }])).toContain('<dd>2</dd>')
  for (const View of [Top, Ticker]) {
    expect(drawn(View, [alarm])).toContain('Oven 2')
    expect(drawn(View, [alarm])).toContain('above 210.0')
  }
})
