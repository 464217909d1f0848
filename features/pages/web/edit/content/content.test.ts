import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaFaults } from '../../../contract/area-rules.ts'
import { Areas, type Area, type Widget } from '../../../contract/page.ts'
import {
  addArea,
  afterEnlarging,
  clearArea,
  deleteArea,
  enlargeArea,
  normalizePage,
  placeAreas,
} from './areas.ts'
import type { PageContent } from './page-content.ts'
import { repaired } from './stored-areas.ts'
import { firstStep, redo, step, undo } from './steps.ts'
import {
  addWidget,
  addWidgetInNewArea,
  changeKind,
  placeWidgets,
  removeWidget,
  type NewWidget,
} from './widgets.ts'

const widget = (id: string, part: Partial<NewWidget> = {}): NewWidget =>
  ({
    ...{ id, sensor: { thing: 'PUMP-1', key: id }, sensors: [], kind: null, options: {} },
    ...{ w: 2, h: 2 },
    ...part,
  }) as NewWidget
const area = (id: string, part: Partial<Area> = {}): Area => ({
  ...{ id, name: '', x: 0, y: 0, w: 4, h: 4, widgets: [] },
  ...part,
})
const page = (...areas: readonly Area[]): PageContent => ({ name: 'Line 1', areas })

/** One thing that a person does to a page; refused ones leave it as it was. */
type Action = (content: PageContent) => PageContent

const taken =
  (change: (content: PageContent) => ReturnType<typeof addArea>): Action =>
  (content) =>
    change(content).content ?? content
const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length]

const at = fc.nat(30)
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc
    .record({
      id: fc.uuid(),
      w: fc.integer({ min: 1, max: 14 }),
      h: fc.integer({ min: 1, max: 8 }),
    })
    .map(({ id, w, h }) => taken((content) => addArea(content, id, { w, h }))),
  fc
    .record({
      id: fc.uuid(),
      key: fc.nat(6),
      to: at,
      x: at,
      y: at,
      w: fc.integer({ min: 1, max: 6 }),
    })
    .map(({ id, key, to, x, y, w }) =>
      taken((content) => {
        const target = pick(content.areas, to)?.id ?? ''
        const added = widget(id, { sensor: { thing: 'PUMP-1', key: `${key}` }, w, h: 2 })
        return addWidget(content, target, added, { x, y })
      }),
    ),
  fc
    .record({ area: at, x: fc.integer({ min: -3, max: 14 }), y: at, w: fc.nat(14), h: fc.nat(9) })
    .map(({ area: which, ...place }) =>
      taken((content) => {
        const id = pick(content.areas, which)?.id ?? ''
        return placeAreas(content, [{ id, ...place, w: Math.max(1, place.w), h: place.h + 1 }])
      }),
    ),
  fc
    .record({ area: at, w: fc.integer({ min: 1, max: 14 }), h: fc.integer({ min: 1, max: 9 }) })
    .map(({ area: which, w, h }) =>
      taken((content) => enlargeArea(content, pick(content.areas, which)?.id ?? '', { w, h })),
    ),
  fc
    .record({ area: at, which: at, x: fc.nat(11), y: at })
    .map(({ area: areaAt, which, x, y }): Action => (content) => {
      const target = pick(content.areas, areaAt)
      const moved = pick(target?.widgets ?? [], which)
      if (!target || !moved) return content
      const place = { x: Math.min(x, target.w - moved.w), y, w: moved.w, h: moved.h }
      return placeWidgets(content, target.id, [{ id: moved.id, ...place }])
    }),
  fc
    .record({ area: at, which: at, kind: fc.constantFrom('gauge', 'chart', null) })
    .map(({ area: areaAt, which, kind }) =>
      taken((content) => {
        const target = pick(content.areas, areaAt)
        const id = pick(target?.widgets ?? [], which)?.id ?? ''
        return changeKind(content, target?.id ?? '', id, { kind, options: {}, w: 3, h: 3 })
      }),
    ),
  fc.record({ area: at, which: at }).map(({ area: areaAt, which }): Action => (content) => {
    const target = pick(content.areas, areaAt)
    return removeWidget(content, target?.id ?? '', pick(target?.widgets ?? [], which)?.id ?? '')
  }),
  at.map(
    (which): Action =>
      (content) =>
        clearArea(content, pick(content.areas, which)?.id ?? ''),
  ),
  at.map(
    (which): Action =>
      (content) =>
        deleteArea(content, pick(content.areas, which)?.id ?? ''),
  ),
)

const idsOf = ({ areas }: PageContent) =>
  areas.flatMap(({ id, widgets }) => [id, ...widgets.map((each) => each.id)]).toSorted()

