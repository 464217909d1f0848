import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlaps } from './area-rules.ts'
import { mergeWidgets } from './merge-widgets.ts'
import { Widgets, type Widget } from './page.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const widget = (id: string, change: Partial<Widget> = {}): Widget => ({
  ...{ id, sensor: null, sensors: [], kind: 'note', options: {}, x: 0, y: 0, w: 3, h: 2 },
  ...change,
})

/** Widgets below each other wherever they would lie upon another one. */
const dashboard = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...ids),
      kind: fc.constantFrom('note', 'clock'),
      x: fc.nat(9),
      y: fc.nat(4),
      w: fc.integer({ min: 1, max: 3 }),
      h: fc.integer({ min: 1, max: 3 }),
      static: fc.constantFrom(undefined, true),
    }),
    { selector: ({ id }) => id },
  )
  .map(
    (parts) =>
      mergeWidgets(
        [],
        [],
        parts.map(({ id, ...change }) => widget(id, change)),
      ).parts,
  )

const by = (widgets: readonly Widget[], wanted: string) => widgets.find(({ id }) => id === wanted)
const sorted = (widgets: readonly Widget[]) =>
  widgets.toSorted((one, other) => one.id.localeCompare(other.id))

test('PG9 whoever changed nothing takes what the other saved, and the other way round', () => {
  fc.assert(
    fc.property(dashboard, dashboard, (base, changed) => {
      for (const merged of [mergeWidgets(base, changed, base), mergeWidgets(base, base, changed)])
        expect([sorted(merged.parts), merged.conflicts]).toEqual([sorted(changed), []])
    }),
  )
})

test('PG9 no widget lies upon another one after a merge, and a dashboard takes it', () => {
  fc.assert(
    fc.property(dashboard, dashboard, dashboard, (base, theirs, mine) => {
      const { parts } = mergeWidgets(base, theirs, mine)
      for (const one of parts)
        for (const other of parts) expect(one !== other && overlaps(one, other)).toBe(false)
      expect(Widgets.safeParse(parts).success).toBe(true)
    }),
  )
})

test('PG9 a change of either is there, or is named as a conflict; nothing else is', () => {
  type Part = (widget: Widget) => unknown
  const parts: Part[] = [
    ({ kind }) => kind,
    ({ x, w, h }) => [x, w, h].join(' '),
    // Of a widget that is not there it is neither.
    (each) => each.static === true,
  ]
  fc.assert(
    fc.property(dashboard, dashboard, dashboard, (base, theirs, mine) => {
      const merged = mergeWidgets(base, theirs, mine)
      for (const id of ids) {
        const [was, one, other] = [base, theirs, mine].map((each) => by(each, id))
        const isBoth = one !== undefined && other !== undefined
        const seen = (each: Widget | undefined, part: Part) => each && part(each)
        const whole: Part = (each) => parts.map((part) => part(each)).join()
        const clashes = (isBoth ? parts : [whole]).some((part) => {
          const [start, left, right] = [was, one, other].map((each) => seen(each, part))
          return left !== right && start !== left && start !== right
        })
        expect([id, merged.conflicts.includes(id)]).toEqual([id, clashes])
        if (clashes) continue
        const result = by(merged.parts, id)
        for (const part of isBoth ? parts : [whole]) {
          const [start, left, right] = [was, one, other].map((each) => seen(each, part))
          expect(seen(result, part)).toBe(left === start ? right : left)
        }
      }
    }),
  )
})

test('PG9 who comes first does not matter where nothing is in conflict', () => {
  fc.assert(
    fc.property(dashboard, dashboard, dashboard, (base, theirs, mine) => {
      const one = mergeWidgets(base, theirs, mine)
      const other = mergeWidgets(base, mine, theirs)
      expect(one.conflicts.toSorted()).toEqual(other.conflicts.toSorted())
      if (one.conflicts.length === 0) expect(sorted(one.parts)).toEqual(sorted(other.parts))
    }),
  )
})

