import { expect, test } from 'vitest'
import type { Area } from '../../../contract/page.ts'
import { clearArea, normalizePage, renameArea } from './areas.ts'
import { firstStep, step, undo } from './steps.ts'
import { changeOptions, changeSensors, placeWidgets, removeWidget } from './widgets.ts'

const flow = { thing: 'PUMP-1', key: 'flow' }
const widget = {
  ...{ id: 'w', sensor: null, sensors: [flow], kind: 'table', options: { title: 'Pumps' } },
  ...{ x: 0, y: 0, w: 3, h: 2 },
}
const area: Area = { id: 'a', name: 'Filling', x: 0, y: 0, w: 6, h: 4, widgets: [widget] }
const empty: Area = { ...area, id: 'b', y: 5, widgets: [] }
const page = normalizePage({ name: 'Line 1', areas: [area, empty] })

test.each([
  ['options', changeOptions(page, 'a', 'w', { title: 'Pumps' })],
  ['sensors', changeSensors(page, 'a', 'w', [{ ...flow }])],
  ['places', placeWidgets(page, 'a', [{ id: 'w', x: 0, y: 0, w: 3, h: 2 }])],
  ['a name', renameArea(page, 'a', 'Filling')],
  ['an area that is cleared', clearArea(page, 'b')],
  ['a widget that is not there', removeWidget(page, 'a', 'gone')],
])('PG101 the same %s are no step: what was undone can still be redone', (_, same) => {
  const steps = undo(step(firstStep(page), renameArea(page, 'a', 'Packing')))
  expect(step(steps, same)).toBe(steps)
})