test('PG30 whatever a person does, the page keeps every rule, and undoing goes back', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 40 }), (all) => {
      const first = page()
      let steps = firstStep(first)
      for (const action of all) {
        steps = step(steps, action(steps.present))
        expect(areaFaults(steps.present.areas)).toEqual([])
        expect(normalizePage(steps.present)).toEqual(steps.present)
      }
      const last = steps.present
      const count = steps.past.length
      for (let each = 0; each < count; each++) steps = undo(steps)
      expect(steps.present).toBe(first)
      for (let each = 0; each < count; each++) steps = redo(steps)
      expect(steps.present).toBe(last)
    }),
    { numRuns: 300 },
  )
})

test('PG30 letters typed into one field are one step, which another field ends', () => {
  const names = ['N', 'Ni', 'Nig']
  const typed = names.reduce((steps, name) => step(steps, name, 'name'), firstStep(''))
  expect(typed.past).toEqual([''])
  const other = step(typed, 'area', 'area-1')
  expect(other.past).toEqual(['', 'Nig'])
  expect(undo(undo(other)).present).toBe('')
  expect(step(undo(other), 'again').future).toEqual([])
})

test('PG31 an area takes a sensor once in each way of showing it', () => {
  const sensor = { thing: 'PUMP-1', key: 'flow' }
  const first = addWidget(page(area('a'), area('b', { x: 4 })), 'a', widget('1', { sensor }))
  const content = first.content ?? page()
  expect(addWidget(content, 'a', widget('2', { sensor })).refusal).toEqual({
    code: 'sensor_duplicate',
    areaId: 'a',
  })
  expect(addWidget(content, 'a', widget('2', { sensor, kind: 'gauge' })).refusal).toBeUndefined()
  expect(addWidget(content, 'b', widget('2', { sensor })).refusal).toBeUndefined()
})

test.each([
  ['wider than the area', { w: 5, h: 2 }, { w: 5, h: 4 }],
  ['higher than the area', { w: 2, h: 5 }, { w: 4, h: 5 }],
  ['where nothing is free', { w: 3, h: 2 }, { w: 4, h: 6 }],
])('PG31 a sensor %s is refused, and fits after the area was enlarged', (_, size, larger) => {
  const widgets = [
    { ...widget('1'), x: 0, y: 0 },
    ...(size.w === 3 ? [{ ...widget('2'), x: 0, y: 2 }] : []),
  ] as Widget[]
  const start = page(area('a', { widgets }), area('b', { y: 5 }))
  const refusal = addWidget(start, 'a', widget('3', size)).refusal
  expect(refusal).toEqual({ code: 'sensor_exceeds_area', areaId: 'a', needs: size })
  const enlarged = enlargeArea(start, 'a', size).content ?? page()
  expect(enlarged.areas[0]).toMatchObject(larger)
  const { content } = addWidget(enlarged, 'a', widget('3', size))
  expect(areaFaults(content?.areas ?? [])).toEqual([])
  expect(idsOf(content ?? page())).toEqual(idsOf(page(...start.areas, area('3'))))
})

test('PG31 an area that would lie outside the page is refused', () => {
  const start = page(area('a'))
  const outside = { code: 'area_out_of_range', areaId: 'a' }
  expect(placeAreas(start, [{ id: 'a', x: 9, y: 0, w: 4, h: 5 }]).refusal).toEqual(outside)
  expect(placeAreas(start, [{ id: 'a', x: -1, y: 0, w: 4, h: 5 }]).refusal).toEqual(outside)
  expect(placeAreas(start, [{ id: 'a', x: 0, y: 0, w: 4, h: 1_002 }]).refusal).toEqual(outside)
  expect(enlargeArea(start, 'a', { w: 13, h: 2 }).refusal).toEqual(outside)
})

test('PG31 an area is never made smaller than what is in it', () => {
  const widgets = [{ ...widget('1', { w: 3, h: 3 }), x: 0, y: 0 }] as Widget[]
  const { content } = placeAreas(page(area('a', { widgets })), [
    { id: 'a', x: 0, y: 0, w: 1, h: 1 },
  ])
  expect(content?.areas[0]).toMatchObject({ w: 3, h: 3 })
})

test('PG32 a new area comes in the first room that the page has for it', () => {
  const start = page(area('a', { w: 8 }), area('b', { y: 5, w: 12 }))
  const { content } = addArea(start, 'c', { w: 4, h: 4 })
  expect(content?.areas.at(-1)).toMatchObject({ x: 8, y: 0 })
  expect(addArea(start, 'c', { w: 5, h: 4 }).content?.areas.at(-1)).toMatchObject({ x: 0, y: 10 })
})

test('PG30 areas and their widgets rise as far as there is room, in their order', () => {
  const widgets = [{ ...widget('1'), x: 0, y: 2 }] as Widget[]
  const shown = normalizePage(page(area('b', { x: 2, y: 40 }), area('a', { y: 7, widgets })))
  expect(shown.areas.map(({ id, y }) => [id, y])).toEqual([
    ['b', 5],
    ['a', 0],
  ])
  expect(shown.areas[1]?.widgets[0]?.y).toBe(0)
})

