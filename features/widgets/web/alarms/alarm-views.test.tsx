import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import {
  AlarmProvider,
  type ActiveAlarm,
  type AlarmCounts,
  type AlarmSource,
} from '#kit/web/alarms/alarm-source.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import common from '../../../../apps/web/texts/en.json' with { type: 'json' }
import byPriorityTexts from '../kinds/alarms-by-priority/texts/en.json' with { type: 'json' }
import tickerTexts from '../kinds/alarm-ticker/texts/en.json' with { type: 'json' }
import topTexts from '../kinds/top-alarms/texts/en.json' with { type: 'json' }
import { TitledFrame } from '../several/titled-frame.tsx'
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

const drawn = (View: (typeof views)[number], alarms: Alarms, counts?: AlarmCounts) =>
  drawnWith(<View size="medium" options={{ title: '' }} />, alarms, counts)

type Alarms = readonly ActiveAlarm[] | null | undefined

function drawnWith(view: ReactNode, alarms: Alarms, counts?: AlarmCounts) {
  const source: AlarmSource = {
    active: () => alarms ?? undefined,
    shelved: () => undefined,
    counts: () => counts,
    watch: () => () => {},
  }
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <AlarmProvider value={alarms === null ? null : source}>{view}</AlarmProvider>
    </IntlProvider>,
  )
}

test.each(views)(
  'WD47 without alarms in this installation %o shows a message and no figure',
  (View) => {
    const text = drawn(View, null).replaceAll(/<[^>]+>/g, ' ')
    expect(text).toContain('Alarms are not shown here')
    expect(text).not.toMatch(/\d/)
  },
)

test.each(views)('WD47 before the first answer %o shows no figure', (View) => {
  expect(drawn(View, undefined).replaceAll(/<[^>]+>/g, ' ')).not.toMatch(/\d/)
})

test('WD47 no active alarm is a figure where alarms are counted, and shown elsewhere', () => {
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

test('AL104 of very many alarms all are counted, also those that are not listed', () => {
  const none = { unacknowledged: 0, acknowledged: 0 }
  const counts = { 1: { unacknowledged: 2_100, acknowledged: 3 }, 2: none, 3: none }
  const text = (View: (typeof views)[number], all: AlarmCounts) =>
    drawn(View, [alarm], all).replaceAll(/<[^>]+>/g, ' ')
  expect(text(ByPriority, counts)).toMatch(/2\D103.*0.*0.*2\D100/)
  expect(text(Top, counts)).toMatch(/2\D102/)
  const acknowledged = { ...counts, 3: { unacknowledged: 0, acknowledged: 7 } }
  const third = drawn(ByPriority, [alarm], acknowledged).split('data-priority="3"')[1]
  expect(third).toMatch(/^ data-state="acknowledged"/)
  expect(third).toContain('<dd>7</dd>')
})

test.each([false, true])(
  'WD50 a frame of several sensors is marked, title hidden: %s',
  (hidden) => {
    const sensor: Sensor = {
      ...{
        id: 1,
        deviceId: 1,
        lesiId: 'OVEN',
        key: 'temperature',
        alias: 'Oven 2',
        type: 'analog',
      },
      ...{ unit: '', decimals: 1, lowerAlarm: null, upperAlarm: null, scaleLow: null },
      ...{ scaleHigh: null, intervalMs: 1_000, states: {}, isNew: false },
      ...plainSensor,
    }
    const frame = (sensors: readonly Sensor[]) => (
      <TitledFrame
        kind="table-widget"
        size="medium"
        title="Table"
        isTitleHidden={hidden}
        {...{ sensors }}
      >
        {null}
      </TitledFrame>
    )
    expect(drawnWith(frame([sensor]), [alarm])).toContain('data-priority="1"')
    expect(drawnWith(frame([{ ...sensor, key: 'other' }]), [alarm])).not.toContain('data-priority')
    expect(drawnWith(frame([sensor]), null)).not.toContain('data-priority')
  },
)
