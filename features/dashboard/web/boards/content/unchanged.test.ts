import { expect, test } from 'vitest'
import type { Widget } from '#features/pages/contract/page.ts'
import { layoutOf, withLayout, withWidget, type Draft } from './draft.ts'
import { changed, historyOf, undone } from './history.ts'

const widget: Widget = {
  ...{ id: 'w', sensor: null, sensors: [{ thing: 'PUMP-1', key: 'flow' }], kind: 'table' },
  ...{ options: { title: 'Pumps' }, x: 0, y: 0, w: 3, h: 2 },
}
const draft: Draft = { name: 'Line 1', widgets: [widget] }
const { options, sensors } = structuredClone(widget)

test.each([
  ['options', withWidget(draft, 'w', { options, sensors })],
  [
    'places',
    withLayout(
      draft,
      layoutOf(draft.widgets, () => undefined),
    ),
  ],
])('DB37 the same %s are no change: what was undone can still be redone', (_, same) => {
  const other = withWidget(draft, 'w', { options: { title: 'Fans' } })
  const history = undone(changed(historyOf(draft), other))
  expect(changed(history, same)).toBe(history)
})
