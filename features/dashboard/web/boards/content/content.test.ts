import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { versionAt } from '#features/pages/contract/version-at.ts'
import { Widgets, type Widget } from '#features/pages/contract/page.ts'
import { widgetFaults } from '#features/pages/contract/area-rules.ts'
import { plainSensor, sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import type { AnyWidgetKind } from '#kit/web/widget-registry.ts'
import { stepNames, stepped, type StepName } from '../edit/steps.ts'
import { arrangedWidgets, rearranged } from './arranged.ts'
import {
  layoutOf,
  newWidgetId,
  sensorName,
  normalizeWidgets,
  withKind,
  withLayout,
  withLock,
  withNewWidget,
  withoutWidget,
  type Draft,
} from './draft.ts'
import { changed, historyOf, redone, undone } from './history.ts'
import { withOpenSensors } from './own-copy.ts'

const sizes = {
  defaultSize: 'small',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 3 },
    big: { width: 4, height: 4 },
  },
} as const
const sizesOf = () => sizes
const kind = { id: 'value', binds: 'sensor', ...sizes } as unknown as AnyWidgetKind
const clock = { id: 'clock', binds: 'none', ...sizes } as unknown as AnyWidgetKind
const trend = { id: 'trend', binds: 'sensors', ...sizes } as unknown as AnyWidgetKind

