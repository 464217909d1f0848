import { expect, it } from 'vitest'
import type { Widget } from '#features/pages/contract/page.ts'
import type { Draft } from './draft.ts'
import {
  joined,
  joinedAsChosen,
  nameChoice,
  widgetChange,
  type Choices,
  type Edits,
} from './joined.ts'

const widget = (id: string, x: number, part: Partial<Widget> = {}): Widget => ({
  ...{ id, sensor: null, sensors: [], kind: 'clock', options: {} },
  ...{ x, y: 0, w: 2, h: 2 },
  ...part,
})
const base: Draft = {
  name: 'Line 1',
  widgets: [widget('a', 0), widget('b', 2), widget('c', 4)],
}
const changed = (name: string, parts: Readonly<Record<string, Partial<Widget>>>): Draft => ({
  name,
  widgets: base.widgets.map((each) => ({ ...each, ...parts[each.id] })),
})
const without = (draft: Draft, id: string): Draft => ({
  ...draft,
  widgets: draft.widgets.filter((each) => each.id !== id),
})
const shown = ({ widgets }: Draft) =>
  Object.fromEntries(widgets.map(({ id, options, w }) => [id, [w, options['text'] ?? '']]))

it('DB19 a save that met another one names what both changed, and holds the rest of both', () => {
  const theirs = changed('Theirs', { a: { kind: 'note', options: { text: 'theirs' } } })
  const added = { ...theirs, widgets: [...theirs.widgets, widget('new', 8)] }
  const mine = changed('Mine', { a: { options: { text: 'mine' } } })
  const both = joined({ base, theirs: added, mine })
  expect(both).toMatchObject({ widgets: ['a'], isName: true, draft: { name: 'Mine' } })
  expect(both.draft.widgets.map(({ id, kind, options }) => [id, kind, options])).toEqual([
    ['a', 'clock', { text: 'mine' }],
    ['b', 'clock', {}],
    ['c', 'clock', {}],
    ['new', 'clock', {}],
  ])
  const narrower = changed(base.name, { b: { w: 1 } })
  expect(joined({ base, theirs: narrower, mine: base })).toEqual({
    ...{ draft: narrower, widgets: [], isName: false, isTooMuch: false },
  })
})

it('DB19 what becomes theirs takes nothing along that I alone changed', () => {
  const theirs = changed('Theirs', { a: { options: { text: 'theirs' } }, b: { w: 1 } })
  const mine = changed('Mine', { a: { options: { text: 'mine' } }, c: { w: 4 } })
  const choose = (id: string) => joinedAsChosen({ base, theirs, mine }, new Map([[id, 'theirs']]))
  const chosen = choose('a').draft
  expect(chosen.name).toBe('Mine')
  expect(shown(chosen)).toEqual({ a: [2, 'theirs'], b: [1, ''], c: [4, ''] })
  const kept = choose(nameChoice).draft
  expect(kept.name).toBe('Theirs')
  expect(shown(kept)).toEqual({ a: [2, 'mine'], b: [1, ''], c: [4, ''] })
})

it('DB19 what one removed and the other changed is there, or not, as was chosen', () => {
  const edited = changed(base.name, { a: { options: { text: 'edited' } } })
  const removed = without(base, 'a')
  const asked = { base, theirs: removed, mine: edited }
  const takeTheirs: Choices = new Map([['a', 'theirs']])
  const chosen = (edits: Edits, choices: Choices) => shown(joinedAsChosen(edits, choices).draft)
  expect(joined(asked).widgets).toEqual(['a'])
  expect(chosen(asked, takeTheirs)).not.toHaveProperty('a')
  expect(chosen(asked, new Map())).toHaveProperty('a', [2, 'edited'])
  const other = { base, theirs: edited, mine: removed }
  expect(chosen(other, takeTheirs)).toHaveProperty('a')
  expect(chosen(other, new Map())).not.toHaveProperty('a')
})

it('DB36 two edits that are too much together stay whole, and are marked as too much', () => {
  const high = (id: string): Draft => ({ name: 'x', widgets: [widget(id, 0, { w: 12, h: 1_000 })] })
  const edits = { base: { name: 'x', widgets: [] }, theirs: high('theirs'), mine: high('mine') }
  for (const both of [joined(edits), joinedAsChosen(edits, new Map())]) {
    expect(both).toMatchObject({ widgets: [], isTooMuch: true })
    expect(Object.keys(shown(both.draft))).toEqual(['theirs', 'mine'])
  }
  expect(joined({ ...edits, theirs: edits.base })).toMatchObject({ isTooMuch: false })
})

it('DB19 what each did to a widget is named', () => {
  const was = widget('a', 0)
  const changes: readonly (readonly [string, Widget | undefined, Widget | undefined])[] = [
    ['added', undefined, was],
    ['removed', was, undefined],
    ['changed', was, { ...was, options: { text: 'x' }, w: 3 }],
    ['resized', was, { ...was, w: 3, x: 1 }],
    [
      'moved',
      { ...was, options: { text: 'x', size: 2 } },
      { ...was, options: { size: 2, text: 'x' }, x: 1 },
    ],
    ['moved', was, { ...was, x: 1 }],
    ['locked', was, { ...was, static: true }],
  ]
  for (const [name, before, after] of changes) expect(widgetChange(before, after)).toBe(name)
})
