import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { IntlProvider } from 'use-intl'
import widgets from './texts/en.json' with { type: 'json' }
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import {
  provideWidgets,
  type AnyWidgetKind,
  type SensorsWidgetProps,
  type UnboundWidgetProps,
  type WidgetProps,
} from '#kit/web/widget-registry.ts'
import { useAddableKinds } from '#kit/web/widgets/kind-titles.ts'
import { WidgetView, type WidgetContent } from '#kit/web/widgets/widget-view.tsx'

const sensor = (id: number, type: SensorType = 'analog') =>
  ({ id, type, alias: `sensor ${id}` }) as Sensor
const place = { width: 1, height: 1 }
const meta = {
  defaultSize: 'small',
  gridSizes: { small: place, medium: place, big: place },
  defaults: {},
  preload: () => Promise.resolve(),
} as const
const kinds: readonly AnyWidgetKind[] = [
  {
    ...meta,
    ...{ id: 'one', title: 'widgets.kinds.one.title', binds: 'sensor', usualFor: ['analog'] },
    accepts: ['analog'],
    View: ({ sensor: shown, size }: Omit<WidgetProps, 'day' | 'isDayAwaited'>) =>
      `one ${shown.id} ${size}`,
  },
  {
    ...meta,
    ...{ id: 'many', title: 'widgets.kinds.many.title', binds: 'sensors', maximumSensors: 2 },
    accepts: ['analog', 'lamp'],
    View: ({ sensors, missing }: SensorsWidgetProps) =>
      `many ${sensors.map(({ id }) => id).join(' ')} missing ${missing}`,
  },
  {
    ...meta,
    ...{ id: 'alone', title: 'widgets.kinds.alone.title', binds: 'none' },
    View: ({ options }: UnboundWidgetProps) => `alone ${String(options.text)}`,
  },
]
const titles = {
  one: { title: 'Number' },
  many: { title: 'Together' },
  alone: { title: 'Alone' },
}
const texts = { widgets: { ...widgets, kinds: titles } } as never

beforeAll(() => provideWidgets(kinds))

const shown = (element: React.ReactElement) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={texts} timeZone="UTC">
      {element}
    </IntlProvider>,
  ).replaceAll(/<!--.*?-->/g, '')
const drawn = (part: Partial<WidgetContent>) => {
  const none = { id: 'a', sensor: null, sensors: [], kind: null, options: {} }
  return shown(<WidgetView widget={{ ...none, ...part }} size="big" />)
}

describe('a stored widget', () => {
  it('WD23 is drawn by its kind, or by the usual kind of its sensor', () => {
    expect(drawn({ kind: 'one', sensor: sensor(1) })).toBe('one 1 big')
    expect(drawn({ sensor: sensor(2) })).toBe('one 2 big')
    expect(drawn({ kind: 'alone', options: { text: 'hi' } })).toBe('alone hi')
  })

  it('WD23 of several sensors shows each that is there once, and counts the others', () => {
    const [first, second, third] = [sensor(1), sensor(2, 'lamp'), sensor(3)]
    expect(drawn({ kind: 'many', sensors: [second, null, first, second] })).toBe(
      'many 2 1 missing 1',
    )
    const text = sensor(4, 'string')
    expect(drawn({ kind: 'many', sensors: [text, first, second, third] })).toBe(
      'many 1 2 missing 2',
    )
  })

  it.each([
    ['a kind that is not there', { kind: 'other', sensor: sensor(1) }, widgets.placed.unknown],
    ['a sensor that is gone', { kind: 'one' }, widgets.placed.gone],
    ['a sensor that is gone, whom to ask,', { kind: 'one' }, 'contact your service provider'],
    ['a sensor that is gone, shown as usual', {}, widgets.placed.gone],
    ['another type', { kind: 'one', sensor: sensor(7, 'lamp') }, 'sensor 7'],
    ['sensors that are all gone', { kind: 'many', sensors: [null, null] }, widgets.placed.gone],
    ['other types only', { kind: 'many', sensors: [sensor(8, 'string')] }, 'sensor 8'],
    ['no sensor chosen', { kind: 'many' }, widgets.placed.noneChosen],
  ])('WD23 with %s says so', (_, part, notice) => {
    const html = drawn(part)
    expect(html).toContain('widget-notice')
    expect(html).toContain(notice)
  })
})

it('WD24 what can be added is sorted by title; of a type of sensor it is what shows it', () => {
  function Titles({ type }: { readonly type?: SensorType }) {
    return useAddableKinds(type)
      .map(({ title }) => title)
      .join()
  }
  expect(shown(<Titles />)).toBe('Alone,Number,Together')
  expect(shown(<Titles type="lamp" />)).toBe('Together')
})