const sensor = (id: number, type: Sensor['type'] = 'analog', device = 1): Sensor => ({
  ...{ id, deviceId: device, lesiId: `DEV-${device}`, key: `key${id}`, alias: `Sensor ${id}` },
  ...{ type, unit: '', decimals: 1, lowerAlarm: null, upperAlarm: 5, scaleLow: null },
  ...{ scaleHigh: null, intervalMs: 1_000, states: {}, isNew: false },
  ...plainSensor,
})
const plants = fc
  .array(fc.tuple(fc.constantFrom(...sensorTypes), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((all) => all.map(([type, device], index) => sensor(index + 1, type, device)))
const byDevice = (sensors: readonly Sensor[]) => [
  ...Map.groupBy(sensors, ({ lesiId }) => lesiId).values(),
]
const widget = (id: string, x: number, y: number, w = 2, h = 2): Widget => ({
  ...{ id, x, y, w, h, kind: 'clock', sensor: null, sensors: [], options: {} },
})
const draftOf = (...widgets: Widget[]): Draft => ({ name: 'Line 1', widgets })
const placesOf = ({ widgets }: Pick<Draft, 'widgets'>) =>
  widgets.map(({ id, x, y }) => `${id} ${x} ${y}`)

describe('the start of a dashboard', () => {
  it('DB13 is the automatic arrangement, as the server takes it, in the chosen kinds', () => {
    fc.assert(
      fc.property(plants, (sensors) => {
        const widgets = arrangedWidgets(byDevice(sensors), sizesOf, ({ id }) => ({
          kind: id === 1 ? 'gauge' : 'value',
          options: { low: 5, scale: ['no'] },
        }))
        expect(widgetFaults(widgets)).toEqual([])
        expect(widgets).toHaveLength(sensors.length)
        expect(normalizeWidgets(widgets).faults.size).toBe(0)
        expect(widgets.filter(({ kind }) => kind === 'gauge').map((one) => one.sensor)).toEqual([
          { thing: sensors[0]?.lesiId, key: 'key1' },
        ])
        expect(widgets[0]?.options).toEqual({ low: 5 })
      }),
    )
  })

  it('DB14 "arrange for me" keeps every widget and lets none lie upon another', () => {
    fc.assert(
      fc.property(plants, fc.nat(6), fc.nat(3), (sensors, clocks, twice) => {
        const all = [...sensors, ...sensors.slice(0, twice)]
        const some = all.map((one, index) => ({
          ...widget(`w-${index}`, (index * 5) % 11, index * 2),
          sensor: sensorName(one),
        }))
        const more = Array.from({ length: clocks }, (_, index) =>
          widget(`c-${index}`, 0, 2 * all.length + index * 3, 6, 3),
        )
        const find = ({ sensor: name }: Widget) =>
          sensors.find(({ key }) => key === name?.key) ?? null
        const isWide = ({ id }: Widget) => id === 'w-1'
        const minimumSizeOf = (each: Widget) => (isWide(each) ? { w: 5, h: 3 } : undefined)
        const arranged = rearranged(draftOf(...some, ...more), { find, minimumSizeOf }, sizesOf)
        const wide = arranged.widgets.find(isWide)
        if (wide) expect([wide.w >= 5, wide.h >= 3]).toEqual([true, true])
        expect(widgetFaults(arranged.widgets)).toEqual([])
        expect(arranged.widgets.map(({ id }) => id)).toEqual([...some, ...more].map(({ id }) => id))
      }),
    )
  })
})

describe('an edit', () => {
  it('DB15 takes every step back and does it again, until another one is made', () => {
    const [one, two, three] = [draftOf(), draftOf(widget('a', 0, 0)), draftOf(widget('b', 0, 0))]
    const history = changed(changed(historyOf(one), two), three)
    expect(changed(history, three)).toBe(history)
    const back = undone(history)
    expect(back.present).toBe(two)
    expect(redone(back).present).toBe(three)
    expect(undone(undone(back)).present).toBe(one)
    expect(redone(changed(back, one)).present).toBe(one)
    expect(undone(historyOf(one)).present).toBe(one)
  })

  it('DB16 a new widget takes the first free place, or the one it was dropped at', () => {
    const draft = draftOf(widget('a', 0, 0, 12, 2), widget('b', 0, 2, 6, 2))
    const added = withNewWidget(draft, { kind, sensor: sensor(7) }, 'n')
    expect(placesOf(added)).toEqual(['a 0 0', 'b 0 2', 'n 6 2'])
    expect(added.widgets[2]).toMatchObject({
      kind: 'value',
      sensor: { thing: 'DEV-1', key: 'key7' },
      sensors: [],
    })
    const at = withNewWidget(draft, { kind: clock, sensor: null }, 'n', { x: 2, y: 2 })
    expect(placesOf(at)).toEqual(['a 0 0', 'b 0 4', 'n 2 2'])
    expect(at.widgets[2]).toMatchObject({ kind: 'clock', sensor: null })
    const several = withNewWidget(draft, { kind: trend, sensor: sensor(7) }, 'n').widgets[2]
    expect(several).toMatchObject({ sensor: null, sensors: [{ thing: 'DEV-1', key: 'key7' }] })
    expect(placesOf(withoutWidget(added, 'a'))).toEqual(['b 0 0', 'n 6 0'])
    expect(newWidgetId()).toMatch(/^[\w-]{1,40}$/)
    expect(newWidgetId()).not.toBe(newWidgetId())
  })

  it('DB23 a copy of their own leaves behind what is not open to the person, and no widget', () => {
    const of = (key: string) => ({ thing: 'DEV-1', key })
    const one = { ...widget('a', 0, 0), sensor: of('open') }
    const other = { ...widget('b', 2, 0), sensor: of('closed') }
    const both = { ...widget('c', 4, 0), sensors: [of('closed'), of('open')] }
    expect(withOpenSensors([one, other, both], ({ key }) => key === 'open')).toEqual([
      ...[one, { ...other, sensor: null }],
      { ...both, sensors: [of('open')] },
    ])
  })

  it('DB15 letters of a name are one step; what comes between them begins another one', () => {
    const named = (name: string) => ({ ...draftOf(), name })
    const typed = ['M', 'My', 'My p'].reduce(
      (history, name) => changed(history, named(name), 'name'),
      historyOf(named('')),
    )
    expect(undone(typed).present.name).toBe('')
    const again = changed(undone(typed), named('N'), 'name')
    expect(undone(again).present.name).toBe('')
    const between = changed(typed, draftOf(widget('a', 0, 0)))
    expect(undone(changed(between, named('X'), 'name')).present).toBe(between.present)
  })

  it('DB17 what is shown in another way has the room that it needs', () => {
    const draft = draftOf(widget('a', 0, 0), widget('b', 2, 0), widget('c', 0, 2))
    const wide = { ...kind, id: 'chart', gridSizes: { small: { width: 3, height: 4 } } }
    const after = withKind(draft, 'a', wide as unknown as AnyWidgetKind)
    expect(after.widgets[0]).toMatchObject({ kind: 'chart', x: 0, y: 0, w: 3, h: 4 })
    expect(widgetFaults(after.widgets)).toEqual([])
    expect(withKind(after, 'a', kind).widgets[0]).toMatchObject({ kind: 'value', w: 3, h: 4 })
  })

  it('DB17 those who do not drag have every step in a menu', () => {
    const draft = draftOf(widget('a', 0, 0), widget('b', 0, 2))
    const step = (name: StepName) =>
      withLayout(
        draft,
        stepped(
          layoutOf(draft.widgets, () => undefined),
          'a',
          name,
        ),
      ).widgets[0]
    expect(step('right')).toMatchObject({ x: 1, y: 0 })
    expect(step('down')).toMatchObject({ x: 0, y: 2 })
    expect(step('wider')).toMatchObject({ w: 3, h: 2 })
    expect(step('narrower')).toMatchObject({ w: 1, h: 2 })
    expect(step('taller')).toMatchObject({ w: 2, h: 3 })
    expect(step('flatter')).toMatchObject({ w: 2, h: 1 })
    expect(step('left')).toBe(draft.widgets[0])
    expect(step('up')).toBe(draft.widgets[0])
    const minimum = layoutOf(draft.widgets, () => ({ w: 2, h: 3 }))
    expect(stepped(minimum, 'a', 'narrower')).toBe(minimum)
    // It is lower than its kind needs already: it gets no lower.
    expect(stepped(minimum, 'a', 'flatter')).toBe(minimum)
  })
})

describe('a locked widget', () => {
  it('DB22 stays where it is, whatever is done to others, until it is unlocked', () => {
    const draft = withLock(draftOf(widget('a', 0, 0), widget('b', 0, 2)), 'b', true)
    expect(placesOf(withoutWidget(draft, 'a'))).toEqual(['b 0 2'])
    const added = withNewWidget(draft, { kind: clock, sensor: null }, 'n', { x: 0, y: 2 })
    expect(placesOf(added)).toContain('b 0 2')
    expect(widgetFaults(added.widgets)).toEqual([])
    const layout = layoutOf(draft.widgets, () => undefined)
    for (const name of stepNames) expect(stepped(layout, 'b', name)).toBe(layout)
    const free = withLock(withoutWidget(draft, 'a'), 'b', false)
    expect(placesOf(free)).toEqual(['b 0 0'])
    expect(JSON.stringify(free)).not.toContain('static')
  })

  it('DB22 stays when all others are arranged, and lies upon none of them', () => {
    fc.assert(
      fc.property(plants, fc.nat(39), fc.nat(10), fc.nat(30), (sensors, index, x, y) => {
        const all = sensors.map((one, at) => ({
          ...widget(`w-${at}`, (at * 5) % 11, at * 2),
          sensor: sensorName(one),
        }))
        const fixed = { ...widget('fixed', x, y), static: true as const }
        const own = all.length > index ? { ...all[index], ...fixed } : fixed
        const { widgets } = normalizeWidgets([...all, own])
        const draft = draftOf(...widgets)
        const find = ({ sensor: name }: Widget) =>
          sensors.find(({ key }) => key === name?.key) ?? null
        const arranged = rearranged(draft, { find, minimumSizeOf: () => undefined }, sizesOf)
        expect(widgetFaults(arranged.widgets)).toEqual([])
        expect(arranged.widgets.at(-1)).toEqual(draft.widgets.at(-1))
      }),
    )
  })

  it('DB22 sizes that a stored widget demands are kept, and named where it has another', () => {
    const stored = [{ ...widget('a', 0, 0), minW: 4, maxH: 1 }]
    const { widgets, faults } = normalizeWidgets(stored)
    expect([...faults]).toEqual([['a', 'size']])
    expect(widgets[0]).toMatchObject({ w: 4, h: 1, minW: 4, maxH: 1 })
    const layout = layoutOf(widgets, () => ({ w: 2, h: 2 }))
    expect(stepped(layout, 'a', 'narrower')).toBe(layout)
    expect(stepped(layout, 'a', 'taller')).toBe(layout)
  })
})

describe('a stored dashboard', () => {
  it('DB18 what is wrong with a stored dashboard is named, and shown in a place of its own', () => {
    const stored = [
      widget('a', 0, 0),
      widget('b', 1, 1),
      widget('a', 11, 0, 5),
      widget('c', 0, 1e9, 2, 1e9),
      widget('d', -4, 0.5),
    ]
    const before = structuredClone(stored)
    const { widgets, faults } = normalizeWidgets(stored)
    expect([...faults.keys()]).toEqual(['a-2', 'c', 'd', 'b'])
    expect(Widgets.safeParse(widgets).error).toBeUndefined()
    expect(widgets).toHaveLength(5)
    expect(stored).toEqual(before)
  })

  it('DB20 at a moment of the past the version counts that was saved last before it', () => {
    const versions = [
      { version: 7, savedAt: 300 },
      { version: 5, savedAt: 200 },
      { version: 4, savedAt: 100 },
    ]
    const at = (moment: number) => versionAt(versions, moment)
    expect([at(999), at(300), at(299), at(150), at(50)]).toEqual([7, 7, 5, 4, 4])
    expect(versionAt([], 50)).toBeNull()
  })
})
