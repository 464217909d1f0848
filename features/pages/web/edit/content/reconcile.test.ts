import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaFaults } from '../../../contract/area-rules.ts'
import type { Area, Widget } from '../../../contract/page.ts'
import { addArea, clearArea, deleteArea, normalizePage, placeAreas, renameArea } from './areas.ts'
import { changesBetween } from './changes.ts'
import type { PageContent } from './page-content.ts'
import { withOpenSensors } from './own-copy.ts'
import { joined, nameChoice, reconcile } from './reconcile.ts'
import { addWidget, removeWidget } from './widgets.ts'

const sensorWidget = (id: string) => ({
  ...{ id, sensor: { thing: 'PUMP-1', key: id }, sensors: [], kind: null, options: {}, w: 2, h: 2 },
})
const base: PageContent = normalizePage({
  name: 'Line 1',
  areas: ['a', 'b', 'c'].map((id, at): Area => ({
    ...{ id, name: id.toUpperCase(), x: 0, y: 5 * at, w: 6, h: 4 },
    widgets: [{ ...sensorWidget(`${id}1`), x: 0, y: 0 } as Widget],
  })),
})
const shown = (content: PageContent) => content.areas.flatMap(({ widgets }) => widgets)
const none = new Map<string, 'mine' | 'theirs'>()

test('PG40 edits of different parts fit together without a question', () => {
  const mine = addWidget(renameArea(base, 'a', 'Filling'), 'b', sensorWidget('b2')).content ?? base
  const larger = placeAreas(base, [{ id: 'a', x: 0, y: 0, w: 12, h: 9 }]).content ?? base
  const theirs = clearArea({ ...larger, name: 'Line 2' }, 'c')
  expect(reconcile(base, theirs, mine)).toEqual({ areas: [], name: null })
  const both = joined(base, theirs, mine, none)
  expect(both.name).toBe('Line 2')
  expect(both.areas.map(({ name, w, h, widgets }) => [name, w, h, widgets.length])).toEqual([
    ['Filling', 12, 8, 1],
    ['B', 6, 4, 2],
    ['C', 6, 4, 0],
  ])
  expect(areaFaults(both.areas)).toEqual([])
})

test('PG40 areas that both added in the same place both find one', () => {
  const mine = addArea(base, 'mine', { w: 6, h: 4 }).content ?? base
  const theirs = addArea(base, 'theirs', { w: 6, h: 4 }).content ?? base
  expect(reconcile(base, theirs, mine).areas).toEqual([])
  const both = joined(base, theirs, mine, none)
  expect(both.areas.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'mine', 'theirs'])
  expect(areaFaults(both.areas)).toEqual([])
})