test('PG9 two who each put something on top keep both, above what was there', () => {
  const base = [widget('a'), widget('b', { y: 2 })]
  const below = base.map((each) => ({ ...each, y: each.y + 2 }))
  const { parts, conflicts } = mergeWidgets(
    base,
    [widget('theirs'), ...below],
    [widget('mine'), ...below],
  )
  expect(conflicts).toEqual([])
  const order = parts.toSorted((one, other) => one.y - other.y).map(({ id, y }) => `${id} ${y}`)
  expect(order).toEqual(['mine 0', 'theirs 2', 'a 4', 'b 6'])
})

test('PG9 one moves a widget while another changes what it shows', () => {
  const base = [widget('a')]
  const { parts, conflicts } = mergeWidgets(
    base,
    [widget('a', { x: 6 })],
    [widget('a', { kind: 'clock' })],
  )
  expect([parts, conflicts]).toEqual([[widget('a', { x: 6, kind: 'clock' })], []])
})

test('PG9 what one removes while the other changes it is in conflict', () => {
  const base = [widget('a')]
  const changed = [widget('a', { kind: 'clock' })]
  expect(mergeWidgets(base, changed, [])).toEqual({ parts: [], conflicts: ['a'] })
  // That it moved up because something above it went is no change.
  expect(mergeWidgets([widget('a', { y: 4 })], base, [])).toEqual({ parts: [], conflicts: [] })
})

test('PG20 what one lets a grid do with a widget stays when another moves it', () => {
  const base = [widget('a', { minW: 2, static: true }), widget('b', { x: 3 })]
  const mine = [widget('a', { x: 6, minW: 2, static: true }), widget('b', { x: 3 })]
  const theirs = [widget('a', { maxW: 8 }), widget('b', { x: 3, isDraggable: false })]
  const { parts, conflicts } = mergeWidgets(base, theirs, mine)
  expect(conflicts).toEqual([])
  expect(JSON.parse(JSON.stringify(parts))).toEqual([
    widget('a', { x: 6, maxW: 8 }),
    widget('b', { x: 3, isDraggable: false }),
  ])
})

test('PG9 what a grid may do with a widget is in conflict where both changed it', () => {
  const limited = (minW: number) => [widget('a', { minW })]
  expect(mergeWidgets(limited(1), limited(2), limited(3)).conflicts).toEqual(['a'])
  expect(mergeWidgets(limited(1), limited(2), limited(2)).conflicts).toEqual([])
})

test('PG20 a static widget stays where two edits put something else', () => {
  const fixed = widget('z', { y: 2, static: true })
  const { parts } = mergeWidgets([], [widget('a', { h: 4 })], [fixed])
  expect(parts.map(({ id, y }) => `${id} ${y}`)).toEqual(['a 4', 'z 2'])
})

test('PG9 a size of one edit keeps to the limits of the other', () => {
  const base = [widget('a', { x: 10, w: 2 })]
  const theirs = [widget('a', { x: 10, w: 2, minW: 2, maxH: 2 })]
  const mine = [widget('a', { x: 11, w: 1, h: 5 })]
  const merged = mergeWidgets(base, theirs, mine)
  expect(merged.conflicts).toEqual([])
  expect(merged.parts).toEqual([{ ...theirs[0], x: 10, w: 2, h: 2 }])
  // What was stored beyond its limits before stays what it is, until somebody looks at it.
  const faulty = [widget('a', { w: 2, minW: 4 })]
  const named = [widget('a', { w: 2, minW: 4, kind: 'clock' })]
  expect(mergeWidgets(faulty, faulty, named).parts).toEqual(named)
})

// They hold up the whole server meanwhile; it took half a minute.
test('PG9 two edits of the greatest dashboards are merged soon', { timeout: 15_000 }, () => {
  const column = (name: string) =>
    Array.from({ length: 1_000 }, (_, y) => widget(`${name}${y}`, { y, w: 12, h: 1 }))
  const { parts } = mergeWidgets([], column('one'), column('other'))
  const rows = parts.map(({ y }) => y).toSorted((one, other) => one - other)
  expect(rows).toEqual(Array.from({ length: 2_000 }, (_, y) => y))
})
