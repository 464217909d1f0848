import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeBoards, type BoardContent } from './merge.ts'
import type { Area } from './page.ts'

/** Areas below each other, of which the first letter says which place each has. */
function area(id: string, name: string): Area {
  return { id, name, x: 0, y: (id.codePointAt(0) ?? 0) - 97, w: 12, h: 1, widgets: [] }
}

const ids = ['a', 'b', 'c', 'd', 'e']
const page = fc
  .record({
    name: fc.constantFrom('one', 'two', 'three'),
    areas: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('x', 'y', 'z'))),
  })
  .map(({ name, areas }): BoardContent => ({
    name,
    areas: [...new Map(areas)].toSorted().map(([id, title]) => area(id, title)),
    widgets: [],
  }))

const named = ({ areas }: BoardContent, id: string) => areas.find((each) => each.id === id)?.name
const sorted = ({ name, areas }: BoardContent) => ({
  name,
  areas: areas.toSorted((one, other) => one.id.localeCompare(other.id)),
})

test('PG5 whoever changed nothing takes what the other saved, and the other way round', () => {
  fc.assert(
    fc.property(page, page, (base, changed) => {
      for (const merged of [mergeBoards(base, changed, base), mergeBoards(base, base, changed)]) {
        expect(sorted(merged.content)).toEqual(sorted(changed))
        expect([merged.isNameInConflict, merged.areasInConflict]).toEqual([false, []])
      }
    }),
  )
})

test('PG5 a change of either is there, or is named as a conflict; nothing else is', () => {
  fc.assert(
    fc.property(page, page, page, (base, theirs, mine) => {
      const { content, isNameInConflict, areasInConflict } = mergeBoards(base, theirs, mine)
      for (const id of ids) {
        const [was, one, other] = [base, theirs, mine].map((each) => named(each, id))
        const isConflict = one !== other && was !== one && was !== other
        expect(areasInConflict.includes(id)).toBe(isConflict)
        if (!isConflict) expect(named(content, id)).toBe(one === was ? other : one)
      }
      const names = [base.name, theirs.name, mine.name]
      expect(isNameInConflict).toBe(new Set(names).size === 3)
    }),
  )
})

test('PG5 who comes first does not matter where nothing is in conflict', () => {
  fc.assert(
    fc.property(page, page, page, (base, theirs, mine) => {
      const one = mergeBoards(base, theirs, mine)
      const other = mergeBoards(base, mine, theirs)
      expect(one.areasInConflict.toSorted()).toEqual(other.areasInConflict.toSorted())
      if (one.areasInConflict.length === 0 && !one.isNameInConflict)
        expect(sorted(one.content)).toEqual(sorted(other.content))
    }),
  )
})

test('PG5 areas that both put into one place are in conflict', () => {
  const empty = { name: 'one', areas: [], widgets: [] }
  const theirs = { name: 'one', areas: [area('a', 'theirs')], widgets: [] }
  const mine = { name: 'one', areas: [{ ...area('b', 'mine'), y: 0 }], widgets: [] }
  expect(mergeBoards(empty, theirs, mine).areasInConflict.toSorted()).toEqual(['a', 'b'])
})

test('PG5 without the version from which an edit began every difference is a conflict', () => {
  const theirs = { name: 'one', areas: [area('a', 'x'), area('b', 'x')], widgets: [] }
  const mine = { name: 'one', areas: [area('a', 'x'), area('b', 'y')], widgets: [] }
  expect(mergeBoards(null, theirs, mine).areasInConflict).toEqual(['b'])
})

test('PG5 fields in another order are no change', () => {
  const base = { name: 'one', areas: [area('a', 'x')], widgets: [] }
  const { widgets, h, w, y, x, name, id } = area('a', 'x')
  const turned = { widgets: [], areas: [{ widgets, h, w, y, x, name, id }], name: 'one' }
  const theirs = { name: 'two', areas: [area('a', 'z')], widgets: [] }
  expect(mergeBoards(base, theirs, turned)).toEqual({
    ...{ content: theirs, isNameInConflict: false, areasInConflict: [] },
    widgetsInConflict: [],
  })
})