test('PG40 what both changed differently is asked, and the answer counts', () => {
  const mine = { ...removeWidget(base, 'a', 'a1'), name: 'Mine' }
  const added = addWidget(base, 'a', sensorWidget('a2')).content ?? base
  const theirs = { ...deleteArea(added, 'b'), name: 'Theirs' }
  const changed = renameArea(mine, 'b', 'Kept')
  const asked = reconcile(base, theirs, changed)
  expect(asked.areas.map(({ id, theirs: their }) => [id, their === null])).toEqual([
    ['a', false],
    ['b', true],
  ])
  expect(asked.name).toEqual({ mine: 'Mine', theirs: 'Theirs' })
  const own = joined(base, theirs, changed, none)
  expect(own.name).toBe('Mine')
  expect(own.areas.find(({ id }) => id === 'a')?.widgets).toEqual([])
  expect(own.areas.find(({ id }) => id === 'b')?.name).toBe('Kept')
  const all = new Map([nameChoice, 'a', 'b'].map((id) => [id, 'theirs'] as const))
  const their = joined(base, theirs, changed, all)
  expect(their.name).toBe('Theirs')
  expect(their.areas.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(shown(their).map(({ id }) => id)).toEqual(['a1', 'a2', 'c1'])
})

test('PG93 an area that merely lies in another row since was changed by nobody', () => {
  const taller = placeAreas(base, [{ id: 'a', x: 0, y: 0, w: 6, h: 9 }]).content ?? base
  const without = deleteArea(base, 'b')
  for (const [theirs, mine] of [
    [taller, without],
    [without, taller],
  ] as const) {
    expect(reconcile(base, theirs, mine)).toEqual({ areas: [], name: null })
    const both = joined(base, theirs, mine, none)
    expect(both.areas.map(({ id, y, h }) => [id, y, h])).toEqual([
      ['a', 0, 8],
      ['c', 9, 4],
    ])
  }
})

const edits = fc.array(
  fc.tuple(
    fc.constantFrom('add', 'remove', 'rename', 'move', 'area', 'delete'),
    fc.nat(5),
    fc.uuid(),
  ),
  { maxLength: 8 },
)
type Edits = readonly (readonly [string, number, string])[]

function edited(content: PageContent, all: Edits): PageContent {
  return all.reduce((before, [what, at, id]) => {
    const area = before.areas[at % Math.max(1, before.areas.length)]
    const areaId = area?.id ?? ''
    if (what === 'add') return addWidget(before, areaId, sensorWidget(id)).content ?? before
    if (what === 'remove') return removeWidget(before, areaId, area?.widgets[0]?.id ?? '')
    if (what === 'rename') return renameArea(before, areaId, id.slice(0, 8))
    if (what === 'delete') return deleteArea(before, areaId)
    if (what === 'area') return addArea(before, id, { w: 1 + at, h: 3 }).content ?? before
    const place = { id: areaId, x: at, y: at * 3, w: 6, h: 5 }
    return placeAreas(before, [place]).content ?? before
  }, content)
}

test('PG40 whatever two people do, nothing is lost that one of them alone touched', () => {
  fc.assert(
    fc.property(edits, edits, (one, other) => {
      const [mine, theirs] = [edited(base, one), edited(base, other)]
      const { areas } = reconcile(base, theirs, mine)
      const both = joined(base, theirs, mine, none)
      expect(areaFaults(both.areas)).toEqual([])
      const asked = new Set(areas.map(({ id }) => id))
      const there = new Map(both.areas.map((area) => [area.id, area]))
      for (const side of [mine, theirs]) {
        for (const change of changesBetween(base, side)) {
          if (change.kind === 'page-renamed' || asked.has(change.area.id)) continue
          const area = there.get(change.area.id)
          if (change.kind === 'area-deleted') expect(area).toBeUndefined()
          if (change.kind === 'area-added') expect(area?.name).toBe(change.area.name)
          if (change.kind === 'widget-added')
            expect(area?.widgets.map(({ id }) => id)).toContain(change.widget.id)
          if (change.kind === 'widget-removed')
            expect(area?.widgets.map(({ id }) => id)).not.toContain(change.widget.id)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('PG43 an own copy leaves behind what is not open, and nothing else', () => {
  const many = { ...sensorWidget('many'), sensor: null, kind: 'table', x: 0, y: 2 }
  const names = ['a1', 'b1'].map((key) => ({ thing: 'PUMP-1', key }))
  const { areas } = base
  const [first, ...others] = areas
  const page = [
    { ...first, widgets: [...(first?.widgets ?? []), { ...many, sensors: names }] } as Area,
    ...others,
  ]
  const copy = withOpenSensors(page, ({ key }) => key !== 'b1')
  expect(copy.map(({ widgets }) => widgets.map(({ id }) => id))).toEqual([
    ['a1', 'many'],
    [],
    ['c1'],
  ])
  expect(copy[0]?.widgets[1]?.sensors).toEqual([names[0]])
  expect(withOpenSensors(page, () => true)).toEqual(page)
  expect(areaFaults(copy)).toEqual([])
})
