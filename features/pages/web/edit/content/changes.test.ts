import { expect, test } from 'vitest'
import type { Area, Widget } from '../../../contract/page.ts'
import { addArea, clearArea, deleteArea, normalizePage, placeAreas, renameArea } from './areas.ts'
import { changesBetween } from './changes.ts'
import type { PageContent } from './page-content.ts'
import { addWidget, changeKind, placeWidgets, removeWidget } from './widgets.ts'

const sensorWidget = (id: string) => ({
  ...{ id, sensor: { thing: 'PUMP-1', key: id }, sensors: [], kind: null, options: {}, w: 2, h: 2 },
})
const base: PageContent = normalizePage({
  name: 'Line 1',
  areas: ['a', 'b'].map((id, at): Area => ({
    ...{ id, name: id.toUpperCase(), x: 0, y: 5 * at, w: 6, h: 4 },
    widgets: [{ ...sensorWidget(`${id}1`), x: 0, y: 0 } as Widget],
  })),
})
const named = (after: PageContent) =>
  changesBetween(base, after).map((change) =>
    'area' in change
      ? [change.kind, change.area.id, ...('widget' in change ? [change.widget.id] : [])].join(' ')
      : change.kind,
  )
const kind = { kind: 'gauge', options: {}, w: 2, h: 2 }

test.each([
  ['nothing', base, []],
  ['a name', { ...base, name: 'Line 2' }, ['page-renamed']],
  ['a new area', addArea(base, 'c').content, ['area-added c']],
  ['an area less', deleteArea(base, 'a'), ['area-deleted a']],
  ['the name of an area', renameArea(base, 'a', 'Filling'), ['area-renamed a']],
  ['an empty area', clearArea(base, 'b'), ['area-cleared b']],
  [
    'a larger area, which pushes the other one down',
    placeAreas(base, [{ id: 'a', x: 0, y: 0, w: 6, h: 9 }]).content,
    ['area-resized a'],
  ],
  [
    'an area in other columns',
    placeAreas(base, [{ id: 'b', x: 6, y: 0, w: 6, h: 5 }]).content,
    ['area-moved b'],
  ],
  ['a sensor more', addWidget(base, 'a', sensorWidget('a2')).content, ['widget-added a a2']],
  ['another kind', changeKind(base, 'a', 'a1', kind).content, ['widget-changed a a1']],
  [
    'a larger widget',
    placeWidgets(base, 'b', [{ id: 'b1', x: 0, y: 0, w: 3, h: 2 }]),
    ['widget-resized b b1'],
  ],
  [
    'a widget elsewhere, and one that takes its place',
    addWidget(
      placeWidgets(base, 'b', [{ id: 'b1', x: 3, y: 0, w: 2, h: 2 }]),
      'b',
      sensorWidget('b2'),
    ).content,
    ['widget-moved b b1', 'widget-added b b2'],
  ],
  [
    'one for another',
    addWidget(removeWidget(base, 'a', 'a1'), 'a', sensorWidget('a2')).content,
    ['widget-removed a a1', 'widget-added a a2'],
  ],
])('PG41 of a page with %s that alone is named', (_, after, expected) => {
  expect(named(after ?? base)).toEqual(expected)
})