const stored = (part: Partial<Widget> & { readonly id: string }) =>
  ({ ...widget(part.id), x: 0, y: 0, ...part }) as Widget

test('PG54 what is wrong with a stored page is named, and all of it shown', () => {
  const areas = [
    area('a', { widgets: [stored({ id: '1' }), stored({ id: '2', x: 1, y: 1 })] }),
    area('b', { x: 3, y: 2 }),
    area('a', { x: -2.5, y: 9 }),
    area('c', { x: 8, y: 1e9, h: 2, widgets: [stored({ id: '1', x: 3, w: 2, h: 9 })] }),
  ]
  const before = structuredClone(areas)
  const { faults } = repaired(areas)
  expect(faults.map((each) => [each.area.id, each.widget?.id, each.fault])).toEqual([
    ['a', '2', 'overlap'],
    ['b', undefined, 'overlap'],
    ['a-2', undefined, 'duplicate'],
    ['c', undefined, 'outside'],
    ['c', '1', 'outside'],
  ])
  expect(areas).toEqual(before)
  const sound = page(area('a', { y: 999, h: 1_000 }), area('b', { x: 4, y: 4 }))
  expect(repaired(sound.areas)).toEqual({ areas: sound.areas, faults: [] })
})

test('PG54 a stored page can be saved as it is shown, whatever was stored', () => {
  const near = [
    fc.integer({ min: -5, max: 20 }),
    fc.double({ min: -30, max: 30, noNaN: true }),
  ] as const
  const number = fc.oneof(...near, fc.constantFrom(1e9, 2 ** 53, -0))
  // Very high parts below each other would reach beyond the last row.
  const places = { x: number, y: number, w: number, h: fc.oneof(...near) }
  const ids = fc.constantFrom('a', 'b', 'c', 'a-2')
  const inside = fc.array(fc.record({ id: ids, ...places }), { maxLength: 6 })
  const parts = fc.array(fc.record({ id: ids, ...places, inside }), { maxLength: 6 })
  fc.assert(
    fc.property(parts, (all) => {
      const areas = all.map(({ inside: widgets, ...part }) =>
        area(part.id, {
          ...part,
          widgets: widgets.map((each, key) =>
            stored({ ...each, sensor: { thing: 'PUMP-1', key: `${key}` } }),
          ),
        }),
      )
      const shown = normalizePage(page(...areas))
      expect(Areas.safeParse(shown.areas).error).toBeUndefined()
      expect(shown.areas).toHaveLength(areas.length)
      expect(repaired(shown.areas).faults).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('PG94 what had no room is done in an area that is enlarged by no more than it needs', () => {
  const one = { ...widget('one'), x: 0, y: 0 } as Widget
  const other = { ...widget('other'), x: 0, y: 2 } as Widget
  const start = page(area('a', { w: 2, widgets: [one, other] }))
  const shown = (content: PageContent) =>
    changeKind(content, 'a', 'one', { kind: 'chart', options: {}, w: 3, h: 2 })
  const { refusal } = shown(start)
  if (!refusal) throw new Error('there was room')
  const [larger] = afterEnlarging(start, refusal, shown).content?.areas ?? []
  expect(larger).toMatchObject({ w: 3, h: 4, widgets: [{ kind: 'chart', w: 3, y: 0 }, { y: 2 }] })
  const added = (content: PageContent) => addWidget(content, 'a', widget('new'))
  const full = added(start).refusal
  if (!full) throw new Error('there was room')
  const [higher] = afterEnlarging(start, full, added).content?.areas ?? []
  expect([higher?.w, higher?.h, higher?.widgets.length]).toEqual([2, 6, 3])
})

test('PG99 what is full is named by its own limit: the area by its, the page by its', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...widget(`w${index}`), x: 0, y: 2 * index }))
  const filled = (id: string, count: number) => area(id, { h: 1_000, widgets: many(count) })
  const refusalOf = (...areas: readonly Area[]) =>
    addWidget(page(...areas), 'a', widget('new')).refusal
  const full = ['b', 'c', 'd', 'e'].map((id) => filled(id, 500))
  expect(refusalOf(filled('a', 500))).toMatchObject({ code: 'too_many', areaId: 'a' })
  const isFull = { code: 'too_many_widgets', areaId: 'a' }
  expect(refusalOf(filled('a', 0), ...full)).toMatchObject(isFull)
  expect(areaFaults([...full, filled('f', 1)]).at(-1)?.error).toMatchObject({
    ...{ code: 'too_many_widgets', parameters: { maximum: 2_000 } },
  })
  const inNewArea = addWidgetInNewArea(page(...full), 'new', widget('w'))
  expect(inNewArea.refusal).toMatchObject({ code: 'too_many_widgets', areaId: null })
})
